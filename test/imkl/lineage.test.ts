/** Where each object comes from, against the files themselves: which deliveries hold its id, told from their text. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openZip } from '../../server/imkl/delivery/zip.ts'
import { mergePaths, temporaryFolder } from '../support/imkl-fixture.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

const FIRST = '22O000001'
const SECOND = '22O000002'

/** Two that overlap, where the simulated world has most of its classes, as bare GML. */
async function two(t: TestContext): Promise<{ folder: string; gml: Map<string, string> }> {
  const folder = temporaryFolder(t)
  const gml = new Map<string, string>()
  for (const [number, x] of [
    [FIRST, 154_900],
    [SECOND, 154_930],
  ] as const) {
    const zip = await openZip(await simulatedDelivery(folder, number, [x, 387_950, x + 80, 388_030]), number)
    const parts: Uint8Array[] = []
    for await (const chunk of zip.entries.find(({ path }) => /GI_/.test(path))!.chunks()) parts.push(chunk)
    await zip.close()
    gml.set(number, Buffer.concat(parts).toString('utf8'))
  }
  return { folder, gml }
}

function written(folder: string, number: string, sequence: number, gml: string): string {
  const path = join(folder, `GI_gebiedsinformatielevering_${number}_${sequence}_V2.xml`)
  writeFileSync(path, gml)
  return path
}

const idsIn = (gml: string): Set<string> =>
  new Set([...gml.matchAll(/<gml:featureMember>\s*<[\w:-]+[^>]* gml:id="([^"]+)"/g)].map(([, id]) => id!))

test('every object names exactly the notifications whose deliveries hold it', async (t) => {
  const { folder, gml } = await two(t)
  const { features } = await mergePaths(
    t,
    [...gml].map(([number, text]) => written(folder, number, 1, text)),
  )
  const held = new Map([...gml].map(([number, text]) => [number, idsIn(text)]))
  const seen = new Set<string>()
  for (const { row } of features) {
    const expected = [...held].filter(([, ids]) => ids.has(row.id as string)).map(([number]) => number)
    assert.equal(row.klic_nummer, expected.join(','), String(row.id))
    seen.add(String(row.klic_nummer))
  }
  assert.deepEqual([...seen].sort(), [FIRST, `${FIRST},${SECOND}`, SECOND])
})

test('a supplementary delivery replaces its predecessor: what it no longer holds is gone, its number stays once', async (t) => {
  const { folder, gml } = await two(t)
  const before = gml.get(FIRST)!
  const members = before.match(/<gml:featureMember>\s*<imkl:Appurtenance[\s\S]*?<\/gml:featureMember>/g)!
  const dropped = members.filter((member) => !gml.get(SECOND)!.includes(/gml:id="([^"]+)"/.exec(member)![1]!))
  assert.ok(dropped.length > 0)
  const after = dropped
    .reduce((text, member) => text.replace(member, ''), before)
    .replace('<imkl:leveringsvolgnummer>1<', '<imkl:leveringsvolgnummer>2<')
  assert.notEqual(after.indexOf('leveringsvolgnummer>2<'), -1)
  const { features, summary } = await mergePaths(t, [
    written(folder, FIRST, 1, before),
    written(folder, SECOND, 1, gml.get(SECOND)!),
    written(folder, FIRST, 2, after),
  ])
  const held = idsIn(after)
  for (const { row } of features) {
    const numbers = String(row.klic_nummer).split(',')
    assert.equal(numbers.includes(FIRST), held.has(row.id as string), String(row.id))
    assert.equal(new Set(numbers).size, numbers.length)
  }
  assert.deepEqual(summary.deliveries.map(({ klicNumber, sequence }) => `${klicNumber} ${sequence}`).sort(), [
    `${FIRST} 2`,
    `${SECOND} 1`,
  ])
  const inSecond = idsIn(gml.get(SECOND)!)
  const delivered = [...held].length + [...inSecond].length
  assert.equal(summary.account!.total.delivered, delivered, 'of the replaced one nothing')
  assert.ok(summary.warnings.some(({ code }) => code === 'DELIVERY_REPLACED'))
})

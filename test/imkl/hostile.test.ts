/** What is damaged, hostile or no delivery is refused by name, with what to do; nothing is written and nothing hangs. */
import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openZip } from '../../server/imkl/delivery/zip.ts'
import { DELIVERY_LIMITS, DeliveryCounter } from '../../server/imkl/gml/delivery-limits.ts'
import { RESULT_LIMITS, refuseOverLimits } from '../../server/imkl/model/result-limits.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import {
  at,
  cable,
  type FixtureDelivery,
  gmlOf,
  imkl,
  lineString,
  link,
  merge,
  mergePaths,
  temporaryFolder,
  zipOf,
  zippedDelivery,
} from '../support/imkl-fixture.ts'

const ID = 'nl.imkl-KL9001.'
const DELIVERY = { members: [cable(`${ID}c`, [`${ID}l`]), link(`${ID}l`, lineString(at(1, 1, 5, 1)))] }
const GML = '22G000001_1/GI_gebiedsinformatielevering_22G000001_1_V2.xml'

async function refusalOf(t: TestContext, name: string, contents: string | Buffer): Promise<Refusal> {
  const path = join(temporaryFolder(t), name)
  writeFileSync(path, contents)
  const error = await mergePaths(t, [path]).then(
    () => assert.fail('it was read'),
    (cause: unknown) => cause,
  )
  assert.ok(error instanceof Refusal, String(error))
  assert.equal(error.code, 'DELIVERY_UNREADABLE')
  return error
}

/** Renames an entry in place, in the local header and in the directory: the names have the same length. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  assert.equal(Buffer.byteLength(from), Buffer.byteLength(to))
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

test('a ZIP that stops half-way is refused', async (t) => {
  const zip = await zippedDelivery(DELIVERY)
  assert.match((await refusalOf(t, 'cut.zip', zip.subarray(0, zip.length / 2))).message, /damaged or incomplete/)
})

test('what the disk can not read is not taken for damaged', async (t) => {
  // A folder opens, and reading it fails in the system.
  await assert.rejects(openZip(temporaryFolder(t), 'away.zip'), { code: 'EISDIR' })
  // A link to itself: not ENOENT, as of a disk that fails.
  const loop = join(temporaryFolder(t), 'loop')
  symlinkSync(loop, loop)
  await assert.rejects(mergePaths(t, [join(loop, 'away.zip')]), { code: 'ELOOP' })
})

test('a ZIP with one changed byte in the GML is refused', async (t) => {
  const zip = await zippedDelivery(DELIVERY)
  const start = zip.indexOf('.xml') + 20
  zip[start + 40] = zip[start + 40]! ^ 0xff
  await refusalOf(t, 'bit.zip', zip)
})

test('names that leave the archive are refused', async (t) => {
  const zip = await zipOf({ [GML]: gmlOf(DELIVERY), 'aaaaaaaaaa/evil.txt': 'x' })
  for (const odd of [
    '../aaaaaaa/evil.txt',
    '/aaaaaaaaa/evil.txt',
    'C:/aaaaaaa/evil.txt',
    'aaaa/../aa/evil.txt',
    'aaaaaaaa\0a/evil.txt',
  ])
    assert.match(
      (await refusalOf(t, 'names.zip', renamed(zip, 'aaaaaaaaaa/evil.txt', odd))).message,
      /leaves the archive/,
    )
})

test('a link in a ZIP is refused', async (t) => {
  const { ZipFile } = await import('yazl')
  const { buffer } = await import('node:stream/consumers')
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(gmlOf(DELIVERY)), GML)
  zip.addBuffer(Buffer.from('/etc/passwd'), '22G000001_1/bronnen/link.pdf', { mode: 0o120777 })
  zip.end()
  assert.match((await refusalOf(t, 'link.zip', await buffer(zip.outputStream))).message, /holds a link/)
})

test('a file that is packed more than any delivery is refused before it is unpacked', async (t) => {
  const zip = await zipOf({ [GML]: gmlOf(DELIVERY), '22G000001_1/bronnen/big.pdf': Buffer.alloc(64 * 1024 * 1024) })
  assert.match((await refusalOf(t, 'bomb.zip', zip)).message, /packed more than 200 times/)
})

test('more files than any delivery has are refused', async (t) => {
  const zip = await zippedDelivery(DELIVERY)
  const end = zip.lastIndexOf('PK\x05\x06')
  // The two counts of entries in the end record.
  zip.writeUInt16LE(20_001, end + 8)
  zip.writeUInt16LE(20_001, end + 10)
  assert.match((await refusalOf(t, 'many.zip', zip)).message, /more than 20000 files/)
})

test('a document type or an entity of its own is refused', async (t) => {
  const gml = gmlOf(DELIVERY)
  const bomb = gml.replace('?>\n', '?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n')
  assert.match((await refusalOf(t, 'a.xml', bomb)).message, /document type/)
  assert.match((await refusalOf(t, 'b.xml', gml.replace('ref 22G000001', '&b;'))).message, /damaged/)
})

test('XML that is cut off, wrongly nested, or no text is refused', async (t) => {
  const gml = gmlOf(DELIVERY)
  await refusalOf(t, 'cut.xml', gml.slice(0, gml.length - 40))
  await refusalOf(t, 'nested.xml', gml.replace('</imkl:Belang>', '</imkl:Beheerder>'))
  await refusalOf(
    t,
    'bytes.xml',
    Buffer.concat([Buffer.from(gml.slice(0, 5000)), Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(gml.slice(5000))]),
  )
})

test('an element of absurd size is refused instead of filling memory', async (t) => {
  const gml = gmlOf(DELIVERY).replace('ref 22G000001', 'x'.repeat(70 * 1024 * 1024))
  assert.match((await refusalOf(t, 'huge.xml', gml)).message, /absurd size/)
})

test('what is no delivery is refused', async (t) => {
  assert.match((await refusalOf(t, 'letter.pdf', '%PDF-1.7')).message, /neither a ZIP nor a GML/)
  assert.match((await refusalOf(t, 'list.xml', '<lijst/>')).message, /list\.xml: is a file that is no delivery/)
  assert.match((await refusalOf(t, 'photos.zip', await zipOf({ 'a/b.jpg': 'x' }))).message, /no GI_\*\.xml/)
  assert.match((await refusalOf(t, 'other.zip', await zipOf({ [GML]: '<html/>' }))).message, /no IMKL/)
  assert.match(
    (
      await refusalOf(
        t,
        'empty.xml',
        gmlOf(DELIVERY).replace(/<gml:featureMember><imkl:GebiedsinformatieLevering.*?<\/gml:featureMember>/s, ''),
      )
    ).message,
    /which request/,
  )
  await assert.rejects(mergePaths(t, [join(temporaryFolder(t), 'gone.zip')]), Refusal)
})

test('a ZIP of ZIPs, a folder and the bare GML are read like the ZIP itself', async (t) => {
  const folder = temporaryFolder(t)
  const zip = await zippedDelivery(DELIVERY)
  const other = await zippedDelivery({ ...DELIVERY, klicNumber: '22G000002' })
  writeFileSync(join(folder, 'outer.zip'), await zipOf({ 'a/one.zip': zip, 'a/two.zip': other }))
  assert.deepEqual(
    (await mergePaths(t, [join(folder, 'outer.zip')])).summary.deliveries.map(({ klicNumber }) => klicNumber),
    ['22G000001', '22G000002'],
  )
  mkdirSync(join(folder, 'unpacked/22G000001_1/bronnen'), { recursive: true })
  writeFileSync(join(folder, 'unpacked', GML), gmlOf(DELIVERY))
  symlinkSync('/', join(folder, 'unpacked/22G000001_1/bronnen/root'))
  assert.equal((await mergePaths(t, [join(folder, 'unpacked')])).feature(`${ID}c`).row.lengte_m, 4)
  assert.equal((await mergePaths(t, [join(folder, 'unpacked', GML)])).feature(`${ID}c`).row.lengte_m, 4)
})

test('of IMKL 1.2.1 and 2.0 side by side the later is read, under any file names', async (t) => {
  const old = gmlOf({ ...DELIVERY, members: [] }).replaceAll(
    'http://www.geostandaarden.nl/imkl/wibon',
    'http://www.geostandaarden.nl/imkl/2015/wion/1.2',
  )
  const folder = temporaryFolder(t)
  const path = join(folder, 'both.zip')
  writeFileSync(
    path,
    await zipOf({
      'x/GI_gebiedsinformatielevering_22G000001_1.xml': gmlOf(DELIVERY),
      'x/GI_gebiedsinformatielevering_22G000001_1_V2.xml': old,
    }),
  )
  const { summary } = await mergePaths(t, [path])
  assert.deepEqual(
    summary.deliveries.map(({ imklVersion }) => imklVersion),
    ['2.0'],
  )
  writeFileSync(path, await zipOf({ 'x/GI_gebiedsinformatielevering_22G000001_1.xml': old }))
  assert.deepEqual(
    (await mergePaths(t, [path])).summary.deliveries.map(({ imklVersion }) => imklVersion),
    ['1.2.1'],
  )
})

test('a delivery that names more than anybody has is refused before it is kept', async (t) => {
  const parties = (objecttype: string, count: number) =>
    Array.from({ length: count }, (_, i) => imkl(objecttype, `${ID}${objecttype}${i}`, ''))
  for (const [objecttype, most, words] of [
    ['Belanghebbende', 500, /more than 500 operators/],
    ['Beheerder', 500, /more than 500 operators/],
    ['Belang', 2000, /more than 2,000 interests/],
    ['Utiliteitsnet', 5000, /more than 5,000 networks/],
  ] as const) {
    const over = gmlOf({ members: parties(objecttype, most + 1) })
    assert.match((await refusalOf(t, `${objecttype}.xml`, over)).message, words)
    const path = join(temporaryFolder(t), 'GI_gebiedsinformatielevering_22G000001_1_V2.xml')
    writeFileSync(path, gmlOf({ members: parties(objecttype, most - 10) }))
    await mergePaths(t, [path])
  }
})

test('classes and codes that nobody knows have a limit, and so have all positions together', () => {
  const name = 'x.zip'
  const counter = new DeliveryCounter(name, { ...DELIVERY_LIMITS, names: 2, positions: 5, characters: 10 })
  const refused = (work: () => void, words: RegExp) =>
    assert.throws(
      work,
      (error) => error instanceof Refusal && error.code === 'DELIVERY_UNREADABLE' && words.test(error.message),
    )
  counter.check('names', 2)
  refused(() => counter.check('names', 3), /2 unknown classes or operators/)
  const line = { type: 'MultiLineString', lines: [[0, 0, 1, 1, 2, 2]] } as const
  const member = {
    objecttype: 'UtilityLink',
    id: 'a',
    properties: {},
    references: [],
    drawnGeometry: null,
    problem: null,
  }
  counter.take({ ...member, geometry: line })
  refused(() => counter.take({ ...member, geometry: line }), /5 positions/)
  counter.takeCharacters(10)
  refused(() => counter.takeCharacters(1), /10 characters about operators/)
})

test('deliveries that are each within their limit do not together name more operators than a result holds', async (t) => {
  const each = RESULT_LIMITS.operators / 4
  const delivery = (no: number, count: number): FixtureDelivery => ({
    klicNumber: `22G00000${no}`,
    operators: Array.from({ length: count }, (_, i) => ({ code: `KL${no}${String(i).padStart(4, '0')}`, name: 'Net' })),
    members: [],
  })
  const full = [1, 2, 3, 4].map((no) => delivery(no, each))
  assert.equal((await merge(t, full)).summary.operators.length, RESULT_LIMITS.operators)
  await assert.rejects(merge(t, [...full, delivery(5, 1)]), {
    code: 'DELIVERY_UNREADABLE',
    message: 'The deliveries together have 2001 operators: a result holds at most 2000.',
  })
})

test('each number of a result may be reached and not passed', () => {
  refuseOverLimits(RESULT_LIMITS)
  for (const [what, most] of Object.entries(RESULT_LIMITS)) {
    const message = `The deliveries together have ${most + 1} ${what}: a result holds at most ${most}.`
    const over = { ...RESULT_LIMITS, [what]: most + 1 }
    assert.throws(() => refuseOverLimits(over), { code: 'DELIVERY_UNREADABLE', message })
  }
})

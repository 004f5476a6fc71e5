/**
 * The process that reads damaged deliveries, one after the other: `node cases.ts SANDBOX SEED FROM UNTIL`. Prints a line
 * as JSON when it begins one and when it ends. It may be killed: its parent goes on with the next.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTask } from '../../server/exports/conversion/task.ts'
import { RESULT_FORMATS } from '../../server/exports/result-formats.ts'
import { openZip } from '../../server/imkl/delivery/zip.ts'
import type { ConversionTask, OutFile } from '../../server/imkl/model/conversion-task.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { type DamagedDelivery, damaged, type Healthy } from '../support/mutate-delivery.ts'
import { randomFrom } from '../support/random.ts'
import { type CaseLine, HEALTHY, NEIGHBOUR, placesIn } from './places.ts'

const [sandbox = '', seed = '', from = '', until = ''] = process.argv.slice(2)
const places = placesIn(sandbox)
const say = (line: CaseLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
/** Every so many cases all formats are made, not only the GeoPackage. */
const ALL_FORMATS_EACH = 8
/** Every so many cases the delivery is merged with a healthy one that overlaps it. */
const MERGED_EACH = 4

const healthy = await readHealthy(join(places.input, HEALTHY))
for (let number = Number(from); number < Number(until); number++) {
  const random = randomFrom(Number(seed) * 1_000_003 + number)
  const made = damaged(healthy, places.outside, random)
  say({ begun: number, damage: made.damage })
  say(await outcomeOf(number, made))
}

async function outcomeOf(number: number, made: DamagedDelivery): Promise<CaseLine> {
  const path = join(places.input, made.name)
  writeFileSync(path, made.bytes)
  const isMerged = number % MERGED_EACH === 0
  const formats = number % ALL_FORMATS_EACH === 0 ? RESULT_FORMATS : (['gpkg'] as const)
  const out: OutFile[] = formats.map((format) => ({ format, path: join(places.data, `result.${format}`) }))
  const task: ConversionTask = {
    kind: 'merge',
    deliveries: [{ path }, ...(isMerged ? [{ path: join(places.input, NEIGHBOUR) }] : [])],
    out,
    tempDir: join(places.data, 'tmp'),
  }
  let line: CaseLine
  try {
    const { summary } = await runTask(task)
    const delivered = summary!.account!.total.delivered
    const isShort = made.members !== null && !isMerged && delivered !== made.members
    line = isShort
      ? { number, fault: `${made.members} members are in the file and ${delivered} in the account` }
      : { number, read: delivered, warnings: summary!.warnings.length }
  } catch (error) {
    const isRefused = error instanceof Refusal && error.code === 'DELIVERY_UNREADABLE' && error.message.length > 20
    line = isRefused
      ? { number, refused: error.message }
      : { number, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  const expected = 'read' in line ? [...formats.map((format) => `result.${format}`), 'tmp'] : ['tmp']
  const found = readdirSync(places.data).sort()
  const tidy = found.every((name) => expected.includes(name)) && readdirSync(join(places.data, 'tmp')).length === 0
  if (!tidy && !('fault' in line)) line = { number, fault: `left behind: ${found.join(', ')}` }
  for (const name of found) rmSync(join(places.data, name), { recursive: true })
  rmSync(path)
  return line
}

async function readHealthy(path: string): Promise<Healthy> {
  const zip = await openZip(path, path)
  const entries: { name: string; contents: Buffer }[] = []
  for (const { path: name, chunks } of zip.entries) {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks()) parts.push(chunk)
    entries.push({ name, contents: Buffer.concat(parts) })
  }
  await zip.close()
  const gml = entries.find(({ name }) => /GI_[^/]*\.xml$/.test(name))!
  // An empty corner of the simulated world would leave nothing to damage.
  for (const needed of ['UtilityLink', 'Appurtenance', 'Annotatie', 'AanduidingEisVoorzorgsmaatregel'])
    if (!gml.contents.includes(needed)) throw new Error(`The delivery to damage has no ${needed}`)
  return { gmlPath: gml.name, gml: gml.contents.toString('utf8'), others: entries.filter((entry) => entry !== gml) }
}

/**
 * How fast deliveries are read and merged, and how much memory that takes, against the goals of the project. Ratios are
 * taken in one run with the commands in turn (A B A B), medians. Each measurement of memory is that of a process of its
 * own. With the example deliveries beside the repository the deliveries are real; without them only the generated one is
 * measured. Nothing is written but the temporary folder.
 *
 * Run: node test/bench/imkl.ts [--megabytes N] [--rounds N] [reading|same|ground|jobs|many|large ...] [22O000518 ...]
 * Megabytes are those of the generated delivery. Numbers of deliveries are those whose ground is measured.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import yazl from 'yazl'
import { openSource } from '../../server/imkl/delivery/source.ts'
import { readMembers } from '../../server/imkl/gml/read.ts'
import type { OutFile } from '../../server/imkl/model/conversion-task.ts'
import { writeLargeGml } from '../support/imkl-district.ts'
import { type ConversionMeasure, convertMeasured } from '../support/measured-conversion.ts'
import { median } from '../support/median.ts'
import { shared } from '../support/shared.ts'

const PARTS = ['reading', 'same', 'ground', 'jobs', 'many', 'large'] as const
type Part = (typeof PARTS)[number]
const { values, positionals } = parseArgs({
  options: { megabytes: { type: 'string', default: '1400' }, rounds: { type: 'string', default: '3' } },
  allowPositionals: true,
})
const MEGABYTES = Number(values.megabytes)
const ROUNDS = Number(values.rounds)
const parts = PARTS.filter((part) => positionals.includes(part))
const numbers = positionals.filter((word) => !PARTS.includes(word as Part))
const folder = shared('deliveries')
const deliveries = (folder ? readdirSync(folder) : [])
  .filter((name) => name.endsWith('.zip'))
  .map((name) => join(folder!, name))
const isOf = (zip: string, number: string): boolean => basename(zip).includes(number)
const unknown = numbers.filter((number) => !deliveries.some((zip) => isOf(zip, number)))
if (unknown.length > 0 || ![MEGABYTES, ROUNDS].every((each) => each > 0)) {
  const there = [...PARTS, ...deliveries.map((zip) => basename(zip, '.zip').replace('Levering_', ''))]
  process.stderr.write(`There are: ${there.join(', ')}; what goes with -- are numbers above 0\n`)
  process.exit(2)
}
const isAsked = (part: Part): boolean =>
  parts.length > 0 ? parts.includes(part) : numbers.length === 0 || part === 'ground'
const READ_GOAL = 5
const PLAIN_GOAL = 0.3
const JOB_GOAL = 0.25
const MERGED_GOAL = 0.2
const MEMORY_GOAL_MIB = 400
const LARGE_MEMORY_GOAL_MIB = 600
const MANY_MEMORY_GOAL_MIB = 900
const LINEAR_GOAL = 1.3
/** Seconds of a core a delivery, and how much the GeoPackage grows for each byte of its pictures. */
const GROUND_GOALS = { seconds: 2, growth: 1.15 }

const work = mkdtempSync(join(tmpdir(), 'klic-bench-imkl-'))
const at = (name: string): string => join(work, name)
let missed = 0
const verdict = (value: number, goal: number): string => {
  if (value > goal) missed++
  return `goal ${goal}: ${value <= goal ? 'pass' : 'FAIL'}`
}

type Work = () => void | Promise<void>

/** Seconds of a core that ended children of this process took. Linux: what /proc says; elsewhere 0. */
function cpuOfChildren(): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // After the name in brackets: state is the third field, cutime and cstime are the sixteenth and seventeenth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/**
 * Medians of two works done in turn, in milliseconds, and the seconds of a core that their processes took: on a machine
 * that others use the time says little. The first round warms the caches and is not counted.
 */
async function inTurn(
  ours: Work,
  theirs: Work,
  rounds = ROUNDS,
): Promise<{ ms: [number, number]; cpu: [number, number] }> {
  const times: [number[], number[]] = [[], []]
  const cpu: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++)
    for (const [i, run] of [ours, theirs].entries()) {
      const start = performance.now()
      const before = cpuOfChildren()
      await run()
      if (round === 0) continue
      times[i]!.push(performance.now() - start)
      cpu[i]!.push(cpuOfChildren() - before)
    }
  return { ms: [median(times[0]), median(times[1])], cpu: [median(cpu[0]), median(cpu[1])] }
}

/** What any reader of XML must do: find every tag, step over quoted values, cut out names and text. */
function tokenize(xml: Buffer): number {
  const text = xml.toString('utf8')
  let elements = 0
  let chars = 0
  for (let from = 0; ; ) {
    const open = text.indexOf('<', from)
    if (open < 0) return elements + (chars < 0 ? 1 : 0)
    chars += text.slice(from, open).length
    const close = text.indexOf('>', open)
    const tag = text.slice(open + 1, close)
    if (tag.charCodeAt(0) !== 0x2f) elements++
    chars += tag.length
    from = close + 1
  }
}

async function reading(zip: string): Promise<void> {
  const opened = await openSource({ path: zip })
  const xml = await buffer(opened.deliveries[0]!.chunks())
  await opened.close()
  async function* chunks() {
    for (let i = 0; i < xml.length; i += 65_536) yield xml.subarray(i, i + 65_536)
  }
  const {
    ms: [ours, floor],
  } = await inTurn(
    () => readMembers(chunks(), 'bench', () => {}),
    () => void tokenize(xml),
    Math.max(ROUNDS, 7),
  )
  const ratio = ours / floor
  console.log(
    `XML to members, ${(xml.length / 1e6).toFixed(1)} MB: ${ours.toFixed(0)} ms (${(xml.length / 1000 / ours).toFixed(0)} MB/s), ` +
      `bare tokenizer ${floor.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (${verdict(ratio, READ_GOAL)})`,
  )
}

const convert = (zips: readonly string[], formats: readonly OutFile['format'][]): Promise<ConversionMeasure> =>
  convertMeasured(work, zips, formats)

const ogr = (...args: string[]): void =>
  void execFileSync('ogr2ogr', args, { stdio: 'ignore', env: { ...process.env, GML_ATTRIBUTES_TO_OGR_FIELDS: 'YES' } })

/**
 * What a user does with ogr2ogr: to a GeoPackage, which resolves nothing; and for all three formats, the lines and themes
 * of cables joined to them by SQL afterwards. Cables with several links stay without a line: that join would take longer.
 */
function theirs(xmls: readonly string[], all: boolean): void {
  rmSync(at('theirs'), { recursive: true, force: true })
  mkdirSync(at('theirs'))
  for (const [i, xml] of xmls.entries()) {
    const plain = at(`theirs/${i}.gpkg`)
    ogr('-f', 'GPKG', plain, xml)
    if (!all) continue
    const joined = at(`theirs/${i}-joined.gpkg`)
    const classes = layersOf(plain)
    const owners = LINE_CLASSES.filter((name) => classes.includes(name))
    for (const name of owners)
      ogr('-f', 'GPKG', '-append', joined, plain, '-nln', name, '-nlt', 'LINESTRING', '-sql', joinOf(name))
    const sources = classes.map((name) => [name, owners.includes(name) ? joined : plain] as const)
    for (const [name, from] of sources) ogr('-f', 'GeoJSON', at(`theirs/${i}-${name}.geojson`), from, name)
    for (const from of owners.length > 0 ? [plain, joined] : [plain])
      ogr('-skipfailures', '-f', 'ESRI Shapefile', at(`theirs/${i}-${basename(from, '.gpkg')}-shp`), from)
  }
}

const LINE_CLASSES = [
  ...['Elektriciteitskabel', 'OlieGasChemicalienPijpleiding', 'ThermischePijpleiding', 'Waterleiding', 'Rioolleiding'],
  ...['Telecommunicatiekabel', 'Overig', 'Kabelbed', 'Duct', 'Mantelbuis'],
]

const layersOf = (gpkg: string): string[] =>
  [...execFileSync('ogrinfo', ['-ro', '-q', gpkg], { encoding: 'utf8' }).matchAll(/^\d+: (\w+)/gm)].map(
    ([, name]) => name!,
  )

/** One link is written as `(1:id)`. */
const joinOf = (name: string): string =>
  `SELECT a.*, l.geom, n.thema_href FROM "${name}" a ` +
  "LEFT JOIN UtilityLink l ON l.gml_id = substr(a.link_href, 4, length(a.link_href) - 4) AND a.link_href LIKE '(1:%' " +
  'LEFT JOIN Utiliteitsnet n ON n.gml_id = a.inNetwork_href'

async function job(
  title: string,
  zips: readonly string[],
  xmls: readonly string[],
  formats: readonly OutFile['format'][],
  goal: number,
): Promise<void> {
  let peakMiB = 0
  const {
    ms: [ours, others],
    cpu,
  } = await inTurn(
    async () => {
      peakMiB = Math.max(peakMiB, (await convert(zips, formats)).peakMiB)
    },
    () => theirs(xmls, formats.length > 1),
  )
  const ratio = ours / others
  console.log(
    `${title}: ${(ours / 1000).toFixed(2)} s, ogr2ogr ${(others / 1000).toFixed(2)} s, ` +
      `ratio ${ratio.toFixed(3)} (${verdict(ratio, goal)}); of a core ${cpu[0].toFixed(2)} s and ${cpu[1].toFixed(2)} s, ` +
      `ratio ${(cpu[0] / cpu[1]).toFixed(3)}; peak ${peakMiB} MiB (${verdict(peakMiB, MEMORY_GOAL_MIB)})`,
  )
}

/**
 * What the ground takes beside the same merge without it, each in a process of its own.
 * @param isTimed the goal for the time is one for pictures as they are delivered
 */
async function ground(title: string, zips: readonly string[], isTimed = true): Promise<void> {
  const taken = {
    with: { cpu: [] as number[], bytes: 0, peakMiB: 0 },
    without: { cpu: [] as number[], bytes: 0, peakMiB: 0 },
  }
  for (let round = 0; round <= ROUNDS; round++)
    for (const kind of ['with', 'without'] as const) {
      const { result, peakMiB, cpuSeconds } = await convertMeasured(work, zips, ['gpkg'], { ground: kind === 'with' })
      const of = taken[kind]
      Object.assign(of, { bytes: result.artifacts[0]!.bytes, peakMiB: Math.max(of.peakMiB, peakMiB) })
      if (round > 0) of.cpu.push(cpuSeconds)
    }
  const [cpu, plain] = [median(taken.with.cpu), median(taken.without.cpu)]
  const each = (cpu - plain) / zips.length
  const pictures = zips.reduce((sum, zip) => sum + pictureBytes(zip), 0)
  const growth = (taken.with.bytes - taken.without.bytes) / pictures
  console.log(
    `${title}: the ground takes ${each.toFixed(2)} s of a core a delivery${isTimed ? ` (${verdict(each, GROUND_GOALS.seconds)})` : ''}, ` +
      `${(cpu / plain).toFixed(2)} times the merge without it; peak ${taken.with.peakMiB} MiB ` +
      `(${verdict(taken.with.peakMiB, MEMORY_GOAL_MIB)}), without ${taken.without.peakMiB}; the GeoPackage grows by ` +
      `${growth.toFixed(2)} of the ${(pictures / 1e6).toFixed(1)} MB of pictures (${verdict(growth, GROUND_GOALS.growth)})`,
  )
}

/** The same delivery with its picture at 15 pixels a metre instead of 10: almost as many as are read. */
async function enlarged(zip: string): Promise<string> {
  const folder = at('enlarged')
  execFileSync('unzip', ['-q', zip, '-d', folder])
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'))
  const name = names.find((each) => basename(each).startsWith('GB_'))!
  const { default: gdal } = await import('gdal-async')
  const small = gdal.open(join(folder, name))
  const { x, y } = small.rasterSize
  const size = [x, y].map((pixels) => `${pixels * 1.5}`)
  gdal.translate(at('enlarged.png'), small, ['-of', 'PNG', '-outsize', ...size, '-r', 'nearest']).close()
  small.close()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const zipped = new yazl.ZipFile()
  for (const { parentPath, name: file } of files) {
    const path = join(parentPath, file)
    const isPicture = path === join(folder, name)
    zipped.addFile(isPicture ? at('enlarged.png') : path, relative(folder, path), { compress: !isPicture })
  }
  zipped.end()
  await pipeline(zipped.outputStream, createWriteStream(at('enlarged.zip')))
  rmSync(folder, { recursive: true })
  return at('enlarged.zip')
}

const pictureBytes = (zip: string): number =>
  [
    ...execFileSync('unzip', ['-lqq', zip], { encoding: 'utf8' }).matchAll(/^\s*(\d+) .*bronnen\/GB_[^/]*\.png$/gm),
  ].reduce((sum, [, bytes]) => sum + Number(bytes), 0)

function unpacked(zip: string): string {
  const folder = at(`xml-${basename(zip, '.zip')}`)
  execFileSync('unzip', ['-q', '-o', '-j', zip, '*GI_*.xml', '-d', folder])
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.xml'))!)
}

/** @param number of the delivery, where there are several: each has its own request, place and objects */
async function generated(megabytes: number, number = 1): Promise<string> {
  const klicNumber = `22G${String(number).padStart(6, '0')}`
  const xml = at(`GI_gebiedsinformatielevering_${klicNumber}_1_V2.xml`)
  await writeLargeGml(xml, megabytes * 1e6, number)
  const zip = new yazl.ZipFile()
  zip.addReadStream(createReadStream(xml), `${klicNumber}_1/${basename(xml)}`, { compressionLevel: 1 })
  zip.end()
  const path = at(`generated-${megabytes}-${number}.zip`)
  await pipeline(zip.outputStream, createWriteStream(path))
  rmSync(xml)
  return path
}

async function large(): Promise<void> {
  const secondsPerMegabyte: number[] = []
  for (const megabytes of [Math.round(MEGABYTES / 10), MEGABYTES]) {
    const zip = await generated(megabytes)
    const start = performance.now()
    const { peakMiB, cpuSeconds } = await convert([zip], ['gpkg'])
    const seconds = (performance.now() - start) / 1000
    rmSync(zip)
    secondsPerMegabyte.push(cpuSeconds / megabytes)
    console.log(
      `Generated delivery of ${megabytes} MB, ZIP to sealed GeoPackage: ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of a core), ${(megabytes / seconds).toFixed(0)} MB/s, ` +
        `peak ${peakMiB} MiB (${verdict(peakMiB, LARGE_MEMORY_GOAL_MIB)})`,
    )
  }
  const growth = secondsPerMegabyte[1]! / secondsPerMegabyte[0]!
  console.log(`Work per megabyte, ten times the size: ${growth.toFixed(2)} times (${verdict(growth, LINEAR_GOAL)})`)
}

/** Twenty deliveries, and a hundred of 27 MB: what memory they take, and whether the last cost as much as the first. */
async function many(): Promise<void> {
  const zips: string[] = []
  for (let number = 1; number <= 100; number++) zips.push(await generated(27, number))
  const cpu = new Map<number, number>()
  for (const [count, goal] of [
    [1, MEMORY_GOAL_MIB],
    [10, MEMORY_GOAL_MIB],
    [20, MEMORY_GOAL_MIB],
    [100, MANY_MEMORY_GOAL_MIB],
  ] as const) {
    const start = performance.now()
    const { peakMiB, cpuSeconds } = await convert(zips.slice(0, count), ['gpkg', 'geojson'])
    cpu.set(count, cpuSeconds)
    console.log(
      `${count} generated deliveries of 27 MB to GeoPackage and GeoJSON: ${((performance.now() - start) / 1000).toFixed(1)} s ` +
        `(${cpuSeconds.toFixed(1)} s of a core), peak ${peakMiB} MiB (${verdict(peakMiB, goal)})`,
    )
  }
  const growth = (cpu.get(100)! - cpu.get(10)!) / 90 / ((cpu.get(10)! - cpu.get(1)!) / 9)
  console.log(
    `Work per delivery, from the 11th to the 100th against the 2nd to the 10th: ${growth.toFixed(2)} times (${verdict(growth, LINEAR_GOAL)})`,
  )
  for (const zip of zips) rmSync(zip)
}

const SHIFTED_CLOCK = 'const now = Date.now; Date.now = () => now() + 400 * 86400e3'

/** Once here and now, and once in another time zone a year later. */
async function same(zip: string): Promise<void> {
  const formats = ['gpkg', 'geojson', 'shp', 'dxf', 'xlsx'] as const
  const sums = async (options: Parameters<typeof convertMeasured>[3]) => {
    const { result } = await convertMeasured(work, [zip], formats, options)
    return result.artifacts.map(({ format, sha256 }) => `${format} ${sha256}`)
  }
  const here = await sums({})
  const there = await sums({ preload: SHIFTED_CLOCK, env: { TZ: 'Pacific/Kiritimati' } })
  const other = here.filter((sum, i) => sum !== there[i])
  if (other.length > 0) missed++
  console.log(
    `The same bytes in another zone a year later, ${formats.join(', ')}: ${other.length === 0 ? 'pass' : 'FAIL'}`,
  )
}

console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)
try {
  const largest = deliveries.find((zip) => isOf(zip, '22O000517'))
  if (largest) {
    if (isAsked('reading')) await reading(largest)
    if (isAsked('same')) await same(largest)
    if (isAsked('ground')) {
      const asked = deliveries.filter((zip) => numbers.length === 0 || numbers.some((number) => isOf(zip, number)))
      for (const zip of asked) await ground(basename(zip, '.zip'), [zip])
      if (asked.length > 1) await ground(`${asked.length} deliveries merged`, asked)
      const wide = asked.find((zip) => isOf(zip, '22C001966'))
      if (wide) await ground('The same with a picture of 95 megapixels', [await enlarged(wide)], false)
    }
    if (!isAsked('jobs')) console.log('Whole jobs are left out.')
    else if (spawnSync('ogr2ogr', ['--version']).status === 0) {
      const xmls = deliveries.map(unpacked)
      const xml = xmls[deliveries.indexOf(largest)]!
      await job('Largest delivery to GeoPackage', [largest], [xml], ['gpkg'], PLAIN_GOAL)
      await job('Largest delivery to three formats', [largest], [xml], ['gpkg', 'geojson', 'shp'], JOB_GOAL)
      await job('All deliveries merged to three formats', deliveries, xmls, ['gpkg', 'geojson', 'shp'], MERGED_GOAL)
    } else console.log('ogr2ogr is not installed: nothing to compare with')
  } else console.log('the example deliveries (../shared/deliveries) are not here')
  if (isAsked('many')) await many()
  if (isAsked('large')) await large()
  console.log(missed === 0 ? 'All goals met.' : `${missed} goals missed.`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

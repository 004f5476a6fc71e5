/**
 * What a site package of the example deliveries weighs and takes, against the goals of the project: those of one town merged, with
 * and without the ground, and the largest, beside the making of its GeoPackage in the same run. With a server in this process; what is
 * made by other processes there (the print) is made in this one. Then its page from a file in a Chromium with a processor four times
 * slower: how soon its map is seen, from a tap to what lies there, and what it asks of the network. And of each delivery alone whether
 * the page has by theme and operator as many objects as the GeoPackage.
 *
 *   node test/bench/site.ts
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import type { SiteMapFacts, SiteRow } from '../../server/exports/tiles/site-map.ts'
import { verifySignedZip } from '../../server/features/verify-signed-zip.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { openWorld } from '../support/api-world.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { shared } from '../support/shared.ts'
import { siteJob } from '../support/site-job.ts'
import { type PhoneTimes, phoneTimes } from './site-phone.ts'

const GOALS = { withGround: 25, without: 8, made: 2, firstPicture: 3, tap: 100, requests: 0, differences: 0 }
const TIMES = 3
const folder = shared('deliveries')
if (!folder) {
  console.log('No example deliveries beside the repository: nothing is measured.')
  process.exit(0)
}
const deliveries = readdirSync(folder)
  .filter((name) => name.endsWith('.zip'))
  .sort()
  .map((name) => join(folder, name))
/** Not by its ZIP: of that a picture of the ground may be most. */
const objectBytes = new Map<string, number>()
for (const path of deliveries) objectBytes.set(path, await bytesOfXml(path))
const largest = deliveries.toSorted((a, b) => objectBytes.get(b)! - objectBytes.get(a)!)[0]!
/** Those that lie in one town: the others are far from it. */
const town = deliveries.filter((path) => /22G00318[12]|22O00051[78]/.test(path))

const closers: (() => unknown)[] = []
const world = await openWorld({ after: (act: () => unknown) => void closers.push(act) } as unknown as TestContext)
const { cookie } = await world.signIn()
let missed = 0
const against = (value: number, goal: number, unit: string): string => {
  if (value > goal) missed++
  return `${value.toFixed(1)} ${unit} (goal ${goal}: ${value <= goal ? 'met' : 'MISSED'})`
}

async function bytesOfXml(zip: string): Promise<number> {
  let bytes = 0
  for await (const { name, chunks } of filesInZip(zip))
    for await (const chunk of chunks) if (name.endsWith('.xml')) bytes += chunk.length
  return bytes
}

async function measured(zips: readonly string[], ground: boolean) {
  const { summary } = await siteJob(world, zips, { ground, reference: 'measured' })
  const [minX, minY, maxX, maxY] = summary.extent!
  const ring = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
    [minX, minY],
  ]
  const job = await siteJob(world, zips, { ground, geometry: { type: 'Polygon', coordinates: [ring] } })
  const begun = performance.now()
  const answer = await fetch(`${world.baseUrl}/dashboard/api/jobs/${job.job_id}/site`, { headers: { Cookie: cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const ms = performance.now() - begun
  if (answer.status !== 200) throw new Error(`${answer.status} ${bytes.toString()}`)
  const path = join(world.dataDir, 'site.zip')
  writeFileSync(path, bytes)
  const { unchanged, manifest } = await verifySignedZip(path)
  if (!unchanged) throw new Error('The package is not as it was signed')
  return {
    ...job,
    ms,
    mb: bytes.length / 1e6,
    page: await pageIn(path),
    gpkgPath: join(world.dataDir, job.gpkg.name),
    places: placesOn(join(world.dataDir, job.gpkg.name)),
    files: manifest!.files,
    km2: ((maxX - minX) * (maxY - minY)) / 1e6,
  }
}

/** On cables all over the result, in degrees. */
function placesOn(gpkg: string): [number, number][] {
  const reader = openResult(gpkg)
  try {
    const cables = [...reader.features('kabel_of_leiding', { columns: [] })]
    return Array.from({ length: 8 }, (_, i) => cables[Math.floor(((i + 0.5) * cables.length) / 8)]).flatMap((cable) =>
      cable?.geometry?.type === 'MultiLineString'
        ? [lngLatFromRd([cable.geometry.lines[0]![0]!, cable.geometry.lines[0]![1]!]) as [number, number]]
        : [],
    )
  } finally {
    reader.close()
  }
}

async function pageIn(zip: string): Promise<string> {
  for await (const { name, chunks } of filesInZip(zip)) {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) if (name === 'index.html') parts.push(chunk)
    if (name === 'index.html') return Buffer.concat(parts).toString()
  }
  throw new Error('The package has no page')
}

/** By layer, theme and operator. */
type Counts = Map<string, number>
const count = (counts: Counts, ...key: unknown[]): unknown =>
  counts.set(key.join(' '), (counts.get(key.join(' ')) ?? 0) + 1)

/** What lies in the page itself, as its program reads it. */
function countsInPage(html: string): Counts {
  const facts: SiteMapFacts = JSON.parse(/id="site-facts">([^<]*)</.exec(html)![1]!)
  const counts: Counts = new Map()
  for (const { layer, columns, firsts } of facts.objects) {
    const [theme, owner] = [columns.indexOf('thema'), columns.indexOf('bronhouder')]
    for (const no of firsts.keys()) {
      const [, base64] = new RegExp(`id="o/${layer}/${no}">([^<]*)<`).exec(html)!
      const rows: SiteRow[] = JSON.parse(gunzipSync(Buffer.from(base64!, 'base64')).toString())
      for (const [, , cells] of rows) count(counts, layer, cells[theme], cells[owner])
    }
  }
  return counts
}

function countsInResult(gpkg: string): Counts {
  const reader = openResult(gpkg)
  try {
    const counts: Counts = new Map()
    for (const { name } of LAYERS)
      for (const { cells } of reader.features(name, { columns: ['thema', 'bronhouder'] })) count(counts, name, ...cells)
    return counts
  } finally {
    reader.close()
  }
}

/** Kinds of which one has more than the other. */
function differences({ page, gpkgPath }: { page: string; gpkgPath: string }) {
  const [own, known] = [countsInPage(page), countsInResult(gpkgPath)]
  const kinds = new Set([...own.keys(), ...known.keys()])
  const objects = [...known.values()].reduce((sum, each) => sum + each, 0)
  return { kinds: kinds.size, objects, differing: [...kinds].filter((key) => own.get(key) !== known.get(key)).length }
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Its page on a telephone, a few times. */
async function onTelephone({ page: html, places }: { page: string; places: [number, number][] }): Promise<void> {
  if (noBrowser) return console.log(`  on a telephone: not measured, ${noBrowser}`)
  const page = join(world.dataDir, 'page.html')
  writeFileSync(page, html)
  const browser = await startBrowser({ drawn: true })
  try {
    const times: PhoneTimes[] = []
    for (let i = 0; i < TIMES; i++) times.push(await phoneTimes(browser, page, places))
    const taps = times.flatMap(({ tapsMs }) => tapsMs.filter((ms) => ms !== null))
    const first = middle(times.map(({ firstPictureMs }) => firstPictureMs)) / 1000
    const alive = middle(times.map(({ aliveMs }) => aliveMs)) / 1000
    const whole = times.flatMap(({ firstTapMs }) => (firstTapMs === null ? [] : [firstTapMs]))
    const [load] = loadavg()
    console.log(`  opened from a file, processor 4 times slower, middle of ${TIMES} (load ${load!.toFixed(1)}):`)
    console.log(
      `    first picture: ${against(first, GOALS.firstPicture, 's')}; the map answers after ${alive.toFixed(1)} s`,
    )
    console.log(
      `    tap to card, middle of ${taps.length}: ${against(middle(taps), GOALS.tap, 'ms')}; slowest ${Math.max(...taps).toFixed(0)} ms`,
    )
    const asked = times.reduce((sum, { requests }) => sum + requests.length, 0)
    console.log(`    requests that leave the page: ${against(asked, GOALS.requests, 'of them')}`)
    if (whole.length > 0) console.log(`    tap on the whole at once: ${middle(whole).toFixed(0)} ms`)
  } finally {
    await browser.close()
  }
}

const sizes = (files: readonly { kind: string; bytes: number }[]): string =>
  Object.entries(Object.groupBy(files, ({ kind }) => kind))
    .map(
      ([kind, list]) =>
        `${kind} ${list!.length}, ${(list!.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`,
    )
    .join('; ')

console.log(`load ${loadavg()[0]!.toFixed(1)}`)
for (const ground of [true, false]) {
  const made = await measured(town, ground)
  const { mb, files, km2, summary } = made
  console.log(
    `${town.length} deliveries of one town merged (${summary.features} features in ${km2.toFixed(2)} km2 around them), ${ground ? 'with' : 'without'} ground`,
  )
  console.log(`  ${against(mb, ground ? GOALS.withGround : GOALS.without, 'MB')}; before packing: ${sizes(files)}`)
  if (ground) await onTelephone(made)
}
const made = await measured([largest], true)
const alone = [made]
const { mb, ms, mergeMs, gpkg, files } = made
console.log(`the largest delivery (${basename(largest)}): ${mb.toFixed(1)} MB; before packing: ${sizes(files)}`)
console.log(`  size, times its GeoPackage: ${against((mb * 1e6) / gpkg.bytes.length, GOALS.made, 'x')}`)
console.log(
  `  made in ${(ms / 1000).toFixed(1)} s, times its GeoPackage's ${(mergeMs / 1000).toFixed(1)} s: ${against(ms / mergeMs, GOALS.made, 'x')}`,
)
await onTelephone(made)
for (const path of deliveries) if (path !== largest) alone.push(await measured([path], false))
const compared = alone.map(differences)
const sum = (of: 'kinds' | 'objects' | 'differing') => compared.reduce((total, each) => total + each[of], 0)
console.log(`page against GeoPackage, each of ${alone.length} deliveries alone: ${sum('objects')} objects`)
console.log(
  `  of ${sum('kinds')} kinds (layer, theme, operator) so many differ: ${against(sum('differing'), GOALS.differences, 'kinds')}`,
)
for (const act of closers.toReversed()) await act()
process.exitCode = missed > 0 ? 1 : 0

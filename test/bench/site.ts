/**
 * What a site package of the example deliveries weighs and takes, against the goals of the project: those of one town merged, with
 * and without the ground, and the largest, beside the making of its GeoPackage in the same run. With a server in this process; what is
 * made by other processes there (the print) is made in this one.
 *
 *   node test/bench/site.ts
 */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifySite } from '../../server/conversion/verify-site.ts'
import type { SiteFileKind } from '../../server/domain/site/site-package.ts'
import { openWorld } from '../support/api-world.ts'
import { shared } from '../support/shared.ts'
import { siteJob } from '../support/site-job.ts'

const GOALS = { withGround: 25, without: 8, made: 2 }
const folder = shared('deliveries')
if (!folder) {
  console.log('No example deliveries beside the repository: nothing is measured.')
  process.exit(0)
}
const deliveries = readdirSync(folder)
  .filter((name) => name.endsWith('.zip'))
  .sort()
  .map((name) => join(folder, name))
const largest = deliveries.toSorted((a, b) => statSync(b).size - statSync(a).size)[0]!
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
  const { unchanged, manifest } = await verifySite(path)
  if (!unchanged) throw new Error('The package is not as it was signed')
  return {
    ...job,
    ms,
    mb: bytes.length / 1e6,
    path,
    files: manifest!.files,
    km2: ((maxX - minX) * (maxY - minY)) / 1e6,
  }
}

const sizes = (files: readonly { kind: SiteFileKind; bytes: number }[]): string =>
  Object.entries(Object.groupBy(files, ({ kind }) => kind))
    .map(
      ([kind, list]) =>
        `${kind} ${list!.length}, ${(list!.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`,
    )
    .join('; ')

console.log(`load ${loadavg()[0]!.toFixed(1)}`)
for (const ground of [true, false]) {
  const { mb, files, km2, summary } = await measured(town, ground)
  console.log(
    `${town.length} deliveries of one town merged (${summary.features} features in ${km2.toFixed(2)} km2 around them), ${ground ? 'with' : 'without'} ground`,
  )
  console.log(`  ${against(mb, ground ? GOALS.withGround : GOALS.without, 'MB')}; before packing: ${sizes(files)}`)
}
const { mb, ms, mergeMs, gpkg, files } = await measured([largest], true)
console.log(`the largest delivery: ${mb.toFixed(1)} MB; before packing: ${sizes(files)}`)
console.log(`  size, times its GeoPackage: ${against((mb * 1e6) / gpkg.bytes.length, GOALS.made, 'x')}`)
console.log(
  `  made in ${(ms / 1000).toFixed(1)} s, times its GeoPackage's ${(mergeMs / 1000).toFixed(1)} s: ${against(ms / mergeMs, GOALS.made, 'x')}`,
)
for (const act of closers.toReversed()) await act()
process.exitCode = missed > 0 ? 1 : 0

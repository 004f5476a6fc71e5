/**
 * What the preliminary result costs when one more delivery has come (issue 22): those before it were read when they came, and what
 * was read of them is kept. Beside it the same merge that reads all of them. Ratios of work of a processor, in turn, medians. With
 * the example deliveries beside the repository those; else generated ones.
 *
 *   npm run bench -- preliminary [rounds, default 5]
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeliverySource } from '../../server/imkl/model/conversion-task.ts'
import { writeLargeGml } from '../support/imkl-district.ts'
import { convertMeasured } from '../support/measured-conversion.ts'
import { median } from '../support/median.ts'
import { shared } from '../support/shared.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const GENERATED = 6
const GENERATED_BYTES = 10e6
const work = mkdtempSync(join(tmpdir(), 'klic-bench-preliminary-'))
const kept = join(work, 'kept')
const readings = join(work, 'readings')

async function deliveries(): Promise<string[]> {
  const folder = shared('deliveries')
  if (folder)
    return readdirSync(folder)
      .filter((name) => name.endsWith('.zip'))
      .map((name) => join(folder, name))
  console.log('The example deliveries (../shared/deliveries) are not here: generated ones.')
  const paths: string[] = []
  for (let number = 1; number <= GENERATED; number++) {
    const folder = join(work, `generated ${number}`)
    mkdirSync(folder)
    const klicNumber = `22G${String(number).padStart(6, '0')}`
    paths.push(join(folder, `GI_gebiedsinformatielevering_${klicNumber}_1_V2.xml`))
    await writeLargeGml(paths.at(-1)!, GENERATED_BYTES, number)
  }
  return paths
}

const megabytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6

try {
  const zips = await deliveries()
  const convert = (sources: (string | DeliverySource)[]) => convertMeasured(work, sources, ['gpkg'])
  const before = zips.map((path, at) => ({ path, reading: join(kept, String(at)) })).slice(0, -1)
  const { result } = await convert(before)
  const again = zips.map((path, at) => ({ path, reading: join(readings, String(at)) }))
  const cpu: { all: number[]; one: number[]; peakMiB: number } = { all: [], one: [], peakMiB: 0 }
  let isSame = result.artifacts.length === 1
  for (let round = 0; round <= ROUNDS; round++) {
    const all = await convert(zips)
    rmSync(readings, { recursive: true, force: true })
    mkdirSync(readings)
    for (const name of readdirSync(kept)) copyFileSync(join(kept, name), join(readings, name))
    const one = await convert(again)
    isSame &&= all.result.artifacts[0]!.sha256 === one.result.artifacts[0]!.sha256
    // The first warms the caches.
    if (round === 0) continue
    cpu.all.push(all.cpuSeconds)
    cpu.one.push(one.cpuSeconds)
    cpu.peakMiB = Math.max(cpu.peakMiB, one.peakMiB)
  }
  const ratio = median(cpu.one) / median(cpu.all)
  console.log(
    `${zips.length} deliveries, the last one new, load ${loadavg()[0]!.toFixed(1)}, ${ROUNDS} rounds, medians of processor time\n` +
      `all of them read: ${median(cpu.all).toFixed(2)} s\n` +
      `the new one read: ${median(cpu.one).toFixed(2)} s, peak ${cpu.peakMiB} MiB\n` +
      `ratio ${ratio.toFixed(2)}; the same bytes: ${isSame ? 'yes' : 'NO'}\n` +
      `kept in between: ${megabytesIn(readings).toFixed(1)} MB of ${(zips.reduce((sum, zip) => sum + statSync(zip).size, 0) / 1e6).toFixed(1)} MB of deliveries`,
  )
  if (!isSame) process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

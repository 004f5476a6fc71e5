/**
 * How fast a delivery is read and merged, and how much memory that takes: the largest example delivery where it is
 * present, and a synthetic GML (1 GB, or the number of megabytes given). Each measurement runs in a process of its own,
 * since the peak of memory is that of a process. Nothing is written but the temporary folder.
 *
 *   node test/bench/imkl.ts [megabytes]
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeDeliveries } from '../../server/imkl/merge.ts'
import { openSource } from '../../server/imkl/source.ts'
import { openStaging } from '../../server/store/staging.ts'
import { writeLargeGml } from '../support/imkl-district.ts'
import { shared } from '../support/shared.ts'

const MEASURE = '--measure'

async function measure(path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-bench-'))
  const staging = openStaging(join(folder, 'staging.db'))
  try {
    const opened = await openSource({ path })
    const megabytes = opened.deliveries.reduce((sum, { gmlBytes }) => sum + gmlBytes, 0) / 1e6
    await opened.close()
    let features = 0
    const started = performance.now()
    await mergeDeliveries([{ path }], staging, { feature: () => void features++, row: () => {} })
    const seconds = (performance.now() - started) / 1000
    const peakMiB = process.resourceUsage().maxRSS / 1024
    const stagingMiB = statSync(join(folder, 'staging.db')).size / 1024 ** 2
    console.log(
      `  ${megabytes.toFixed(1)} MB, ${features} features: ${seconds.toFixed(2)} s, ${(megabytes / seconds).toFixed(0)} MB/s, ` +
        `peak ${peakMiB.toFixed(0)} MiB, staging ${stagingMiB.toFixed(0)} MiB`,
    )
  } finally {
    staging.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function measureApart(title: string, path: string): void {
  console.log(title)
  const run = spawnSync(process.execPath, [import.meta.filename, MEASURE, path], { stdio: 'inherit' })
  if (run.status !== 0) throw new Error(`${title} failed`)
}

async function all(megabytes: number): Promise<void> {
  const largest = shared('deliveries/Levering_22O000517_1.zip')
  if (largest) measureApart('largest example delivery (process start not counted)', largest)
  else console.log('the example deliveries (../shared/deliveries) are not here')
  const folder = mkdtempSync(join(tmpdir(), 'klic-bench-'))
  try {
    const path = join(folder, 'GI_large.xml')
    await writeLargeGml(path, megabytes * 1e6)
    measureApart(`synthetic GML of ${megabytes} MB`, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[2] === MEASURE) await measure(process.argv[3]!)
else await all(Number(process.argv[2] ?? 1000))

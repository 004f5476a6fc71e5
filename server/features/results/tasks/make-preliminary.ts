/**
 * Merges the deliveries so far of a job that waits for more, under a number of its own, into a file that says that it is
 * preliminary. It is no revision of the result, and no event is sent for it; the result is made later as if it had never been.
 */
import { revisionOf } from '../../../imkl/model/preliminary.ts'
import type { Flow } from '../../../platform/queue/port.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { keepResultFiles } from '../../converted-files.ts'
import { retryWhileUnavailable } from '../../jobs/filing/unavailability-retry.ts'
import { readDeliveriesOfJob } from '../../jobs/rows/deliveries.ts'
import { jobById, partsOfJob } from '../../jobs/rows/orders.ts'
import type { Database } from '../../services.ts'
import type { Conversions, Logging } from '../../task-context.ts'
import { giveUpPreliminary, recordPreliminary, wantedPreliminary } from '../rows/preliminary.ts'
import { mergeDeliveries } from './merge-job.ts'
import { dropOtherReadings } from './reading-cache.ts'
import { geoPackageKey, removeUnnamed } from './result-files.ts'

export const makePreliminary = (services: Database & Conversions & Logging): Flow<{ jobId: string; no: number }> => ({
  name: 'make-preliminary',
  version: '1',
  async run({ jobId, no }, steps) {
    const act = () => make(services, jobId, no)
    await retryWhileUnavailable(services, steps, 'make', async () => jobId, act, {
      attempts: 4,
      firstMs: 2000,
      maxMs: 60_000,
    })
  },
})

async function make(services: Database & Conversions & Logging, jobId: string, no: number): Promise<null> {
  const { store } = services
  const revision = revisionOf(no)
  const file = { path: geoPackageKey(jobId, revision, '', false), format: 'gpkg' } as const
  const asked = await wantedPreliminary(store, jobId)
  // More has come since, or all of it: what a life that was cut short left of this one goes.
  if (asked?.wanted !== no || asked.done >= no) {
    if (asked?.made !== no) await removeUnnamed(services, undefined, file)
    return null
  }
  const job = (await jobById(store, jobId))!
  const parts = await partsOfJob(store, jobId)
  const deliveries = await readDeliveriesOfJob(store, jobId)
  // Files that a company keeps no longer are not fetched again for it.
  if (deliveries.length === 0 || deliveries.some(({ path }) => path === null)) {
    await giveUpPreliminary(store, jobId, no)
    return null
  }
  try {
    const toMerge = { job, revision, parts, deliveries, keys: { gpkg: file.path }, again: true } as const
    const { artifacts, summary } = await mergeDeliveries(services, toMerge)
    await dropOtherReadings(
      services.readingsDir,
      jobId,
      deliveries.flatMap(({ sha256 }) => sha256 ?? []),
    )
    const [made] = artifacts
    if (!made) throw new Error('The conversion named no file')
    await keepResultFiles(services, file.path, made)
    const at = services.clock.now().toISOString()
    const isShown = await recordPreliminary(store, {
      jobId,
      artifactId: services.ids.make('art'),
      artifact: { ...made, path: file.path },
      facts: { no, parts: deliveries.length, features: summary?.features ?? 0, made_at: at },
      summary,
    })
    if (!isShown) await removeUnnamed(services, undefined, file)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.error({ jobId, reason: error.message }, 'What has come of a job could not be merged')
    await giveUpPreliminary(store, jobId, no)
  }
  return null
}

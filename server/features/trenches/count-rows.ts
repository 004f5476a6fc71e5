/** Counts the open rows of a trench plan on a new result. What it must know after a kill stands in the rows. */
import { join } from 'node:path'
import type { TrenchRow } from '../../imkl/model/trench-plan.ts'
import type { Flow } from '../../platform/queue/port.ts'
import { Refusal } from '../../platform/refusal.ts'
import { retryWhileUnavailable } from '../jobs/filing/unavailability-retry.ts'
import { requeueDamagedArtifact } from '../jobs/rows/artifacts.ts'
import type { Database } from '../services.ts'
import type { Conversions, Logging } from '../task-context.ts'
import { countOpenRows, planOfJob, plansToCount } from './rows.ts'

type CountServices = Database & Conversions & Logging

export const countTrenchRows = (services: CountServices): Flow<{ jobId: string }> => ({
  name: 'count-trench-rows',
  version: '1',
  async run({ jobId }, steps) {
    const act = () => count(services, jobId)
    await retryWhileUnavailable(services, steps, 'count', async () => jobId, act, {
      attempts: 4,
      firstMs: 1000,
      maxMs: 30_000,
    })
  },
})

async function count(services: CountServices, jobId: string): Promise<null> {
  const { store, storage } = services
  const uncounted = await plansToCount(store.db).where('plan.job_id', '=', jobId).executeTakeFirst()
  const plan = uncounted && (await planOfJob(store.db, jobId))
  if (!plan) return null
  const { company_id, result_revision, artifact_id, path: key, sha256, bytes } = uncounted
  if (!(await storage.isIntact({ key, sha256, bytes }))) {
    await requeueDamagedArtifact(store.db, artifact_id)
    return null
  }
  const { works, parameters } = plan
  const tempDir = join(services.tempDir, `trenches-${jobId}`)
  const rows = await storage
    .use([{ key, sha256 }], ([gpkg]) =>
      services.convert({ kind: 'trenches', result: { gpkg: gpkg! }, works, parameters, out: [], tempDir }, company_id),
    )
    .then(({ trenchPlan }) => trenchPlan!.rows)
    .catch((error: unknown) => {
      // Of this result there is no plan for these works: how many are open stays unknown.
      if (error instanceof Refusal) return null
      throw error
    })
  await keepCount(services, plan, rows, result_revision)
  return null
}

/** @param rows null: the count stays unknown until the plan, what was found or the result is another */
export async function keepCount(
  { store, clock }: Database,
  plan: { jobId: string; revision: number },
  rows: readonly TrenchRow[] | null,
  resultRevision: number,
): Promise<void> {
  const at = clock.now().toISOString()
  await store.transaction({ job: plan.jobId }, (trx) => countOpenRows(trx, plan, rows, resultRevision, at))
}

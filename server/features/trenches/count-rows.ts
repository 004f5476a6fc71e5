/** Counts the open rows of a trench plan on a new result. What it must know after a kill stands in the rows. */
import { join } from 'node:path'
import type { TrenchRow } from '../../imkl/model/trench-plan.ts'
import type { Flow } from '../../platform/queue/port.ts'
import { Refusal, TryLater } from '../../platform/refusal.ts'
import { retryWhileUnavailable } from '../jobs/filing/unavailability-retry.ts'
import { plansToCount } from '../jobs/rows/trench-plans.ts'
import type { Database } from '../services.ts'
import type { Conversions, Logging } from '../task-context.ts'
import { resultsOfPlan } from './plan-results.ts'
import { countOpenRows, type PlanOwner, planIn } from './rows.ts'

const RETRY = { attempts: 4, firstMs: 1000, maxMs: 30_000 }

type CountServices = Database & Conversions & Logging

export const countTrenchRows = (services: CountServices): Flow<{ jobId: string }> => ({
  name: 'count-trench-rows',
  version: '1',
  async run({ jobId }, steps) {
    const act = () => count(services, jobId)
    await retryWhileUnavailable(services, steps, 'count', async () => jobId, act, RETRY)
  },
})

async function count(services: CountServices, jobId: string): Promise<null> {
  const { store, storage } = services
  const uncounted = await plansToCount(store.db).where('job_id', '=', jobId).executeTakeFirst()
  const plan = uncounted && (await planIn(store.db, jobId))
  if (!plan) return null
  const { company_id } = uncounted
  const { works, parameters } = plan
  const tempDir = join(services.tempDir, `trenches-${jobId}`)
  try {
    const found = await resultsOfPlan({ ...services, nudge() {} }, company_id, plan, works)
    const { gpkgs, awaited } = found
    const rows = await storage
      .use(gpkgs, (paths) => {
        const task = { results: paths.map((gpkg) => ({ gpkg })), awaited, works, parameters, out: [], tempDir }
        return services.convert({ kind: 'trenches', ...task }, company_id)
      })
      .then(({ trenchPlan }) => trenchPlan!.rows)
      .catch((error: unknown) => {
        // Of these results there is no plan for these works: how many are open stays unknown.
        if (error instanceof Refusal) return null
        throw error
      })
    await keepCount(services, plan, rows, found)
  } catch (error) {
    // A result that is being made again comes with another count.
    if (!(error instanceof TryLater)) throw error
  }
  return null
}

/** @param rows null: the count stays unknown until the plan, what was found or a result is another */
export async function keepCount(
  { store, clock }: Database,
  plan: PlanOwner & { revision: number },
  rows: readonly TrenchRow[] | null,
  counted: Parameters<typeof countOpenRows>[3],
): Promise<void> {
  const at = clock.now().toISOString()
  await store.transaction({ job: plan.jobId }, (trx) => countOpenRows(trx, plan, rows, counted, at))
}

/** The warning of a job that the registry keeps waiting: written with the first failure, taken away with an answer. */

import type { Store } from '../../../platform/database/open.ts'
import type { WaitReason } from '../../../platform/refusal.ts'
import type { Warning } from '../../../registry/warnings.ts'
import { type WaitsFor, withoutWaiting, withWaiting } from '../rules/waiting.ts'

const change = (store: Store, jobId: string, to: (warnings: Warning[]) => Warning[]): Promise<void> =>
  store.transaction({ job: jobId }, async (trx) => {
    const job = await trx.selectFrom('job').select('warnings').where('id', '=', jobId).executeTakeFirst()
    if (!job) return
    const warnings = JSON.stringify(to(JSON.parse(job.warnings)))
    if (warnings !== job.warnings) await trx.updateTable('job').set({ warnings }).where('id', '=', jobId).execute()
  })

export const recordWaiting = (store: Store, jobId: string, reason: WaitReason, since: string): Promise<void> =>
  change(store, jobId, (warnings) => withWaiting(warnings, reason, since))

/** @param ended what a step got through to: what others wait for stays */
export const endWaiting = (store: Store, jobId: string, ended: WaitsFor): Promise<void> =>
  change(store, jobId, (warnings) => withoutWaiting(warnings, ended))

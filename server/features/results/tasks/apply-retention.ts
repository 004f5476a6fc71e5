/**
 * What a company keeps no longer is removed, at least a week after it was said: for its age, or, the oldest first, because
 * there is more than the company's share. No file is removed unless somebody has set it; the area of a quote that nobody
 * submitted goes by itself.
 */

import { AREA_KEPT_DAYS } from '../../../cut/quote.ts'
import { WARNED_BEFORE_DAYS, wholeGb } from '../../../platform/storage/retention.ts'
import { bytesOfFiles } from '../../company-quota.ts'
import type { RemovedFiles } from '../../jobs/removed-files.ts'
import { expiredWithArea, forgetArea } from '../../jobs/rows/open-quotes.ts'
import { jobById } from '../../jobs/rows/orders.ts'
import type { Database } from '../../services.ts'
import { companyIds } from '../../settings/company-rows.ts'
import type { CompanySettings } from '../../settings/settings.ts'
import type { Conversions, Settings } from '../../task-context.ts'
import { DAY } from '../../task-context.ts'
import { eventTarget } from '../../webhooks/event-types.ts'
import { filedOrderIds } from '../../webhooks/rows.ts'
import { bareFiles, recordBareGone } from '../ground/rows.ts'
import {
  announceRemoval,
  cancelRemoval,
  filesToRemove,
  jobsWithFiles,
  type KeptFiles,
  markRemoved,
  openRemovals,
  type RemovalRow,
  recordFilesGone,
} from '../rows/removals.ts'
import { dropOldReadings } from './reading-cache.ts'
import { keysToRemove } from './result-files.ts'

/** The next look takes the rest. */
const AT_ONCE = 200

export async function applyRetention(needs: Database & Settings & Conversions): Promise<void> {
  for (const companyId of await companyIds(needs.store.db)) {
    const settings = await needs.settingsOf(companyId)
    await announceAged(needs, companyId, settings)
    await announceOverQuota(needs, companyId, settings)
    await removeDue(needs, companyId, settings)
  }
  for (const removal of await filesToRemove(needs.store.db)) {
    for (const key of JSON.parse(removal.files) as string[]) await needs.storage.remove(key)
    await recordFilesGone(needs.store.db, removal)
  }
  for (const bare of await bareFiles(needs.store.db, AT_ONCE)) {
    for (const key of keysToRemove(bare)) await needs.storage.remove(key)
    await recordBareGone(needs.store.db, bare)
  }
  await needs.storage.tidy()
  await dropOldReadings(needs.store, needs.readingsDir)
  const expiredBefore = new Date(needs.clock.now().getTime() - AREA_KEPT_DAYS * DAY).toISOString()
  for (const jobId of await expiredWithArea(needs.store.db, expiredBefore, AT_ONCE)) {
    await forgetArea(needs.store, jobId, expiredBefore)
  }
}

const daysFor = (what: RemovedFiles, settings: CompanySettings): number | null =>
  settings[what === 'results' ? 'storage.keep_results_days' : 'storage.keep_deliveries_days']

async function announceAged(needs: Database, companyId: string, settings: CompanySettings): Promise<void> {
  for (const what of ['results', 'deliveries'] as const) {
    const days = daysFor(what, settings)
    if (days === null) continue
    const before = new Date(needs.clock.now().getTime() - (days - WARNED_BEFORE_DAYS) * DAY).toISOString()
    for (const job of await jobsWithFiles(needs.store.db, companyId, what, before, AT_ONCE)) {
      await announce(needs, companyId, settings, job, what, 'age', Date.parse(job.readyAt) + days * DAY)
    }
  }
}

async function announceOverQuota(needs: Database, companyId: string, settings: CompanySettings): Promise<void> {
  const quota = settings['storage.quota_gb']
  if (quota === null) return
  let over = (await bytesOfFiles(needs.store.db, companyId, 'staying')) - wholeGb(quota)
  if (over <= 0) return
  const now = needs.clock.now().toISOString()
  for (const job of await jobsWithFiles(needs.store.db, companyId, 'results', now, AT_ONCE)) {
    if (over <= 0) return
    await announce(needs, companyId, settings, job, 'results', 'quota', 0)
    over -= job.bytes
  }
}

async function announce(
  needs: Database,
  companyId: string,
  settings: CompanySettings,
  { jobId }: KeptFiles,
  what: RemovedFiles,
  reason: 'age' | 'quota',
  wantedMs: number,
): Promise<void> {
  const now = needs.clock.now()
  const dueAt = new Date(Math.max(wantedMs, now.getTime() + WARNED_BEFORE_DAYS * DAY)).toISOString()
  const at = now.toISOString()
  const job = await jobById(needs.store, jobId)
  await announceRemoval(needs.store, {
    jobId,
    what,
    reason,
    at,
    dueAt,
    message: `${WORDS[what]} of this job are removed after ${dueAt.slice(0, 10)}: ${WHY[reason]} Download what you need before, or change it in the settings (Storage).`,
    event: {
      id: needs.ids.make('evt'),
      companyId,
      jobId,
      type: 'files.expiring',
      at,
      data: {
        job_id: jobId,
        job_ids: [jobId],
        order_ids: await filedOrderIds(needs.store.db, [jobId]),
        reference: job?.reference ?? null,
        files: what,
        reason,
        removed_after: dueAt,
      },
      target: eventTarget(job?.webhook_url ?? null, settings),
    },
  })
}

const WORDS = { results: 'The result files', deliveries: 'The original deliveries' } as const
const WHY = {
  age: 'that is how long they are kept.',
  quota: "the company's files take more room than it has.",
} as const

/** Settings that changed since, or room that was made, save what has not gone yet. */
async function removeDue(needs: Database, companyId: string, settings: CompanySettings): Promise<void> {
  const now = needs.clock.now()
  for (const removal of await openRemovals(needs.store.db, companyId)) {
    if (!(await isStillWanted(needs, removal, settings))) await cancelRemoval(needs.store, removal)
    else if (removal.due_at <= now.toISOString()) await markRemoved(needs.store, removal, now.toISOString())
  }
}

async function isStillWanted(
  needs: Database,
  { reason, what, job_id, due_at }: RemovalRow,
  settings: CompanySettings,
): Promise<boolean> {
  if (reason === 'quota') return settings['storage.quota_gb'] !== null
  const days = daysFor(what, settings)
  const job = await jobById(needs.store, job_id)
  return days !== null && job?.ready_at != null && Date.parse(job.ready_at) + days * DAY <= Date.parse(due_at)
}

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

export async function applyRetention(services: Database & Settings & Conversions): Promise<void> {
  for (const companyId of await companyIds(services.store.db)) {
    const settings = await services.settingsOf(companyId)
    await announceAged(services, companyId, settings)
    await announceOverQuota(services, companyId, settings)
    await removeDue(services, companyId, settings)
  }
  for (const removal of await filesToRemove(services.store.db)) {
    for (const key of JSON.parse(removal.files) as string[]) await services.storage.remove(key)
    await recordFilesGone(services.store.db, removal)
  }
  for (const bare of await bareFiles(services.store.db, AT_ONCE)) {
    for (const key of keysToRemove(bare)) await services.storage.remove(key)
    await recordBareGone(services.store.db, bare)
  }
  await services.storage.tidy()
  await dropOldReadings(services.store, services.readingsDir)
  const expiredBefore = new Date(services.clock.now().getTime() - AREA_KEPT_DAYS * DAY).toISOString()
  for (const jobId of await expiredWithArea(services.store.db, expiredBefore, AT_ONCE)) {
    await forgetArea(services.store, jobId, expiredBefore)
  }
}

const daysFor = (what: RemovedFiles, settings: CompanySettings): number | null =>
  settings[what === 'results' ? 'storage.keep_results_days' : 'storage.keep_deliveries_days']

async function announceAged(services: Database, companyId: string, settings: CompanySettings): Promise<void> {
  for (const what of ['results', 'deliveries'] as const) {
    const days = daysFor(what, settings)
    if (days === null) continue
    const before = new Date(services.clock.now().getTime() - (days - WARNED_BEFORE_DAYS) * DAY).toISOString()
    for (const job of await jobsWithFiles(services.store.db, companyId, what, before, AT_ONCE)) {
      await announce(services, companyId, settings, job, what, 'age', Date.parse(job.readyAt) + days * DAY)
    }
  }
}

async function announceOverQuota(services: Database, companyId: string, settings: CompanySettings): Promise<void> {
  const quota = settings['storage.quota_gb']
  if (quota === null) return
  let over = (await bytesOfFiles(services.store.db, companyId, 'staying')) - wholeGb(quota)
  if (over <= 0) return
  const now = services.clock.now().toISOString()
  for (const job of await jobsWithFiles(services.store.db, companyId, 'results', now, AT_ONCE)) {
    if (over <= 0) return
    await announce(services, companyId, settings, job, 'results', 'quota', 0)
    over -= job.bytes
  }
}

async function announce(
  services: Database,
  companyId: string,
  settings: CompanySettings,
  { jobId }: KeptFiles,
  what: RemovedFiles,
  reason: 'age' | 'quota',
  wantedMs: number,
): Promise<void> {
  const now = services.clock.now()
  const dueAt = new Date(Math.max(wantedMs, now.getTime() + WARNED_BEFORE_DAYS * DAY)).toISOString()
  const at = now.toISOString()
  const job = await jobById(services.store, jobId)
  await announceRemoval(services.store, {
    jobId,
    what,
    reason,
    at,
    dueAt,
    message: `${WORDS[what]} of this job are removed after ${dueAt.slice(0, 10)}: ${WHY[reason]} Download what you need before, or change it in the settings (Storage).`,
    event: {
      id: services.ids.make('evt'),
      companyId,
      jobId,
      type: 'files.expiring',
      at,
      data: {
        job_id: jobId,
        job_ids: [jobId],
        order_ids: await filedOrderIds(services.store.db, [jobId]),
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
async function removeDue(services: Database, companyId: string, settings: CompanySettings): Promise<void> {
  const now = services.clock.now()
  for (const removal of await openRemovals(services.store.db, companyId)) {
    if (!(await isStillWanted(services, removal, settings))) await cancelRemoval(services.store, removal)
    else if (removal.due_at <= now.toISOString()) await markRemoved(services.store, removal, now.toISOString())
  }
}

async function isStillWanted(
  services: Database,
  { reason, what, job_id, due_at }: RemovalRow,
  settings: CompanySettings,
): Promise<boolean> {
  if (reason === 'quota') return settings['storage.quota_gb'] !== null
  const days = daysFor(what, settings)
  const job = await jobById(services.store, job_id)
  return days !== null && job?.ready_at != null && Date.parse(job.ready_at) + days * DAY <= Date.parse(due_at)
}

/**
 * Tells what the clock of notifications to dig asks of people: terms that end, contacts that are due, starts that were missed.
 * Looked for now and again over all jobs; what was told stands in rows, so a look that was killed is simply made again.
 */

import { companyIds } from '../settings/company-rows.ts'
import type { CompanySettings } from '../settings/settings.ts'
import type { Needs } from '../task-context.ts'
import { eventTarget } from '../webhooks/event-types.ts'
import { filedOrderIds } from '../webhooks/rows.ts'
import { type JobWithDuties, jobsWithDuties } from './duty-rows.ts'
import { sentNotices, tellNotice } from './notice-rows.ts'
import { type Notice, noticesOf } from './notices.ts'

const JOBS_AT_ONCE = 500

export async function sendDueReminders(needs: Needs): Promise<void> {
  const { db } = needs.store
  for (const companyId of await companyIds(db)) {
    const settings = await needs.settingsOf(companyId)
    let jobs: JobWithDuties[] = []
    do {
      jobs = await jobsWithDuties(db, companyId, needs.clock.now(), settings, JOBS_AT_ONCE, jobs.at(-1)?.job.id)
      await tellOf(needs, settings, jobs)
    } while (jobs.length === JOBS_AT_ONCE)
  }
}

async function tellOf(needs: Needs, settings: CompanySettings, jobs: readonly JobWithDuties[]): Promise<void> {
  const due = jobs.flatMap((job) => noticesOf(job.about, settings).map((notice) => ({ job, notice })))
  const told = await sentNotices(
    needs.store.db,
    due.map(({ job }) => job.job.id),
  )
  for (const { job, notice } of due) {
    if (notice.told.some(({ key }) => !told.has(`${job.job.id} ${key}`))) await tell(needs, settings, job, notice)
  }
}

async function tell(
  { store, ids, clock }: Needs,
  settings: CompanySettings,
  { job, parts }: JobWithDuties,
  { type, day, workingDaysLeft, told }: Notice,
): Promise<void> {
  const { id: jobId, companyId, reference, webhookUrl } = job
  const at = clock.now().toISOString()
  const order_ids = await filedOrderIds(store.db, [jobId])
  await tellNotice(store, {
    jobId,
    at,
    keys: told.map(({ key }) => key),
    event: (fresh) => ({
      id: ids.make('evt'),
      companyId,
      jobId,
      type,
      at,
      data: {
        job_id: jobId,
        job_ids: [jobId],
        order_ids,
        reference,
        klic_numbers: parts.flatMap(({ klicNumber }) => klicNumber ?? []),
        day,
        working_days_left: workingDaysLeft,
        operators: told.flatMap(({ key, operator }) => (operator !== null && fresh.includes(key) ? [operator] : [])),
      },
      target: eventTarget(webhookUrl, settings),
    }),
  })
}

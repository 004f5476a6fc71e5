/**
 * Tells what the clock of notifications to dig asks of people: terms that end, contacts that are due, starts that were missed.
 * Looked for now and again over all jobs; what was told stands in rows, so a look that was killed is simply made again.
 */
import type { Store } from '../../platform/database/store.ts'
import type { DigRules } from '../../registry/dig-rules.ts'
import { workingDaysUntil } from '../../registry/working-days.ts'
import type { Database } from '../services.ts'
import { companyIds } from '../settings/company-rows.ts'
import type { CompanySettings } from '../settings/settings.ts'
import type { Settings } from '../task-context.ts'
import { eventTarget, type NoticeType } from '../webhooks/event-types.ts'
import { filedOrderIds, recordEvent } from '../webhooks/rows.ts'
import {
  contactDue,
  type DutyFacts,
  daysToBegin,
  EXPIRING_AT,
  isAtRest,
  MISSED_WORKING_DAYS,
  missedStart,
} from './duties.ts'
import { type JobWithDuties, jobsWithDuties } from './duty-rows.ts'

const JOBS_AT_ONCE = 500

export async function sendDueReminders(services: Database & Settings): Promise<void> {
  const { db } = services.store
  for (const companyId of await companyIds(db)) {
    const settings = await services.settingsOf(companyId)
    let jobs: JobWithDuties[] = []
    do {
      jobs = await jobsWithDuties(db, companyId, services.clock.now(), settings, JOBS_AT_ONCE, jobs.at(-1)?.job.id)
      await tellOf(services, settings, jobs)
    } while (jobs.length === JOBS_AT_ONCE)
  }
}

async function tellOf(services: Database, settings: CompanySettings, jobs: readonly JobWithDuties[]): Promise<void> {
  const due = jobs.flatMap((job) => noticesOf(job.about, settings).map((notice) => ({ job, notice })))
  const told = await sentNotices(
    services.store.db,
    due.map(({ job }) => job.job.id),
  )
  for (const { job, notice } of due) {
    if (notice.told.some(({ key }) => !told.has(`${job.job.id} ${key}`))) await tell(services, settings, job, notice)
  }
}

/** The keys in the transaction that records the event, so that each is sent once. */
async function tell(
  { store, ids, clock }: Database,
  settings: CompanySettings,
  { job, parts }: JobWithDuties,
  { type, day, workingDaysLeft, told }: Notice,
): Promise<void> {
  const { id: jobId, companyId, reference, webhookUrl } = job
  const at = clock.now().toISOString()
  const order_ids = await filedOrderIds(store.db, [jobId])
  await store.transaction({ job: jobId }, async (trx) => {
    const fresh: string[] = []
    for (const { key } of told) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('notice')
        .values({ job_id: jobId, key, at })
        .onConflict((conflict) => conflict.columns(['job_id', 'key']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 1n) fresh.push(key)
    }
    // All of it was told before.
    if (fresh.length === 0) return
    await recordEvent(trx, {
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
    })
  })
}

interface Notice {
  type: NoticeType
  /** The last day to begin, or that of the contact */
  day: string
  /** Working days until that day; 0 when it is there or over */
  workingDaysLeft: number
  /** The key under which it is stored as sent; of a precaution one for each operator */
  told: readonly { key: string; operator: string | null }[]
}

/** A pure function of the same facts as the page Today. Its keys say which events there were. */
function noticesOf(about: DutyFacts, rules: DigRules): Notice[] {
  if (isAtRest(about) || about.status === 'quoted') return []
  return [...ofMissedStart(about), ...ofTerm(about), ...ofPrecautions(about, rules)]
}

function ofMissedStart(about: DutyFacts): Notice[] {
  const day = missedStart(about)
  if (day === null) return []
  return [{ type: 'start.missed', day, workingDaysLeft: 0, told: [{ key: `start.missed ${day}`, operator: null }] }]
}

/** Of a term that is reported late only the last warning is sent. */
function ofTerm(about: DutyFacts): Notice[] {
  const left = daysToBegin(about)
  const day = about.dig.beginUntil
  const before = left === null ? undefined : EXPIRING_AT.findLast((days) => left <= days)
  if (left === null || day === null || before === undefined) return []
  const told = [{ key: `validity.expiring ${before} ${day}`, operator: null }]
  return [{ type: 'validity.expiring', day, workingDaysLeft: left, told }]
}

/** On its day, and for some days after: of what was due long ago nobody is told any more. */
function ofPrecautions(about: DutyFacts, rules: DigRules): Notice[] {
  const due = contactDue(about, rules)
  const { today } = about.facts
  if (due === null || due.day > today || workingDaysUntil(due.day, today) > MISSED_WORKING_DAYS) return []
  if (about.dig.answer === 'no_longer') return []
  const told = due.operators.map((operator) => ({ key: `precaution.due ${due.day} ${operator}`, operator }))
  return [{ type: 'precaution.due', day: due.day, workingDaysLeft: 0, told }]
}

/** Of these jobs: `<job> <key>` of all that was told. */
async function sentNotices(db: Store['db'], jobIds: readonly string[]): Promise<Set<string>> {
  if (jobIds.length === 0) return new Set()
  const rows = await db.selectFrom('notice').select(['job_id', 'key']).where('job_id', 'in', jobIds).execute()
  return new Set(rows.map(({ job_id, key }) => `${job_id} ${key}`))
}

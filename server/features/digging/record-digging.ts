/** What somebody puts on record of digging: the work itself, and the contact that precautions demand. All of it is in the log. */

import { type Complaint, Refusal } from '../../platform/refusal.ts'
import type { SpeakTo } from '../../registry/dig-status.ts'
import { dutchDate, workingDaysBefore } from '../../registry/working-days.ts'
import { type ContactRecord, digRecordsOf, lastSeen, type WorkRecord } from '../jobs/dig-facts.ts'
import type { JobRecord } from '../jobs/rows/jobs.ts'
import { demandsOf } from '../jobs/rules/next-action.ts'
import { appendToJobLog } from '../log-rows.ts'
import type { Caller, Database, Permitted } from '../services.ts'
import { effectiveSettings } from '../settings/rows.ts'
import { type AgreementRow, agreementFiles, ownJob, type StartPhotoRow, startPhotos } from './files-of-job.ts'
import { keepContact, keepPresence, keepWork } from './rows.ts'

type RecordStamp = 'at' | 'actor'
export type WorkEntry = Omit<WorkRecord, 'jobId' | RecordStamp>
export type ContactEntry = Omit<ContactRecord, 'jobId' | RecordStamp>

export interface DiggingView {
  work: WorkRecord | null
  /** Of where the work began, oldest first */
  photos: StartPhotoRow[]
  /** Dutch day; null: no start, photo or presence is on record */
  lastSeenOnSite: string | null
  precautions: {
    operator: string
    /** Last day on which the contact is early enough for the start that is asked for; null: none is */
    contactBy: string | null
    contact: ContactRecord | null
    /** In which something was agreed, oldest first */
    files: AgreementRow[]
  }[]
}

/** @throws Refusal NOT_FOUND */
export async function diggingOf(services: Database, caller: Caller, jobId: string): Promise<DiggingView> {
  const job = await ownJob(services.store, caller, jobId)
  const { work, contacts, seenOn } = (await digRecordsOf(services.store.db, [job]))(jobId)
  const settings = await effectiveSettings(services, caller.companyId)
  const files = await agreementFiles.of(services.store.db, [jobId])
  return {
    work,
    photos: await startPhotos.of(services.store.db, [jobId]),
    lastSeenOnSite: lastSeen(work, seenOn),
    precautions: demandsOfJob(job).map(({ operator, hasTerm }) => {
      const contact = contacts.find((each) => each.operator === operator) ?? null
      const contactBy =
        hasTerm && job.startDate ? workingDaysBefore(job.startDate, settings['digging.contact_working_days']) : null
      return { operator, contactBy, contact, files: files.filter((file) => file.operator === operator) }
    }),
  }
}

const demandsOfJob = ({ findings }: Pick<JobRecord, 'findings'>): SpeakTo[] => (findings ? demandsOf(findings) : [])

/** @throws Refusal NOT_FOUND when the result of the job demands no precaution of an operator of this name */
export function refuseUndemanded(job: Pick<JobRecord, 'findings'>, operator: string): void {
  if (demandsOfJob(job).some((demand) => demand.operator === operator)) return
  throw new Refusal('NOT_FOUND', 'The result demands no precaution of an operator of this name (any more).')
}

/**
 * Puts the beginning, or the end, of the work on record, in place of what was recorded before.
 * @throws Refusal NOT_FOUND, JOB_STATE_CONFLICT, VALIDATION_FAILED
 */
export async function recordWork(
  services: Database,
  caller: Permitted<'write'>,
  jobId: string,
  given: WorkEntry,
): Promise<DiggingView> {
  const job = await jobToDig(services, caller, jobId)
  const today = dutchDate(services.clock.now().getTime())
  const filedOn = job.source === 'imported' || job.submittedAt === null ? null : dutchDate(Date.parse(job.submittedAt))
  refuse([
    ...past('/begun_on', given.begunOn, today),
    ...(filedOn !== null && given.begunOn < filedOn
      ? [
          complaint(
            '/begun_on',
            'DAY_TOO_EARLY',
            `The notification was filed on ${filedOn}: no work began under it before.`,
          ),
        ]
      : []),
    ...past('/ended_on', given.endedOn, today),
    ...inOrder('/ended_on', given.begunOn, given.endedOn, 'The work can not end before it begins.'),
  ])
  await kept(services, caller, jobId, 'dig.recorded', given, (trx, recorded) =>
    keepWork(trx, { ...given, ...recorded }),
  )
  return diggingOf(services, caller, jobId)
}

/**
 * Puts the contact with an operator that demands precautions on record, in place of what was recorded before.
 * @throws Refusal NOT_FOUND, also when the result demands none of this operator; JOB_STATE_CONFLICT, VALIDATION_FAILED
 */
export async function recordContact(
  services: Database,
  caller: Permitted<'write'>,
  jobId: string,
  given: ContactEntry,
): Promise<DiggingView> {
  const job = await jobToDig(services, caller, jobId)
  refuseUndemanded(job, given.operator)
  const today = dutchDate(services.clock.now().getTime())
  refuse([
    ...past('/contacted_on', given.contactedOn, today),
    ...past('/agreed_on', given.agreedOn, today),
    ...inOrder('/agreed_on', given.contactedOn, given.agreedOn, 'Nothing is agreed before the first contact.'),
  ])
  await kept(services, caller, jobId, 'precaution.recorded', given, (trx, recorded) =>
    keepContact(trx, { ...given, ...recorded }),
  )
  return diggingOf(services, caller, jobId)
}

/**
 * Puts on record that the crew is on the site today.
 * @throws Refusal NOT_FOUND, JOB_STATE_CONFLICT
 */
export async function recordPresence(services: Database, caller: Caller, jobId: string): Promise<DiggingView> {
  await jobToDig(services, caller, jobId)
  const day = dutchDate(services.clock.now().getTime())
  await kept(services, caller, jobId, 'presence.recorded', { day }, (trx, recorded) =>
    keepPresence(trx, { day, ...recorded }),
  )
  return diggingOf(services, caller, jobId)
}

async function jobToDig(services: Database, caller: Caller, jobId: string): Promise<JobRecord> {
  const job = await ownJob(services.store, caller, jobId)
  refuseUndug(job)
  return job
}

/** @throws Refusal JOB_STATE_CONFLICT for a job under which nobody digs */
export function refuseUndug(job: Pick<JobRecord, 'klicType' | 'status' | 'submittedAt'>): void {
  if (job.klicType !== 'GRAAF') {
    throw new Refusal('JOB_STATE_CONFLICT', 'Nobody digs under an orientation request: it is for planning only.')
  }
  if (job.submittedAt === null || job.status === 'rejected') {
    throw new Refusal('JOB_STATE_CONFLICT', 'This job is not filed: there is nothing to dig under.')
  }
}

async function kept(
  { store, clock }: Database,
  { companyId, actor }: Caller,
  jobId: string,
  act: 'dig.recorded' | 'precaution.recorded' | 'presence.recorded',
  given: object,
  keep: (trx: Parameters<typeof appendToJobLog>[0], recorded: Pick<WorkRecord, 'jobId' | RecordStamp>) => Promise<void>,
): Promise<void> {
  const at = clock.now().toISOString()
  await store.transaction({ company: companyId }, async (trx) => {
    await keep(trx, { jobId, at, actor })
    await appendToJobLog(trx, jobId, { companyId, at, actor, act, data: { ...given } })
  })
}

const complaint = (pointer: string, code: string, message: string): Complaint => ({ pointer, code, message })
const past = (pointer: string, day: string | null, today: string): Complaint[] =>
  day !== null && day > today ? [complaint(pointer, 'DAY_IN_FUTURE', 'Only what has happened is put on record.')] : []
const inOrder = (pointer: string, first: string, then: string | null, message: string): Complaint[] =>
  then !== null && then < first ? [complaint(pointer, 'DAY_TOO_EARLY', message)] : []

function refuse(complaints: Complaint[]): void {
  if (complaints.length > 0) throw new Refusal('VALIDATION_FAILED', complaints[0]!.message, { complaints })
}

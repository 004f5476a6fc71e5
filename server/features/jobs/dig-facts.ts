/** Whether one may dig in the area of a job: what is known of it, and the facts that decide. */

import type { Kysely } from 'kysely'
import { columnsOf } from '../../platform/database/columns.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Demand, DigFacts, SpeakTo } from '../../registry/dig-status.ts'
import { isDownloadable, type JobState, type KlicType, type PartState } from '../../registry/klic.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { JobBriefRecord } from './rows/jobs.ts'
import { withNewerUnread } from './rows/next-action-facts.ts'
import { openRowsOf } from './rows/trench-plans.ts'
import { countOfAttention, SUPPLEMENTED } from './rules/attention.ts'
import { demandsOf, type NextActionFacts } from './rules/next-action.ts'

export function digFacts(
  job: JobBriefRecord,
  parts: readonly { status: PartState }[],
  progress: NextActionFacts,
  { filed, work, contacts, read, isNewerWaiting, seenOn, notLocated }: DigRecords,
  now: Date,
): DigFacts {
  const having = (state: PartState): number => parts.filter(({ status }) => status === state).length
  const withheld = having('safety_area')
  const { findings } = job
  const isImported = job.source === 'imported'
  const hasResult = isDownloadable(job.status) && findings !== null && progress.removedAt === null
  return {
    klicType: job.klicType,
    today: dutchDate(now.getTime()),
    isFiled: isImported || (filed !== null && having('rejected') === 0),
    sentOn: isImported ? (job.requested?.first ?? null) : dayOf(filed?.sentAt),
    takenOn: isImported ? (job.requested?.last ?? null) : dayOf(filed?.takenAt),
    parts: { delivered: having('delivered'), withheld, total: parts.length },
    result: hasResult
      ? {
          silent: findings.silent,
          demands: demandsOf(findings).map((demand) => withContact(demand, contacts)),
          unread: countOfAttention(findings, withheld) - read,
        }
      : null,
    isLaterUnread: job.revision > 1 && !progress.isSupplementRead,
    isLaterMissing: isNewerWaiting,
    notLocated,
    begunOn: work?.begunOn ?? null,
    endedOn: work?.endedOn ?? null,
    lastSeenOnSite: lastSeen(work, seenOn),
  }
}

/** The later of the recorded start and what was seen since. */
export const lastSeen = (work: DigRecords['work'], seenOn: string | null): string | null =>
  [work?.begunOn ?? null, seenOn].reduce((last, day) => (last === null || (day !== null && day > last) ? day : last))

const dayOf = (moment: string | undefined): string | null =>
  moment === undefined ? null : dutchDate(Date.parse(moment))

function withContact(demand: SpeakTo, contacts: DigRecords['contacts']): Demand {
  const contact = contacts.find((each) => each.operator === demand.operator)
  return { ...demand, contactedOn: contact?.contactedOn ?? null, agreedOn: contact?.agreedOn ?? null }
}

type Db = Kysely<DB>

interface RecordedRow {
  jobId: string
  /** When it was recorded last, and by whom */
  at: string
  actor: string
}

/** The work in the area of a job. Days are Dutch, YYYY-MM-DD. */
export interface WorkRecord extends RecordedRow {
  begunOn: string
  /** Who began it, as the person that records it names them */
  begunBy: string | null
  /** RD New, metres */
  place: [x: number, y: number] | null
  /** null: it goes on */
  endedOn: string | null
  remark: string | null
}

/** The contact that a precaution demands. */
export interface ContactRecord extends RecordedRow {
  /** As the result names it; empty: an area of precaution that none calls theirs */
  operator: string
  contactedOn: string
  contactedBy: string | null
  how: string | null
  /** When it was agreed in writing; null: not yet */
  agreedOn: string | null
  remark: string | null
}

const RECORDED = { job_id: 'same', remark: 'same', at: 'same', actor: 'same' } as const
export const WORK = columnsOf<WorkRecord>({
  ...RECORDED,
  begun_on: 'same',
  begun_by: 'same',
  place: 'json',
  ended_on: 'same',
})
export const CONTACT = columnsOf<ContactRecord>({
  ...RECORDED,
  operator: 'same',
  contacted_on: 'same',
  contacted_by: 'same',
  how: 'same',
  agreed_on: 'same',
})

/** Of one job; moments are ISO 8601 in UTC, days Dutch. */
export interface DigRecords {
  /** When the first of its orders was sent, and the last was taken; null: one of them is not taken, or none was made here */
  filed: { sentAt: string; takenAt: string } | null
  work: WorkRecord | null
  contacts: readonly ContactRecord[]
  /** Warnings of the newest result that somebody has confirmed, a later delivery not among them */
  read: number
  /** Some part has a newer delivery than its result: not fetched yet, or not to be read */
  isNewerWaiting: boolean
  /** The last Dutch day of a photo or a reported presence; null: none */
  seenOn: string | null
  /** Rows of its trench plan that are not located; null: not counted on the newest result. 0: none, or no plan */
  notLocated: number | null
}

/** Of a quote, and of what is no notification to dig */
export const NOTHING_RECORDED: DigRecords = {
  filed: null,
  work: null,
  contacts: [],
  read: 0,
  isNewerWaiting: false,
  seenOn: null,
  notLocated: 0,
}

/** @returns for each of these jobs; asks for notifications to dig only, which alone have a clock */
export async function digRecordsOf(
  db: Db,
  jobs: readonly { id: string; klicType: KlicType; status: JobState; revision: number }[],
): Promise<(jobId: string) => DigRecords> {
  const digs = jobs.filter(({ klicType, status }) => klicType === 'GRAAF' && status !== 'quoted')
  if (digs.length === 0) return () => NOTHING_RECORDED
  const ids = digs.map(({ id }) => id)
  const finished = digs.filter(({ status }) => isDownloadable(status))
  const [filed, begun, contacts, read, waiting, seen, open] = await Promise.all([
    filedOf(db, ids),
    db.selectFrom('dig').selectAll().where('job_id', 'in', ids).execute(),
    db.selectFrom('precaution_contact').selectAll().where('job_id', 'in', ids).orderBy('operator').execute(),
    readOf(db, finished),
    newerWaiting(db, finished),
    seenIn(db, ids),
    openRowsOf(db, ids),
  ])
  const workOf = new Map(begun.map((row) => [row.job_id, WORK.recordOf(row)]))
  const contactsOf = Map.groupBy(contacts.map(CONTACT.recordOf), ({ jobId }) => jobId)
  return (id) => ({
    filed: filed.get(id) ?? null,
    work: workOf.get(id) ?? null,
    contacts: contactsOf.get(id) ?? [],
    read: read.get(id) ?? 0,
    isNewerWaiting: waiting.has(id),
    seenOn: seen.get(id) ?? null,
    notLocated: open.get(id) ?? (open.has(id) ? null : 0),
  })
}

/** Of jobs of which every order is taken: of those filed anew the newest attempt counts. */
async function filedOf(db: Db, ids: readonly string[]): Promise<Map<string, NonNullable<DigRecords['filed']>>> {
  const orders = await db
    .selectFrom('registry_order')
    .select(['job_id', 'order_index', 'state', 'sent_at', 'decided_at'])
    .where('job_id', 'in', ids)
    .orderBy('attempt')
    .execute()
  const newest = new Map(orders.map((order) => [`${order.job_id}:${order.order_index}`, order]))
  const filed: Awaited<ReturnType<typeof filedOf>> = new Map()
  for (const [id, own] of Map.groupBy(newest.values(), ({ job_id }) => job_id)) {
    const sent = own.flatMap(({ sent_at }) => sent_at ?? []).sort()
    const taken = own.flatMap(({ state, decided_at }) => (state === 'accepted' ? (decided_at ?? []) : [])).sort()
    if (sent.length < own.length || taken.length < own.length) continue
    filed.set(id, { sentAt: sent[0]!, takenAt: taken.at(-1)! })
  }
  return filed
}

async function newerWaiting(db: Db, jobs: readonly { id: string }[]): Promise<Set<string>> {
  if (jobs.length === 0) return new Set()
  const ids = jobs.map(({ id }) => id)
  const rows = await withNewerUnread(db, ids).execute()
  return new Set(rows.map(({ job_id }) => job_id))
}

async function readOf(db: Db, jobs: readonly { id: string; revision: number }[]): Promise<Map<string, number>> {
  if (jobs.length === 0) return new Map()
  const rows = await db
    .selectFrom('acknowledgement')
    .innerJoin('job', (join) =>
      join.onRef('job.id', '=', 'acknowledgement.job_id').onRef('job.revision', '=', 'acknowledgement.revision'),
    )
    .select(['acknowledgement.job_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where(
      'acknowledgement.job_id',
      'in',
      jobs.map(({ id }) => id),
    )
    .where('about', '!=', SUPPLEMENTED)
    .groupBy('acknowledgement.job_id')
    .execute()
  return new Map(rows.map(({ job_id, count }) => [job_id, Number(count)]))
}

async function seenIn(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const [reported, photos] = await Promise.all([
    db
      .selectFrom('site_presence')
      .select(['job_id', (eb) => eb.fn.max('day').as('day')])
      .where('job_id', 'in', ids)
      .groupBy('job_id')
      .execute(),
    db
      .selectFrom('start_photo')
      .select(['job_id', (eb) => eb.fn.max('added_at').as('added_at')])
      .where('job_id', 'in', ids)
      .where('removed_at', 'is', null)
      .groupBy('job_id')
      .execute(),
  ])
  const seen = new Map(photos.map(({ job_id, added_at }) => [job_id, dutchDate(Date.parse(added_at))]))
  for (const { job_id, day } of reported) if (day > (seen.get(job_id) ?? '')) seen.set(job_id, day)
  return seen
}

/** Events: kept when they happen, told later, with every try on record and the same webhook-id on each. */
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../platform/database/open.ts'
import type { DB, EventAttemptTable, EventRow } from '../../platform/database/schema.ts'
import { counted } from '../../platform/database/tally.ts'
import type { Page, PageRequest } from '../../platform/http/pages.ts'
import { MAX_ATTEMPTS } from '../../platform/limits.ts'
import { setSetting } from '../settings/rows.ts'
import { type EventTarget, type EventType, receiverOf } from './event-types.ts'

export type { EventAttemptTable, EventRow } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

export interface NewEvent {
  id: string
  companyId: string
  jobId: string | null
  type: EventType
  /** The body's `data`, in the words of the wire. */
  data: unknown
  at: string
  /** null: nobody is told. */
  target: EventTarget | null
}

/** To be called in the transaction that makes it true. */
export const recordEvent = async (db: Db, event: NewEvent): Promise<void> => {
  await db
    .insertInto('event')
    .values({
      id: event.id,
      company_id: event.companyId,
      job_id: event.jobId,
      type: event.type,
      payload: JSON.stringify({ type: event.type, timestamp: event.at, data: event.data }),
      target: event.target?.target ?? null,
      target_url: event.target?.url ?? null,
      receiver: event.target && receiverOf(event.target.url),
      state: event.target ? 'waiting' : 'recorded',
      attempts: 0,
      created_at: event.at,
      next_attempt_at: null,
      last_status: null,
      last_error: null,
    })
    .execute()
}

export interface DueEvent {
  id: string
  company_id: string
  round: number
  /** Host and port of whom it is for. */
  receiver: string | null
  /** Of what waits for this receiver, something was tried and not answered. */
  is_silent: boolean
}

/**
 * Those whose time has come, the longest due first; those being told are among them until the try is recorded.
 * @param ofEach so many for each receiver of each company: one that does not answer hides nobody else's
 */
export const eventsToSend = async (store: Store, now: string, ofEach: number): Promise<DueEvent[]> => {
  const isDue = sql<number>`case when next_attempt_at is null or next_attempt_at <= ${now} then 1 else 0 end`
  const dueAt = sql<string>`coalesce(next_attempt_at, created_at)`
  const waiting = store.db
    .selectFrom('event')
    .select(['id', 'company_id', 'round', 'receiver', 'seq'])
    .select([
      isDue.as('is_due'),
      dueAt.as('due_at'),
      sql<number>`row_number() over (partition by company_id, receiver, ${isDue} order by ${dueAt}, seq)`.as('place'),
      sql<number>`max(case when attempts > 0 and last_status is null then 1 else 0 end)
        over (partition by company_id, receiver)`.as('is_silent'),
    ])
    .where('state', '=', 'waiting')
    .as('waiting')
  const rows = await store.db
    .selectFrom(waiting)
    .select(['id', 'company_id', 'round', 'receiver', 'is_silent'])
    .where('is_due', '=', 1)
    .where('place', '<=', ofEach)
    .orderBy('due_at')
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({ ...row, is_silent: row.is_silent === 1 }))
}

export const eventById = (store: Store, id: string): Promise<EventRow> =>
  store.db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export interface Attempt {
  at: string
  url: string
  status: number | null
  durationMs: number
  error: string | null
  /** What the event is now. */
  outcome: { state: 'sent' | 'given_up' } | { state: 'waiting'; nextAttemptAt: string }
  /** The company's address says that it will never take anything again. */
  companyUrlGone: boolean
}

/** The try, and what follows from it for the event unless it was meanwhile sent again on demand. */
export const recordAttempt = (store: Store, event: EventRow, attempt: Attempt): Promise<void> =>
  store.transaction({ company: event.company_id }, async (trx) => {
    const { no } = await trx
      .selectFrom('event_attempt')
      .select((eb) => eb.fn.max<number | null>('no').as('no'))
      .where('event_id', '=', event.id)
      .executeTakeFirstOrThrow()
    const { at, url, status, error, outcome } = attempt
    const row = { event_id: event.id, no: (no ?? 0) + 1, at, url, status, duration_ms: attempt.durationMs, error }
    await trx.insertInto('event_attempt').values(row).execute()
    await trx
      .updateTable('event')
      .set({
        state: outcome.state,
        next_attempt_at: outcome.state === 'waiting' ? outcome.nextAttemptAt : null,
        target_url: url,
        receiver: receiverOf(url),
        attempts: event.attempts + 1,
        last_status: status,
        last_error: error,
      })
      .where('id', '=', event.id)
      .where('round', '=', event.round)
      .execute()
    if (attempt.companyUrlGone) await setSetting(trx, event.company_id, 'webhooks.gone', { url, at })
  })

/** A try from so far ahead was made by a clock that has been set back since. */
const CLOCK_SLACK_MS = 60_000

/** Events whose next try was named by a clock that ran ahead are tried at once. @returns how many */
export async function rescheduleOvertakenEvents({ db }: Pick<Store, 'db'>, now: Date): Promise<number> {
  const ahead = new Date(now.getTime() + CLOCK_SLACK_MS).toISOString()
  const result = await db
    .updateTable('event')
    .set({ next_attempt_at: null })
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', ahead)
    .where('id', 'in', (eb) => eb.selectFrom('event_attempt').select('event_id').where('at', '>', ahead))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Ended without a try: there is no address any more, or the program failed. */
export const giveUpEvent = async (store: Store, id: string, error: string): Promise<void> => {
  await store.db
    .updateTable('event')
    .set({ state: 'given_up', next_attempt_at: null, last_error: error })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** A new round from the first try on. @returns false when the company has no such event */
export async function sendAgain(db: Db, companyId: string, id: string, to: EventTarget): Promise<boolean> {
  const result = await db
    .updateTable('event')
    .set((row) => ({
      state: 'waiting',
      round: row('round', '+', 1),
      attempts: 0,
      next_attempt_at: null,
      target: to.target,
      target_url: to.url,
      receiver: receiverOf(to.url),
    }))
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const eventOf = (db: Db, companyId: string, id: string): Promise<EventRow | undefined> =>
  db.selectFrom('event').selectAll().where('id', '=', id).where('company_id', '=', companyId).executeTakeFirst()

export interface DeliveryFilter {
  state?: EventRow['state']
  jobId?: string
}

const deliveries = (db: Db, companyId: string, { state, jobId }: DeliveryFilter) => {
  let query = db.selectFrom('event').where('company_id', '=', companyId)
  query = state ? query.where('state', '=', state) : query.where('state', '!=', 'recorded')
  return jobId === undefined ? query : query.where('job_id', '=', jobId)
}

/** Newest first; without a state all that are or were to be told. */
export async function deliveriesPage(
  db: Db,
  companyId: string,
  filter: DeliveryFilter,
  { page, pageSize, asOf: asked }: PageRequest,
): Promise<Page<EventRow>> {
  const all = deliveries(db, companyId, filter)
  const made = asked === undefined ? all : all.where('created_at', '<=', asked)
  const { total, newest } = await made.select(counted('created_at')).executeTakeFirstOrThrow()
  const asOf = asked ?? newest
  const data = await all
    .where('created_at', '<=', asOf)
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { data, page, pageSize, asOf, total }
}

/** Event id -> its newest tries, oldest first. */
export async function attemptsOf(db: Db, ids: readonly string[]): Promise<Map<string, EventAttemptTable[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('event_attempt').selectAll().where('event_id', 'in', ids).orderBy('no').execute()
  const byEvent = Map.groupBy(rows, (row) => row.event_id)
  return new Map([...byEvent].map(([id, tries]) => [id, tries.slice(-MAX_ATTEMPTS)]))
}

export interface EventsAbout {
  jobId?: string | undefined
  orderId?: string | undefined
}

/** In the order in which they happened, from behind a place on. */
export async function eventsAfter(
  db: Db,
  companyId: string,
  seq: number,
  limit: number,
  { jobId, orderId }: EventsAbout = {},
): Promise<EventRow[]> {
  let events = db.selectFrom('event').selectAll().where('company_id', '=', companyId).where('seq', '>', seq)
  const jobs = jobId === undefined ? [] : [jobId]
  if (orderId !== undefined) {
    const order = await db
      .selectFrom('part')
      .select('job_id')
      .where('order_id', '=', orderId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (!order) return []
    jobs.push(order.job_id)
  }
  // What is about several jobs, as a project's events are, names them in its body only.
  for (const id of jobs) {
    events = events.where((eb) =>
      eb.or([eb('job_id', '=', id), eb.and([eb('job_id', 'is', null), eb('payload', 'like', `%"${id}"%`)])]),
    )
  }
  return events.orderBy('seq').limit(limit).execute()
}

/** The place of the company's last event in the list; 0: nothing happened yet. */
export async function lastEventSeq(db: Db, companyId: string): Promise<number> {
  const last = await db
    .selectFrom('event')
    .select('seq')
    .where('company_id', '=', companyId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.seq ?? 0
}

/** Order ids of submitted parts of these jobs, in the order of the jobs. */
export async function filedOrderIds(db: Db, jobIds: readonly string[]): Promise<string[]> {
  if (jobIds.length === 0) return []
  const rows = await db
    .selectFrom('part')
    .select(['job_id', 'order_id'])
    .where('job_id', 'in', jobIds)
    .where('status', '!=', 'quoted')
    .orderBy('part_no')
    .execute()
  const ofJob = Map.groupBy(rows, (row) => row.job_id)
  return jobIds.flatMap((id) => (ofJob.get(id) ?? []).map((row) => row.order_id))
}

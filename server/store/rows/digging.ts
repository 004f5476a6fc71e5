/** What is known of digging in the area of a job beside its own row: when the registry took it, and what somebody recorded. */
import type { Kysely, Selectable } from 'kysely'
import { SUPPLEMENTED } from '../../domain/klic/attention.ts'
import { isDownloadable, type JobState, type KlicType } from '../../domain/klic/klic.ts'
import type { DB } from '../schema.ts'
import type { DigTable, PrecautionContactTable } from '../schema-digging.ts'
import { isNewest } from './standing.ts'

type Db = Kysely<DB>
export type DigRow = Selectable<DigTable>
export type ContactRow = Selectable<PrecautionContactTable>

/** Of one job; moments are ISO 8601 in UTC, days Dutch. */
export interface DigRecords {
  /** When the first of its orders was sent, and the last was taken; null: one of them is not taken, or none was made here */
  filed: { sentAt: string; takenAt: string } | null
  dig: DigRow | null
  contacts: readonly ContactRow[]
  /** Warnings of the newest result that somebody has confirmed, a later delivery not among them */
  read: number
  /** Some part has a newer delivery than its result: not fetched yet, or not to be read */
  isNewerWaiting: boolean
}

/** Of a quote, and of what is no notification to dig */
export const NOTHING_RECORDED: DigRecords = { filed: null, dig: null, contacts: [], read: 0, isNewerWaiting: false }

/** @returns for each of these jobs; asks for notifications to dig only, which alone have a clock */
export async function digRecordsOf(
  db: Db,
  jobs: readonly { id: string; klicType: KlicType; status: JobState; revision: number }[],
): Promise<(jobId: string) => DigRecords> {
  const digs = jobs.filter(({ klicType, status }) => klicType === 'GRAAF' && status !== 'quoted')
  if (digs.length === 0) return () => NOTHING_RECORDED
  const ids = digs.map(({ id }) => id)
  const finished = digs.filter(({ status }) => isDownloadable(status))
  const [filed, begun, contacts, read, waiting] = await Promise.all([
    filedOf(db, ids),
    db.selectFrom('dig').selectAll().where('job_id', 'in', ids).execute(),
    db.selectFrom('precaution_contact').selectAll().where('job_id', 'in', ids).orderBy('operator').execute(),
    readOf(db, finished),
    newerWaiting(db, finished),
  ])
  const digOf = new Map(begun.map((row) => [row.job_id, row]))
  const contactsOf = Map.groupBy(contacts, ({ job_id }) => job_id)
  return (id) => ({
    filed: filed.get(id) ?? null,
    dig: digOf.get(id) ?? null,
    contacts: contactsOf.get(id) ?? [],
    read: read.get(id) ?? 0,
    isNewerWaiting: waiting.has(id),
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

/** One that is withheld is no delivery of lines; its part says so. */
async function newerWaiting(db: Db, jobs: readonly { id: string }[]): Promise<Set<string>> {
  if (jobs.length === 0) return new Set()
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .select('part.job_id')
    .distinct()
    .where('delivery.read_at', 'is', null)
    .where('part.status', 'in', ['delivered', 'partially_delivered'])
    .where(
      'part.job_id',
      'in',
      jobs.map(({ id }) => id),
    )
    .where(isNewest)
    .execute()
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

/** The work of a job, as it is recorded now; what was recorded before is in the log. */
export async function keepDig(trx: Db, row: DigRow): Promise<void> {
  const { job_id: _, ...rest } = row
  await trx
    .insertInto('dig')
    .values(row)
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(rest))
    .execute()
  await isChanged(trx, row.job_id, row.at)
}

/** As keepDig. */
export async function keepContact(trx: Db, row: ContactRow): Promise<void> {
  const { job_id: _job, operator: _operator, ...rest } = row
  await trx
    .insertInto('precaution_contact')
    .values(row)
    .onConflict((conflict) => conflict.columns(['job_id', 'operator']).doUpdateSet(rest))
    .execute()
  await isChanged(trx, row.job_id, row.at)
}

/** What is shown of the job follows from these rows too: whoever asks for what has changed is to be told. */
const isChanged = (trx: Db, jobId: string, at: string) =>
  trx.updateTable('job').set({ changed_at: at }).where('id', '=', jobId).execute()

/** Signs of life of the workers: a row each, written again and again, taken away by one that ends in order. */
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { DB, WorkerTable } from '../../platform/database/schema.ts'
import { MAX_WORKERS_SHOWN } from '../../platform/limits.ts'

type Db = Kysely<DB>
export type WorkerRow = Selectable<WorkerTable>
/** As it is told; who has not been answered by the registry says nothing of its clock. */
type WorkerBeat = Insertable<WorkerTable>

/** Rows of workers that died are kept for a day, for questions. */
const KEPT_MS = 86_400_000

export async function recordBeat(db: Db, worker: WorkerBeat): Promise<void> {
  const { id, ...rest } = worker
  await db
    .insertInto('worker')
    .values(worker)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute()
  const longAgo = new Date(Date.parse(worker.seen_at) - KEPT_MS).toISOString()
  await db.deleteFrom('worker').where('seen_at', '<', longAgo).execute()
}

export const removeWorker = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('worker').where('id', '=', id).execute()
}

/** Those seen last in this time, the longest running first. */
export const workersBetween = (db: Db, since: string, until: string): Promise<WorkerRow[]> =>
  db
    .selectFrom('worker')
    .selectAll()
    .where('seen_at', '>=', since)
    .where('seen_at', '<=', until)
    .orderBy('started_at')
    .orderBy('id')
    .limit(MAX_WORKERS_SHOWN)
    .execute()

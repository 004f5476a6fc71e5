/** What the processes of an installation share: its facts, and a row for each worker, which it writes again and again and takes away at its end. */
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Clock } from '../clock.ts'
import { MAX_WORKERS_SHOWN } from '../limits.ts'
import type { DB, InstallationTable, WorkerTable } from './schema.ts'

type Db = Kysely<DB>
type Name = InstallationTable['name']
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

export async function installationFacts(db: Db): Promise<Partial<Record<Name, string>>> {
  const rows = await db.selectFrom('installation').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** The first process that writes a fact decides it. */
export async function recordInstallationFact(db: Db, name: Name, value: string): Promise<void> {
  const row = db.insertInto('installation').values({ name, value })
  await row.onConflict((conflict) => conflict.column('name').doNothing()).execute()
}

/** A worker gives a sign of life every five seconds. */
export const WORKER_SEEN_MS = 30_000

export const livingWorkers = ({ store, clock }: { store: { db: Db }; clock: Clock }) => {
  const nowMs = clock.now().getTime()
  const at = (ms: number): string => new Date(ms).toISOString()
  // Seen far ahead is one that died before the clock was set back.
  return workersBetween(store.db, at(nowMs - WORKER_SEEN_MS), at(nowMs + WORKER_SEEN_MS))
}

/** The log of a project or a job: rows that are only added, each with the hash of the one before. */

import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import { hashedText, type LogEntry, type LogEntryTable, type LoggedAct, type LogSubject } from './log-entries.ts'

type Db = Kysely<DB>

/** sha256, hex. */
export const logHash = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface NewLogEntry {
  companyId: string
  subject: LogSubject
  at: string
  actor: string
  act: LoggedAct
  data: Readonly<Record<string, unknown>>
}

/** To be called in the transaction that makes it true: two that add to one chain at once would fork it. */
export async function appendToLog(trx: Db, entry: NewLogEntry): Promise<void> {
  const last = await trx
    .selectFrom('log_entry')
    .select(['no', 'hash'])
    .where('subject', '=', entry.subject)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { subject, at, actor, act } = entry
  const no = (last?.no ?? 0) + 1
  const data = JSON.stringify(entry.data)
  const previousHash = last?.hash ?? ''
  const hash = logHash(hashedText({ subject, no, at, actor, act, data, previousHash }))
  const row = { subject, no, company_id: entry.companyId, at, actor, act, data, previous_hash: previousHash, hash }
  await trx.insertInto('log_entry').values(row).execute()
}

/** What happens to a job is also in the log of its project, where it has one. */
export async function appendToJobLog(trx: Db, jobId: string, entry: Omit<NewLogEntry, 'subject'>): Promise<void> {
  await appendToLog(trx, { ...entry, subject: `job:${jobId}` })
  const home = await trx.selectFrom('project_job').select('project_id').where('job_id', '=', jobId).executeTakeFirst()
  if (home) {
    await appendToLog(trx, { ...entry, subject: `project:${home.project_id}`, data: { job_id: jobId, ...entry.data } })
  }
}

/** A result that somebody has as a file or on paper. */
export interface ResultCopy {
  at: string
  actor: string
  revision: number
  /** A format, `print` or `site` */
  as: string
  /** With applicant and client */
  people?: true
}

/** Of a job, oldest first. */
export async function takenFrom(db: Db, jobId: string): Promise<ResultCopy[]> {
  const rows = await db
    .selectFrom('log_entry')
    .select(['at', 'actor', 'data'])
    .where('subject', '=', `job:${jobId}`)
    .where('act', '=', 'result.taken' satisfies LoggedAct)
    .orderBy('no')
    .execute()
  return rows.map(({ at, actor, data }) => ({
    at,
    actor,
    ...(JSON.parse(data) as Pick<ResultCopy, 'revision' | 'as' | 'people'>),
  }))
}

export type KeptEntry = LogEntry & { hash: string }

const entries = (db: Db, companyId: string, subject: LogSubject) =>
  db.selectFrom('log_entry').selectAll().where('subject', '=', subject).where('company_id', '=', companyId)

const entryOf = ({ previous_hash, company_id: _, ...row }: Selectable<LogEntryTable>): KeptEntry => ({
  ...row,
  previousHash: previous_hash,
})

/** Some milliseconds of work. */
const PAGE = 200

/** Oldest first, a page at a time: a log has no bound, and reading it lets others have their turn. */
export async function* logPages(db: Db, companyId: string, subject: LogSubject): AsyncGenerator<KeptEntry[]> {
  let after: number | undefined
  while (true) {
    let query = entries(db, companyId, subject).orderBy('no').limit(PAGE)
    if (after !== undefined) query = query.where('no', '>', after)
    const rows = await query.execute()
    if (rows.length > 0) yield rows.map(entryOf)
    if (rows.length < PAGE) return
    after = rows.at(-1)!.no
  }
}

/** @param act the newest of this act; left out: of any */
export async function newestEntry(
  db: Db,
  companyId: string,
  subject: LogSubject,
  act?: LoggedAct,
): Promise<KeptEntry | undefined> {
  let query = entries(db, companyId, subject).orderBy('no', 'desc').limit(1)
  if (act !== undefined) query = query.where('act', '=', act)
  const row = await query.executeTakeFirst()
  return row && entryOf(row)
}

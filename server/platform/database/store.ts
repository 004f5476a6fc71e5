/** What the store offers, on SQLite and on PostgreSQL. */
import type { Kysely, Transaction } from 'kysely'
import type { TryLater } from '../refusal.ts'
import type { DB } from './schema.ts'

/**
 * Whose turn it is: transactions of one company never run beside each other, so what one reads stays true until it has
 * written. Named by the company, or by something of it; 'all' is for what is unique over all companies.
 * SQLite has one writer anyway. Never begin a second turn inside a turn.
 */
export type Turn =
  | 'all'
  | { company: string }
  | { job: string }
  | { part: string }
  | { order: string }
  | { delivery: string }

export interface Store {
  /** For single statements; what reads and then writes goes through `transaction`. */
  readonly db: Kysely<DB>
  /** `work` may run more than once: it has no effect but on the store. */
  transaction<T>(turn: Turn, work: (trx: Transaction<DB>) => Promise<T>): Promise<T>
  /** A transaction that is on the disk, not only in the log's buffer, when it returns: for what precedes a paid call. */
  durably<T>(turn: Turn, work: (trx: Transaction<DB>) => Promise<T>): Promise<T>
  /** Whether an error that was thrown here means that the database is not there at the moment, in words for callers. */
  outage(error: unknown): TryLater | undefined
  close(): Promise<void>
}

/**
 * When the store itself is not there: the database does not answer, or refuses everybody for a while. Nothing was written,
 * and the same again will pass; who asks is told to come again. Only what the store's own database said counts: a result
 * file or a remote server fails with the same words.
 */
import { BadSetup, TryLater } from '../refusal.ts'
import { DAMAGED, isDamage } from './damage.ts'

const RETRY_AFTER_MS = 5000

/** Of the network, below the driver. */
const NETWORK = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
]
/**
 * PostgreSQL's: connection exceptions, insufficient resources (too many connections, a full disk), operator intervention
 * (shutting down, starting up), a read-only standby, a turn that took too long, a password or a database that was changed.
 */
const STATES = /^(08...|53...|57P0[1-5]|25006|55P03|28...|3D000)$/
/** What pg says without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/
/** SQLite's: another process writes for longer than anybody waits, or the folder can't be written or read. */
const SQLITE = /^SQLITE_(BUSY|LOCKED|READONLY|IOERR|CANTOPEN)/

const isOutage = (error: unknown): boolean => {
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown }
  // Several addresses of one name were tried.
  if (Array.isArray(errors) && errors.some(isOutage)) return true
  return (
    NETWORK.includes(String(code)) ||
    [STATES, SQLITE].some((each) => each.test(String(code))) ||
    WORDS.test(String(message))
  )
}

export interface Outages {
  /** Every error of the database is noted. */
  note(error: unknown): void
  /** @returns what the caller gets; undefined: the error is of another kind */
  outage(error: unknown): TryLater | undefined
}

export function outages(): Outages {
  const ofDatabase = new WeakSet<object>()
  return {
    note(error) {
      if (typeof error === 'object' && error !== null) ofDatabase.add(error)
    },
    outage(error) {
      if (typeof error !== 'object' || error === null || !ofDatabase.has(error)) return undefined
      if (isDamage(error)) return trouble(DAMAGED, error)
      return isOutage(error) ? trouble(AWAY, error) : undefined
    },
  }
}

const AWAY = 'The database of the server does not answer, or can not be written. Nothing is lost: ask again.'

const trouble = (message: string, cause: unknown): TryLater =>
  new TryLater(message, { reason: 'storage_unreachable', retryAfterMs: RETRY_AFTER_MS, cause })

export const NO_RIGHTS =
  'The user in DATABASE_URL may not create tables and schemas in its database: make it the owner of the database.'

/** PostgreSQL's states that no waiting repairs. */
const FAULTS: readonly [states: RegExp, words: string][] = [
  [/^28...$/, 'PostgreSQL refuses the user or the password in DATABASE_URL: correct them.'],
  [/^3D000$/, 'The database in DATABASE_URL does not exist: create it, or correct its name.'],
  [/^42501$/, NO_RIGHTS],
]

/** @returns what the operator must correct; undefined: the database fails for another reason */
export function databaseFault(error: unknown): BadSetup | undefined {
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown }
  // PostgreSQL asks for a password, and DATABASE_URL has none.
  const state = /^SASL: .*client password must be a string/.test(String(message)) ? '28P01' : String(code)
  const found = FAULTS.find(([states]) => states.test(state))
  if (found) return new BadSetup(`${found[1]} It says: ${message}.`, { cause: error })
  return cause === undefined ? undefined : databaseFault(cause)
}

/**
 * The store on PostgreSQL, for any number of API and worker processes. The driver is `pg`: when the database restarts, its
 * pool replaces the connections that died; the other one (postgres, through kysely-postgres-js) then waits without end.
 */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { migrate } from './migrations/migrations.ts'
import { databaseFault, outages } from './outage.ts'
import type { DB } from './schema.ts'
import type { Store, Turn } from './store.ts'

/** Of one process; the database's own bound is for all of them together (100, unless it is set otherwise). */
const MAX_CONNECTIONS = 10
/**
 * How long a connection, or the answer to one statement, may take: a database that hangs without closing its connections
 * is told by nothing else. What it was sent it may still do when it goes on, as after an answer that was lost.
 */
export const ANSWER_PATIENCE_MS = 15_000
/** A process that stands still with a turn in its hands loses it. */
const IDLE_IN_TURN_MS = 60_000
const TURN_PATIENCE_MS = 60_000
const TRIES = 5
/** serialization_failure and deadlock_detected: nothing was written, and the same again may pass. */
const AGAIN = ['40001', '40P01']

/** Counts and sums are of things that a double holds exactly. */
const AS_NUMBER = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]
export const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    AS_NUMBER.includes(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * PostgreSQL's text holds no NUL, and a call with one in an id or a name must not fail for that: it is kept, and looked
 * for, as the sign for what can't be shown.
 */
export class Client extends pg.Client {
  // The pool's callers use one of many forms of it: statement and values.
  override query(...args: unknown[]): never {
    const [statement, values, ...rest] = args
    const shown = Array.isArray(values) ? values.map(withoutNul) : values
    return super.query(...([statement, shown, ...rest] as unknown as [never])) as never
  }
}

/** Waits for an answer only so long, and then ends the connection: what was asked fails as if the network had. */
const impatient = (patienceMs: (statement: unknown) => number): typeof Client =>
  class extends Client {
    override query(...args: unknown[]): never {
      const asked = super.query(...args) as Promise<unknown>
      const ms = patienceMs(args[0])
      if (ms === Number.POSITIVE_INFINITY) return asked as never
      const timer = setTimeout(() => this.connection.stream.destroy(new NoAnswer()), ms)
      const answered = (): void => clearTimeout(timer)
      asked.then(answered, answered)
      return asked as never
    }
  }

class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('PostgreSQL took a statement and does not answer it')
  }
}

const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

/**
 * @param url `postgres://user:password@host/database`; `?max=N` bounds the connections of this process
 * @param answerMs how long a connection, or the answer to one statement, may take
 * @throws TryLater while the database is not there; BadSetup when it refuses us
 */
export async function openPostgres(url: string, answerMs = ANSWER_PATIENCE_MS): Promise<Store> {
  const max = Number(new URL(url).searchParams.get('max') ?? MAX_CONNECTIONS)
  // A migration takes what it takes.
  let isMigrated = false
  const patienceMs = (statement: unknown): number => {
    if (!isMigrated) return Number.POSITIVE_INFINITY
    return String(statement).includes(TURN_LOCK) ? TURN_PATIENCE_MS + answerMs : answerMs
  }
  const pool = new pg.Pool({
    Client: impatient(patienceMs),
    connectionString: url,
    max,
    types,
    application_name: 'klic-desktop',
    keepAlive: true,
    connectionTimeoutMillis: answerMs,
    idle_in_transaction_session_timeout: IDLE_IN_TURN_MS,
    lock_timeout: TURN_PATIENCE_MS,
  })
  // A connection that dies while nobody waits for it is replaced at the next query; a waiting query gets the error itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const { note, outage } = outages()
  const noting = {
    connect: () =>
      pool.connect().catch((error) => {
        note(error)
        throw error
      }),
    end: () => pool.end(),
  }
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: noting as never }),
    log(event) {
      if (event.level === 'error') note(event.error)
    },
  })
  try {
    await migrate(db as unknown as Kysely<never>)
    isMigrated = true
  } catch (error) {
    await db.destroy()
    throw databaseFault(error) ?? outage(error) ?? error
  }

  const inTurn = <T>(turn: Turn, isDurable: boolean, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
    again(() =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (trx) => {
          // A database may be set to answer before the disk has it; then this one still waits.
          if (isDurable) await sql`set local synchronous_commit = on`.execute(trx)
          await takeTurn(trx, turn)
          return work(trx)
        }),
    )
  return {
    db,
    transaction: (turn, work) => inTurn(turn, false, work),
    durably: (turn, work) => inTurn(turn, true, work),
    outage,
    close: () => db.destroy(),
  }
}

/** Held until the transaction ends. The statements after it see all that the former holders committed. */
async function takeTurn(trx: Transaction<DB>, turn: Turn): Promise<void> {
  await turnQuery(turn).execute(trx)
}

const TURN_LOCK = 'pg_advisory_xact_lock'

function turnQuery(turn: Turn) {
  const lock = (of: unknown) => sql`${sql.raw(TURN_LOCK)}(hashtextextended(${of}, 0))`
  if (turn === 'all') return sql`select ${lock('all')}`
  if ('company' in turn) return sql`select ${lock(turn.company)}`
  const ofCompany = lock(sql.ref('company_id'))
  if ('job' in turn) return sql`select ${ofCompany} from job where id = ${turn.job}`
  if ('part' in turn) return sql`select ${ofCompany} from part where id = ${turn.part}`
  if ('order' in turn) {
    return sql`select ${ofCompany} from job where id = (select job_id from registry_order where id = ${turn.order})`
  }
  return sql`select ${ofCompany} from part where id = (select part_id from delivery where id = ${turn.delivery})`
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= TRIES || !AGAIN.includes((error as { code?: string }).code ?? '')) throw error
    }
  }
}

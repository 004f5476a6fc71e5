/**
 * The engine's queue in a SQLite file, with what its backend lacks there:
 * - No busy timeout: set right after connecting. That reaches a private field; test/queue/engine.test.ts reads it back.
 * - `connect` migrates and may meet another process doing the same: it is tried again.
 */
import { BackendSqlite } from 'openworkflow/sqlite'
import { isDamage, telling } from './damaged-queue.ts'
import { CLOCK_SLACK_MS, NAMESPACE, type NewestRun, type Queue } from './queue.ts'

const BUSY_TIMEOUT_MS = 10_000
const CONNECT_ATTEMPTS = 50
const CONNECT_PAUSE_MS = 100

/** The part of node:sqlite that the private connection offers and we use. */
interface RawSqlite {
  exec(sql: string): void
  prepare(sql: string): {
    get(...values: (string | number)[]): Record<string, unknown> | undefined
    run(...values: (string | number)[]): { changes: number | bigint }
  }
}

/**
 * @param file path of queue.db
 * @param onDamage called whenever a call finds that the file is damaged; the call fails as well
 */
export async function openSqliteQueue(
  file: string,
  namespace = NAMESPACE,
  onDamage: (error: unknown) => void = () => {},
): Promise<Queue & { busyTimeoutMs(): number }> {
  const backend = await connect(file, namespace)
  const raw = rawOf(backend)
  const newest = (flow: string, key: string): NewestRun | undefined =>
    raw
      .prepare(
        `select id, status, worker_id, error, cast(substr(idempotency_key, ?) as integer) as number from workflow_runs
         where namespace_id = ? and workflow_name = ? and substr(idempotency_key, 1, ?) = ?
         and idempotency_key >= ? and idempotency_key < ? order by number desc limit 1`,
      )
      .get(key.length + 2, namespace, flow, key.length + 1, `${key}#`, `${key}#`, `${key}$`) as NewestRun | undefined

  const queue = {
    backend: telling(backend, onDamage),

    async newest(flow: string, keys: readonly string[]) {
      return new Map(
        keys.flatMap((key) => {
          const run = newest(flow, key)
          return run ? [[key, run] as const] : []
        }),
      )
    },

    async prune(finishedBefore: Date) {
      const result = raw
        .prepare(
          `delete from workflow_runs where namespace_id = ? and finished_at is not null and finished_at < ?
           and status in ('completed', 'succeeded', 'failed', 'canceled')`,
        )
        .run(namespace, finishedBefore.toISOString())
      return Number(result.changes)
    },

    async takeOver() {
      const now = new Date().toISOString()
      const result = raw
        .prepare(
          `update workflow_runs set available_at = ?, worker_id = null
           where namespace_id = ? and status = 'running' and worker_id is not null and available_at > ?`,
        )
        .run(now, namespace, now)
      return Number(result.changes)
    },

    async wakeOvertaken() {
      const now = Date.now()
      const nowText = new Date(now).toISOString()
      const theirs = `namespace_id = ? and status in ('pending', 'running', 'sleeping') and worker_id is null
        and available_at > ? and updated_at > ?`
      const which = [namespace, nowText, new Date(now + CLOCK_SLACK_MS).toISOString()]
      raw
        .prepare(
          `update step_attempts set context = json_set(context, '$.resumeAt', ?)
           where namespace_id = ? and kind = 'sleep' and status = 'running'
           and workflow_run_id in (select id from workflow_runs where ${theirs})`,
        )
        .run(nowText, namespace, ...which)
      const result = raw
        .prepare(`update workflow_runs set available_at = ?, updated_at = ? where ${theirs}`)
        .run(nowText, nowText, ...which)
      return Number(result.changes)
    },

    close: () => backend.stop(),

    busyTimeoutMs: () => Number(Object.values(raw.prepare('pragma busy_timeout').get() ?? {})[0]),
  }
  return telling(queue, onDamage)
}

const rawOf = (backend: BackendSqlite): RawSqlite => (backend as unknown as { db: RawSqlite }).db

async function connect(file: string, namespace: string): Promise<BackendSqlite> {
  for (let attempt = 1; ; attempt++) {
    try {
      const backend = BackendSqlite.connect(file, { namespaceId: namespace })
      const raw = rawOf(backend)
      raw.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
      raw.exec('pragma synchronous = normal')
      return backend
    } catch (error) {
      if (attempt >= CONNECT_ATTEMPTS || isDamage(error))
        throw new Error('The queue could not be opened', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, CONNECT_PAUSE_MS))
    }
  }
}

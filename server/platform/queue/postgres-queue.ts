/**
 * The engine's queue on PostgreSQL, in a schema of its own beside the store, for any number of workers.
 * - Its migrations don't lock: starting processes take turns around them.
 * - It has no index by which the runs of a key are found: it gets one.
 * - A claim belongs to the worker that extends it: no other takes over what a worker of another machine may still do.
 * - Its driver may throw out of nowhere, and so end the worker, when a connection dies between a query and its writing.
 *   The worker ends then: the query would never be answered. Its supervisor starts one that waits and goes on.
 * - It may also lose a query without a word: one that is sent between the error of a connection and its close. So one that
 *   is not answered for half a minute ends the worker likewise, also where PostgreSQL hangs.
 */
import { BackendPostgres } from 'openworkflow/postgres'
import postgres from 'postgres'
import { CLOCK_SLACK_MS, NAMESPACE, type NewestRun, type Queue } from './queue.ts'

/** Claims, heartbeats and step results of a worker's slots: each takes a moment, and a worker has several queues. */
const MAX_CONNECTIONS = 4
const SCHEMA = 'openworkflow'
const RUNS = `${SCHEMA}.workflow_runs`
/** As long as a claim: a worker that waits longer has lost its run. */
const ANSWER_PATIENCE_MS = 30_000
/** Any number that nobody else locks. */
const MIGRATION_LOCK = 4_780_001

interface Watch {
  answerMs: number
  /** A query was not answered in that time, and may never be. */
  onSilence(): void
}
const ENDS_US: Watch = {
  answerMs: ANSWER_PATIENCE_MS,
  onSilence: () => {
    throw new Error('PostgreSQL did not answer a query of the queue: the worker ends, and is started again')
  },
}

/** @param url `postgres://user:password@host/database` */
export async function openPostgresQueue(
  url: string,
  namespace = NAMESPACE,
  connections = MAX_CONNECTIONS,
  watch = ENDS_US,
): Promise<Queue> {
  const own = new URL(url)
  own.searchParams.set('max', String(connections))
  // It tells on standard output what it skips, and there our processes speak JSON.
  own.searchParams.set('client_min_messages', 'warning')
  own.searchParams.set('application_name', 'klic-desktop-queue')

  const sql = postgres(own.href, { max: 1, onnotice() {} })
  const opening = sql.begin(async (trx) => {
    await trx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
    const connected = await BackendPostgres.connect(own.href, { namespaceId: namespace, schema: SCHEMA })
    await trx.unsafe(
      `create index if not exists klic_runs_by_key on ${RUNS}
         (namespace_id, workflow_name, split_part(idempotency_key, '#', 1))`,
    )
    return connected
  })
  const backend = await opening.catch(async (error) => {
    await sql.end({ timeout: 0 })
    throw error
  })

  const answered = <T>(asked: PromiseLike<T>): PromiseLike<T> => {
    const timer = setTimeout(watch.onSilence, watch.answerMs).unref()
    const clear = (): void => clearTimeout(timer)
    asked.then(clear, clear)
    return asked
  }
  return {
    backend: watched(backend, answered),

    async newest(flow, keys) {
      const asked = sql.unsafe<(NewestRun & { key: string })[]>(
        `select distinct on (key) id, status, worker_id, error, split_part(idempotency_key, '#', 1) as key,
           split_part(idempotency_key, '#', 2)::int as number
         from ${RUNS} where namespace_id = $1 and workflow_name = $2 and split_part(idempotency_key, '#', 1) = any($3)
         order by key, number desc`,
        [namespace, flow, keys as string[]],
      )
      const rows = await answered(asked)
      return new Map(rows.map((row) => [row.key, row]))
    },

    async prune(finishedBefore) {
      const { count } = await sql.unsafe(
        `delete from ${RUNS} where namespace_id = $1 and finished_at < $2
           and status in ('completed', 'succeeded', 'failed', 'canceled')`,
        [namespace, finishedBefore],
      )
      return count
    },

    takeOver: async () => 0,

    async wakeOvertaken() {
      const theirs = `namespace_id = $1 and status in ('pending', 'running', 'sleeping') and worker_id is null
        and available_at > now() and updated_at > now() + interval '${CLOCK_SLACK_MS} milliseconds'`
      await sql.unsafe(
        `update ${SCHEMA}.step_attempts set context = jsonb_set(context::jsonb, '{resumeAt}', to_jsonb(now()))
         where namespace_id = $1 and kind = 'sleep' and status = 'running'
         and workflow_run_id in (select id from ${RUNS} where ${theirs})`,
        [namespace],
      )
      const { count } = await sql.unsafe(
        `update ${RUNS} set available_at = now(), updated_at = now() where ${theirs}`,
        [namespace],
      )
      return count
    },

    async close() {
      await backend.stop()
      await sql.end({ timeout: 5 })
    },
  }
}

/** Its methods, each of whose promises is looked after. */
const watched = <T extends object>(backend: T, answered: <R>(asked: PromiseLike<R>) => PromiseLike<R>): T =>
  new Proxy(backend, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const given: unknown = member.apply(target, args)
        return given instanceof Promise ? answered(given) : given
      }
    },
  })

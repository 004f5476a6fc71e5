/**
 * The port's one adapter, over openworkflow on SQLite (queue.db).
 *
 * Its gaps, and what is done about each:
 * - No busy timeout: set right after connecting. That reaches a private field; test/flows/engine.test.ts reads it back.
 * - `connect` migrates and may meet another process doing the same: it is tried again.
 * - Its idempotency keys live 24 hours, count finished runs too, and a polling flow lives for weeks. So the newest run
 *   of a key is looked up, and a new run gets the key with a number behind it: equal for two who start at once.
 * - A dead worker's claim lasts 30 s. On a desktop there is one worker, so a new one takes the claims over at once.
 * - It never forgets finished runs: `prune`.
 * - Its steps spend attempts on every failure; "the world is not ready" is therefore a result in our flows, not a throw.
 */
import { OpenWorkflow } from 'openworkflow'
import { BackendSqlite } from 'openworkflow/sqlite'
import type { Engine, Flow, Json, Progress, Retry, Steps } from './port.ts'

const NAMESPACE = 'klic'
const BUSY_TIMEOUT_MS = 10_000
const DEFAULT_RETRY: Retry = { attempts: 8, firstMs: 1000, maxMs: 60_000, factor: 2 }
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

export interface EngineOptions {
  /** Path of queue.db. */
  file: string
  /** One row for each step that failed and will be tried again. */
  onStepFailed?: (flow: string, step: string, error: unknown) => void
}

export async function openEngine(options: EngineOptions): Promise<Engine & { busyTimeoutMs(): number }> {
  const backend = await connect(options.file)
  const raw = (backend as unknown as { db: RawSqlite }).db
  const ow = new OpenWorkflow({ backend })

  const newest = (flow: string, key: string): NewestRun | undefined =>
    raw
      .prepare(
        `select id, status, error, cast(substr(idempotency_key, ?) as integer) as number from workflow_runs
         where namespace_id = ? and workflow_name = ? and substr(idempotency_key, 1, ?) = ?
         and idempotency_key >= ? and idempotency_key < ? order by number desc limit 1`,
      )
      .get(key.length + 2, NAMESPACE, flow, key.length + 1, `${key}#`, `${key}#`, `${key}$`) as NewestRun | undefined

  return {
    async start(flow, input, { key, at }) {
      const last = newest(flow.name, key)
      if (last && isLive(last.status)) return { run: last.id }
      const handle = await ow.runWorkflow({ name: flow.name, version: flow.version }, input, {
        idempotencyKey: `${key}#${last ? last.number + 1 : 0}`,
        ...(at ? { availableAt: at } : {}),
      })
      return { run: handle.workflowRun.id }
    },

    async last(flow, key) {
      const run = newest(flow, key)
      if (!run) return undefined
      return { run: run.id, state: STATES[run.status] ?? 'running', error: run.error ? messageIn(run.error) : null }
    },

    async cancel(run) {
      await ow.cancelWorkflowRun(run)
    },

    async progress(run) {
      const found = await backend.getWorkflowRun({ workflowRunId: run })
      if (!found) return undefined
      const { data } = await backend.listStepAttempts({ workflowRunId: run, limit: 1000 })
      return {
        state: STATES[found.status] ?? 'running',
        steps: data.map((step) => ({
          name: step.stepName,
          state: step.status === 'failed' ? 'failed' : step.status === 'running' ? 'running' : 'done',
          ...(step.error ? { error: String((step.error as { message?: unknown }).message ?? '') } : {}),
        })),
      }
    },

    async prune(finishedBefore) {
      const result = raw
        .prepare(
          `delete from workflow_runs where namespace_id = ? and finished_at is not null and finished_at < ?
           and status in ('completed', 'succeeded', 'failed', 'canceled')`,
        )
        .run(NAMESPACE, finishedBefore.toISOString())
      return Number(result.changes)
    },

    async takeOver() {
      const now = new Date().toISOString()
      const result = raw
        .prepare(
          `update workflow_runs set available_at = ?, worker_id = null
           where namespace_id = ? and status = 'running' and worker_id is not null and available_at > ?`,
        )
        .run(now, NAMESPACE, now)
      return Number(result.changes)
    },

    async work(flows, slots) {
      // All flows are registered before the worker exists: an unknown one would be put off for minutes.
      for (const flow of flows) register(ow, flow as unknown as Flow<Json>, options)
      const worker = ow.newWorker({ concurrency: slots })
      await worker.start()
      return { stop: () => worker.stop() }
    },

    close: () => backend.stop(),

    busyTimeoutMs: () => Number(Object.values(raw.prepare('pragma busy_timeout').get() ?? {})[0]),
  }
}

interface NewestRun {
  id: string
  status: string
  /** JSON of what failed */
  error: string | null
  number: number
}

const isLive = (status: string): boolean => STATES[status] === 'waiting' || STATES[status] === 'running'

const messageIn = (json: string): string => String((JSON.parse(json) as { message?: unknown }).message ?? '')

const STATES: Record<string, Progress['state']> = {
  pending: 'waiting',
  running: 'running',
  sleeping: 'waiting',
  completed: 'done',
  succeeded: 'done',
  failed: 'failed',
  canceled: 'cancelled',
}

function register(ow: OpenWorkflow, flow: Flow<Json>, options: EngineOptions): void {
  ow.implementWorkflow<Json, null>(
    {
      name: flow.name,
      version: flow.version,
      retryPolicy: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '60s', maximumAttempts: 3 },
    },
    async ({ input, step }) => {
      const steps: Steps = {
        run: <T extends Json>(name: string, work: () => Promise<T>, retry: Retry = DEFAULT_RETRY) =>
          step.run<T>(
            {
              name,
              retryPolicy: {
                initialInterval: `${retry.firstMs}ms`,
                maximumInterval: `${retry.maxMs}ms`,
                backoffCoefficient: retry.factor ?? 2,
                maximumAttempts: retry.attempts,
              },
            },
            async () => {
              try {
                return await work()
              } catch (error) {
                options.onStepFailed?.(flow.name, name, error)
                throw error
              }
            },
          ),
        sleep: (name, ms) => step.sleep(name, `${Math.max(1, Math.round(ms))}ms`),
      }
      await flow.run(input, steps)
      return null
    },
  )
}

async function connect(file: string): Promise<BackendSqlite> {
  for (let attempt = 1; ; attempt++) {
    try {
      const backend = BackendSqlite.connect(file, { namespaceId: NAMESPACE })
      const raw = (backend as unknown as { db: RawSqlite }).db
      raw.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
      raw.exec('pragma synchronous = normal')
      return backend
    } catch (error) {
      if (attempt >= CONNECT_ATTEMPTS) throw new Error('The queue could not be opened', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, CONNECT_PAUSE_MS))
    }
  }
}

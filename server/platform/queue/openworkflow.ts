/**
 * The port's one adapter, over openworkflow: on SQLite (queue.db, sqlite-queue.ts) or PostgreSQL (postgres-queue.ts).
 *
 * Its gaps, and what is done about each:
 * - Its idempotency keys live 24 hours, count finished runs too, and a polling flow lives for weeks. So the newest run
 *   of a key is looked up, and a new run gets the key with a number behind it: equal for two who start at once.
 * - A dead worker's claim lasts 30 s. On a desktop there is one worker, so a new one takes the claims over at once.
 * - It never forgets finished runs: `prune`.
 * - Its steps spend attempts on every failure; "the world is not ready" is therefore a result of a flow, not a throw.
 * - Its worker looks for runs once a second and can't be woken for one: the server looks itself (`tick`), and takes up at once
 *   what the working process starts.
 * - It counts every waking of a run as an attempt, so the bound for what fails beside the steps, such as a database that
 *   restarts, lies far above what a run can sleep.
 */
import { OpenWorkflow } from 'openworkflow'
import type { Engine, Flow, Json, LastRun, Retry, RunState, Steps } from './port.ts'
import { NAMESPACE, type NewestRun, type Queue } from './queue.ts'

/** A run sleeps up to STEPS_PER_RUN times; the rest is a day of failures, a minute apart. */
const ATTEMPTS = 2000
const DEFAULT_RETRY: Retry = { attempts: 8, firstMs: 1000, maxMs: 60_000, factor: 2 }

export interface EngineOptions {
  /** Path of queue.db, or `postgres://…`. */
  at: string
  /** Workers of one see no runs of another; default: klic */
  namespace?: string
  /** Of PostgreSQL, at most; default: 4 */
  connections?: number
  /** Whenever the file of the queue is found to be damaged. */
  onDamage?: (error: unknown) => void
}

/** Whether the queue is a file of this computer. */
export const isFile = (at: string): boolean => !/^postgres(ql)?:\/\//.test(at)

const openQueue = async ({ at, namespace = NAMESPACE, connections, onDamage }: EngineOptions): Promise<Queue> => {
  if (isFile(at)) return (await import('./sqlite-queue.ts')).openSqliteQueue(at, namespace, onDamage)
  return (await import('./postgres-queue.ts')).openPostgresQueue(at, namespace, connections)
}

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const queue = await openQueue(options)
  const { backend } = queue
  const ow = new OpenWorkflow({ backend })
  /** Whether something was started since the last look, and what ends the pause before the next. */
  const bell = { isRung: false, ring: () => {} }

  return {
    async start(flow, input, { key, at }) {
      const last = (await queue.newest(flow.name, [key])).get(key)
      if (last && isLive(last.status)) return { run: last.id }
      const handle = await ow.runWorkflow({ name: flow.name, version: flow.version }, input, {
        idempotencyKey: `${key}#${last ? last.number + 1 : 0}`,
        ...(at ? { availableAt: at } : {}),
      })
      bell.isRung = true
      bell.ring()
      return { run: handle.workflowRun.id }
    },

    async last(flow, keys) {
      const found = await queue.newest(flow, keys)
      return new Map([...found].map(([key, run]) => [key, lastRun(run)]))
    },

    prune: (finishedBefore) => queue.prune(finishedBefore),
    takeOver: () => queue.takeOver(),
    wakeOvertaken: () => queue.wakeOvertaken(),

    async work(flows, slots) {
      // All flows are registered before the worker exists: an unknown one would be put off for minutes.
      for (const flow of flows) register(ow, flow as unknown as Flow<Json>)
      const worker = ow.newWorker({ concurrency: slots })
      let stopping = false
      const looking = (async () => {
        for (let idle = 0; !stopping; ) {
          bell.isRung = false
          const taken = await worker.tick().catch((error: unknown) => {
            console.error('Looking for runs failed:', error)
            return 0
          })
          if (taken > 0) idle = 0
          else if (!stopping && !bell.isRung) await pause(lookAgainMs(idle++), bell)
        }
      })()
      return {
        async stop() {
          stopping = true
          bell.ring()
          await looking
          // Of its own loop there is none: what it is at is waited for.
          await worker.stop()
        },
      }
    },

    close: () => queue.close(),
  }
}

/** From a tenth of a second to one, and not all pools and workers in step. */
const lookAgainMs = (idle: number): number => Math.min(1000, 100 * 2 ** idle) * (0.5 + Math.random() / 2)

/** Until then, or until the bell rings. */
function pause(ms: number, bell: { ring: () => void }): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    bell.ring = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

const isLive = (status: string): boolean => STATES[status] === 'waiting' || STATES[status] === 'running'

const lastRun = ({ id, status, worker_id, error }: NewestRun): LastRun => ({
  run: id,
  state: STATES[status] ?? 'running',
  worker: status === 'running' ? worker_id : null,
  error: error === null ? null : messageIn(error),
})

const messageIn = (error: unknown): string => {
  const read = typeof error === 'string' ? JSON.parse(error) : error
  return String((read as { message?: unknown }).message ?? '')
}

const STATES: Record<string, RunState> = {
  pending: 'waiting',
  running: 'running',
  sleeping: 'running',
  completed: 'done',
  succeeded: 'done',
  failed: 'failed',
  canceled: 'cancelled',
}

function register(ow: OpenWorkflow, flow: Flow<Json>): void {
  ow.implementWorkflow<Json, null>(
    {
      name: flow.name,
      version: flow.version,
      retryPolicy: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '60s', maximumAttempts: ATTEMPTS },
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
            work,
          ),
        sleep: (name, ms) => step.sleep(name, `${Math.max(1, Math.round(ms))}ms`),
      }
      await flow.run(input, steps)
      return null
    },
  )
}

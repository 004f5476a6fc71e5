/**
 * The engine's port as a machine that a test can kill: step results survive, everything else is forgotten.
 * Sleeping moves the world's clock, so weeks pass in a moment and nothing waits for real time.
 */
import type { Engine, Flow, Json, LastRun, Steps } from '../../server/platform/queue/port.ts'

interface Run {
  id: string
  key: string
  flow: string
  input: Json
  state: 'waiting' | 'running' | 'done' | 'failed'
  error: string | null
  results: Map<string, Json>
  wakeAt: number
  attempts: number
}

class Asleep extends Error {}

/** Thrown by the world to play a kill -9: nothing catches it, everything in memory is gone. */
export class KilledRun extends Error {}

const ATTEMPTS = 3

export class ReplayEngine implements Engine {
  private readonly runs: Run[] = []
  private readonly now: () => number
  private readonly moveTo: (ms: number) => void

  constructor(now: () => number, moveTo: (ms: number) => void) {
    this.now = now
    this.moveTo = moveTo
  }

  /** What outlives a kill. */
  kept(): unknown {
    return this.runs
  }

  takeFrom(other: ReplayEngine): void {
    this.runs.push(...structuredClone(other.runs))
  }

  async start<I extends Json>(flow: Flow<I>, input: I, { key }: { key: string }): Promise<{ run: string }> {
    const live = this.newest(flow.name, key)
    if (live && (live.state === 'waiting' || live.state === 'running')) return { run: live.id }
    const id = `run-${this.runs.length}`
    this.runs.push({
      id,
      key,
      flow: flow.name,
      input,
      state: 'waiting',
      error: null,
      results: new Map(),
      wakeAt: this.now(),
      attempts: 0,
    })
    return { run: id }
  }

  async last(flow: string, keys: readonly string[]): Promise<Map<string, LastRun>> {
    return new Map(
      keys.flatMap((key) => {
        const run = this.newest(flow, key)
        if (!run) return []
        // Asleep, or to be tried again: it has been taken once.
        const state = run.state === 'waiting' && run.results.size + run.attempts > 0 ? 'running' : run.state
        return [[key, { run: run.id, state, worker: null, error: run.error }] as const]
      }),
    )
  }

  private newest(flow: string, key: string): Run | undefined {
    return this.runs.findLast((run) => run.flow === flow && run.key === key)
  }

  /** Runs all that is awake; when nothing is, moves the clock to the next sleeper before. @returns false when all ended */
  async turn(flows: readonly Flow<never>[]): Promise<boolean> {
    const live = this.runs.filter((run) => run.state === 'waiting' || run.state === 'running')
    if (live.length === 0) return false
    const next = Math.min(...live.map((run) => run.wakeAt))
    if (next > this.now()) this.moveTo(next)
    const awake = live.filter((run) => run.wakeAt <= this.now())
    for (const run of awake) await this.resume(run, flows)
    return true
  }

  private async resume(run: Run, flows: readonly Flow<never>[]): Promise<void> {
    const flow = flows.find((candidate) => candidate.name === run.flow) as unknown as Flow<Json>
    const steps: Steps = {
      run: async (name, work) => {
        if (run.results.has(name)) return run.results.get(name) as never
        const result = await work()
        run.results.set(name, structuredClone(result))
        return result
      },
      sleep: async (name, ms) => {
        const until = (run.results.get(name) as number | undefined) ?? this.now() + ms
        run.results.set(name, until)
        if (until <= this.now()) return
        run.wakeAt = until
        throw new Asleep()
      },
    }
    try {
      run.state = 'running'
      await flow.run(run.input, steps)
      run.state = 'done'
    } catch (error) {
      if (error instanceof Asleep) {
        run.state = 'waiting'
        return
      }
      if (error instanceof KilledRun) throw error
      run.attempts++
      run.error = error instanceof Error ? error.message : String(error)
      run.state = run.attempts >= ATTEMPTS ? 'failed' : 'waiting'
      run.wakeAt = this.now() + 1000
    }
  }

  async prune(): Promise<number> {
    return 0
  }
  async takeOver(): Promise<number> {
    return 0
  }
  async wakeOvertaken(): Promise<number> {
    return 0
  }
  async work(): Promise<{ stop(): Promise<void> }> {
    return { stop: async () => {} }
  }
  async close(): Promise<void> {}
}

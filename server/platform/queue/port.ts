/**
 * Our port to durable execution: what a flow may ask for. Only run and sleep; no children, no signals, because those
 * are where engines lose work (see the adapter). The same port fits a plain queue.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Pauses between attempts grow by `factor` from firstMs to maxMs; `attempts` counts the first one. */
export interface Retry {
  attempts: number
  firstMs: number
  maxMs: number
  factor?: number
}

export interface Steps {
  /**
   * Runs `work` once more than it is known to have finished: it is at least once, so it asks first whether the thing
   * already happened. Its result is kept and given back when the flow is resumed. It must never block the event loop.
   */
  run<T extends Json>(name: string, work: () => Promise<T>, retry?: Retry): Promise<T>
  sleep(name: string, ms: number): Promise<void>
}

export interface Flow<I extends Json> {
  readonly name: string
  readonly version: string
  run(input: I, steps: Steps): Promise<void>
}

export type RunState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/** The newest run with a key. */
export interface LastRun {
  run: string
  state: RunState
  /** Who holds it in a slot now; null: it waits to be taken for the first time, or it sleeps, or it has ended. */
  worker: string | null
  /** Of a failed run: the message of what failed. */
  error: string | null
}

export interface Engine {
  /** Starts a flow unless a run with this key is live. Two at the same instant start one. */
  start<I extends Json>(flow: Flow<I>, input: I, options: { key: string; at?: Date }): Promise<{ run: string }>
  /** The newest run of each of these keys that has one, by key. */
  last(flow: string, keys: readonly string[]): Promise<ReadonlyMap<string, LastRun>>
  /** Forgets runs that ended before this time, which lies at least two days back; gives back how many. */
  prune(finishedBefore: Date): Promise<number>
  /** Claims of workers that no longer live are given free: where this process is the one worker; elsewhere nothing happens. */
  takeOver(): Promise<number>
  /**
   * Wakes what sleeps, or waits for its turn, until a time that a clock named which has been set back since: it was to be a
   * moment, and would be days. To be called after a start, and when the clock is seen to go back.
   * @returns how many
   */
  wakeOvertaken(): Promise<number>
  work(flows: readonly Flow<never>[], slots: number): Promise<{ stop(): Promise<void> }>
  close(): Promise<void>
}

/** Flows with slots of their own. */
export interface Pool {
  readonly namespace: string
  /** Their names */
  readonly flows: readonly string[]
  /** How many, where all others have `slots` */
  slotsOf(slots: number): number
  /** Of PostgreSQL, at most; left out: as many as is usual */
  readonly connections?: number
}

/** The engine takes 1,000 step attempts a run. A flow that waits for weeks ends before that; the sweep starts the next. */
export const STEPS_PER_RUN = 800

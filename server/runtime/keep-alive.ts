/**
 * Keeps one child running: starts it again when it ends unasked, soon after a first end and later after each further
 * one, so that a child which can't start does not spin.
 */
import { type Child, type ChildOptions, startChild } from './child.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** A child that lived this long is taken for healthy: the next pause is short again. */
const HEALTHY_MS = 60_000

export interface KeptChild {
  tell(word: string): void
  pid(): number | undefined
  stop(patienceMs: number, word?: string): Promise<void>
}

export interface KeepOptions extends Omit<ChildOptions, 'args' | 'onExit'> {
  /** Asked anew at each start: what it goes by may have changed since the last. */
  args(): readonly string[]
  /** Each time it has been started, the first time included. */
  onStart?(pid: number | undefined): void
  onEnd(code: number | null, signal: NodeJS.Signals | null, againInMs: number): void
}

export function keepAlive(options: KeepOptions): KeptChild {
  let child: Child | undefined
  let stopping = false
  let pauseMs = FIRST_PAUSE_MS
  let timer: NodeJS.Timeout | undefined

  const start = (): void => {
    const since = performance.now()
    child = startChild({
      ...options,
      args: options.args(),
      onExit(code, signal) {
        child = undefined
        if (stopping) return
        if (performance.now() - since > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS
        options.onEnd(code, signal, pauseMs)
        timer = setTimeout(start, pauseMs)
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      },
    })
    options.onStart?.(child.pid)
  }
  start()

  return {
    tell: (word) => child?.tell(word),
    pid: () => child?.pid,
    stop: async (patienceMs, word) => {
      stopping = true
      clearTimeout(timer)
      await child?.stop(patienceMs, word)
    },
  }
}

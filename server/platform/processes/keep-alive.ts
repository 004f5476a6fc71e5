/**
 * Keeps one child running: starts it again when it ends unasked. Unless something else is said, soon after a first end and
 * later after each further one, so that a child which can't start does not spin.
 */
import type { Child, ChildOptions } from './child.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
/** A child that lived this long is taken for healthy: the next pause is short again. */
const HEALTHY_MS = 60_000

export interface KeptChild {
  tell(word: string): void
  pid(): number | undefined
  stop(patienceMs: number, word?: string): Promise<void>
}

export interface KeepOptions {
  /** For each of its lives. */
  start(onExit: ChildOptions['onExit']): Child
  /** @returns ms until it is started again; undefined: it is not */
  pauseAfter?(livedMs: number): number | undefined
  /** It ended unasked. */
  onEnd(code: number | null, signal: NodeJS.Signals | null, againInMs: number | undefined): void
}

function growingPauses(): (livedMs: number) => number {
  let nextMs = FIRST_PAUSE_MS
  return (livedMs) => {
    const pauseMs = livedMs > HEALTHY_MS ? FIRST_PAUSE_MS : nextMs
    nextMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    return pauseMs
  }
}

export function keepAlive({ start, pauseAfter = growingPauses(), onEnd }: KeepOptions): KeptChild {
  let child: Child | undefined
  let stopping = false
  let timer: NodeJS.Timeout | undefined

  const live = (): void => {
    const since = performance.now()
    child = start((code, signal) => {
      child = undefined
      if (stopping) return
      const pauseMs = pauseAfter(performance.now() - since)
      if (pauseMs !== undefined) timer = setTimeout(live, pauseMs)
      onEnd(code, signal, pauseMs)
    })
  }
  live()

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

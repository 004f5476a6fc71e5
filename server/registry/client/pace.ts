/**
 * Our own ceiling, since Kadaster publishes none: so many calls at a time, so much time between their starts.
 * First come, first served.
 */

export type Pace = <T>(call: () => Promise<T>) => Promise<T>

/** @param intervalMs shortest time between two starts; 0 for none */
export const pace = (connections: number, intervalMs: number): Pace => {
  const waiting: (() => void)[] = []
  let running = 0
  let nextStartMs = 0

  const enter = async (): Promise<void> => {
    if (running >= connections) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    if (intervalMs === 0) return
    const nowMs = performance.now()
    const startMs = Math.max(nowMs, nextStartMs)
    nextStartMs = startMs + intervalMs
    if (startMs > nowMs) await new Promise((resolve) => setTimeout(resolve, startMs - nowMs))
  }
  /** The place goes straight to whoever waits, so that nobody slips in between. */
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (call) => {
    await enter()
    try {
      return await call()
    } finally {
      leave()
    }
  }
}

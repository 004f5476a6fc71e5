/**
 * Our own ceiling, since Kadaster publishes none: so many calls at a time, so much time between their starts.
 * First come, first served.
 */
import type { Credentials, Pace, RegistryEndpoints } from '../types.ts'

/** @param intervalMs shortest time between two starts; 0 for none */
const pace = (connections: number, intervalMs: number): Pace => {
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
  /** The place goes straight to the next one that waits, so that nobody slips in between. */
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

const CONNECTIONS = 4
const INTERVAL_MS = 500

/** @param intervalMs left out: ours, which is none for the simulator */
export const ownPace = (
  { environment }: RegistryEndpoints,
  intervalMs: number = environment === 'simulator' ? 0 : INTERVAL_MS,
): Pace => pace(CONNECTIONS, intervalMs)

/**
 * One ceiling for each login at the registry, however many companies file with it: a relation number more makes no other
 * login.
 * @returns what gives a login's pace; `person` tells two people apart who logged in with one application
 */
export const pacesByLogin = () => {
  const known = new Map<string, Pace>()
  return (
    endpoints: RegistryEndpoints,
    { kind, clientId }: Pick<Credentials, 'kind' | 'clientId'>,
    person: string,
  ): Pace => {
    const login = JSON.stringify([endpoints, kind, clientId, kind === 'authorization_code' && person])
    const paced = known.get(login) ?? ownPace(endpoints)
    known.set(login, paced)
    return paced
  }
}

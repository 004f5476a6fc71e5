/**
 * At most so many at a time of one company, and one more of others: no company takes the last place. Of those that wait,
 * the company with the least running comes next, and of equals the one that was served longest ago. Who waits too long, or
 * finds too many waiting, is asked to come again; who hangs up takes no place.
 */
import { inTurn } from './fairness.ts'
import { TryLater } from './refusal.ts'

/** Whose work it is. */
export interface Asker {
  readonly companyId: string
  /** Aborted when nobody waits for the answer any longer. */
  readonly gone?: AbortSignal | undefined
}

export interface LimitBounds {
  /** Of one company; one place more is for the others */
  atOnce: number
  /** Of one company, and of all; left out: as many as come */
  mostWaiting?: { ofOne: number; ofAll: number }
  /** Left out: as long as it takes */
  longestWaitMs?: number
}

interface Waiting {
  companyId: string
  go(): void
}

/** What a queue for answers holds at most: beyond it, an answer would come too late to be of use. */
export const ANSWER_QUEUE = { mostWaiting: { ofOne: 50, ofAll: 200 }, longestWaitMs: 35_000 } as const

/**
 * @param askerOf whose work a call is
 * @throws TryLater when too many wait, when it waited too long, and when its asker has gone
 */
export function fairLimit<A extends unknown[], R>(
  { atOnce, mostWaiting = { ofOne: Infinity, ofAll: Infinity }, longestWaitMs }: LimitBounds,
  askerOf: (...args: A) => Asker,
  work: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  const running = new Map<string, number>()
  /** The oldest turn first. */
  const served = new Set<string>()
  let total = 0
  let waiting: Waiting[] = []
  const isFull = (companyId: string): boolean => total > atOnce || (running.get(companyId) ?? 0) >= atOnce

  const enter = (companyId: string): void => {
    total++
    running.set(companyId, (running.get(companyId) ?? 0) + 1)
    served.delete(companyId)
    served.add(companyId)
  }
  const leave = (companyId: string): void => {
    total--
    const left = running.get(companyId)! - 1
    if (left > 0) running.set(companyId, left)
    else running.delete(companyId)
    const turns = [...served]
    const [next] = inTurn(
      waiting
        .filter((one) => !isFull(one.companyId))
        .toSorted((a, b) => turns.indexOf(a.companyId) - turns.indexOf(b.companyId)),
      running,
      1,
    )
    if (next) {
      waiting = waiting.filter((one) => one !== next)
      enter(next.companyId)
      next.go()
    } else if (total === 0) served.clear()
  }
  const wait = ({ companyId, gone }: Asker): Promise<void> =>
    new Promise((resolve, reject) => {
      const ofOne = waiting.filter((one) => one.companyId === companyId).length
      if (ofOne >= mostWaiting.ofOne || waiting.length >= mostWaiting.ofAll) return reject(tooMany())
      const settle = (end: () => void) => () => {
        clearTimeout(deadline)
        gone?.removeEventListener('abort', onGone)
        waiting = waiting.filter((other) => other !== one)
        end()
      }
      const one: Waiting = { companyId, go: settle(resolve) }
      const onGone = settle(() => reject(nobodyWaits()))
      const deadline =
        longestWaitMs === undefined
          ? undefined
          : setTimeout(
              settle(() => reject(tooMany())),
              longestWaitMs,
            )
      gone?.addEventListener('abort', onGone)
      waiting.push(one)
    })

  return async (...args) => {
    const asker = askerOf(...args)
    if (asker.gone?.aborted) throw nobodyWaits()
    if (isFull(asker.companyId)) await wait(asker)
    else enter(asker.companyId)
    try {
      if (asker.gone?.aborted) throw nobodyWaits()
      return await work(...args)
    } finally {
      leave(asker.companyId)
    }
  }
}

/**
 * At most so many at a time of one company, for what lasts as long as its caller likes; nobody waits.
 * @throws TryLater when the company has as many under way
 */
export function ownPlaces<R>(most: number): (asker: Asker, work: () => Promise<R>) => Promise<R> {
  const taken = new Map<string, number>()
  return async ({ companyId }, work) => {
    const others = taken.get(companyId) ?? 0
    if (others >= most) throw tooMany()
    taken.set(companyId, others + 1)
    try {
      return await work()
    } finally {
      const left = taken.get(companyId)! - 1
      if (left > 0) taken.set(companyId, left)
      else taken.delete(companyId)
    }
  }
}

const tooMany = (): TryLater =>
  new TryLater('Too much of this is being worked on at the moment: nothing was stored. Ask again.', {
    reason: 'busy',
    retryAfterMs: 10_000,
  })

/** For a caller that hung up. */
export const nobodyWaits = (): TryLater => new TryLater('The caller hung up.', { reason: 'busy' })

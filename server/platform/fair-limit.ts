/**
 * At most so many at a time of one company, and one more of others: no company takes the last place. Of those that wait,
 * the company with the least running comes next, and of equals the one that was served longest ago. Who waits too long, or
 * finds too many waiting, is asked to come again; who hangs up takes no place. Several companies could hold all places
 * together: work with a turn gives its place to who has waited that long and used less.
 */
import { inTurn } from './fairness.ts'
import { TryLater } from './refusal.ts'

/** Whose work it is. */
export interface Requester {
  readonly companyId: string
  /** Aborted when nobody waits for the answer any longer. */
  readonly signal?: AbortSignal | undefined
  /** Ends the work: its place may be taken. Left out: it keeps its place */
  readonly taken?: AbortController
}

export interface LimitBounds {
  /** Of one company; one place more is for the others */
  atOnce: number
  /** Of one company, and of all; left out: as many as come */
  mostWaiting?: { ofOne: number; ofAll: number }
  /** Left out: as long as it takes */
  longestWaitMs?: number
  /**
   * Who has waited so long for another company takes a place from the company that used most time since all places were
   * free: that work is ended, and its caller is asked to come again. Left out: no place is taken
   */
  turnMs?: number
}

/** Where work runs. */
interface Place {
  asker: Requester
  /** Of performance.now() */
  sinceMs: number
}

interface Waiter {
  companyId: string
  go(): void
}

/** What a queue for answers holds at most: beyond it, an answer would come too late to be of use. */
export const ANSWER_QUEUE = { mostWaiting: { ofOne: 50, ofAll: 200 }, longestWaitMs: 35_000 } as const

/**
 * @param askerOf whose work a call is
 * @throws TryLater when too many wait, when it waited too long, when its place was taken, and when its asker has gone
 */
export function fairLimit<A extends unknown[], R>(
  { atOnce, mostWaiting = { ofOne: Infinity, ofAll: Infinity }, longestWaitMs, turnMs }: LimitBounds,
  askerOf: (...args: A) => Requester,
  work: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  const running = new Map<string, number>()
  /** The oldest turn first. */
  const served = new Set<string>()
  const places = new Set<Place>()
  /** ms of each company in places that it left, since all were free. */
  const spent = new Map<string, number>()
  let waiting: Waiter[] = []
  const hasAll = (companyId: string): boolean => (running.get(companyId) ?? 0) >= atOnce
  const isFull = (companyId: string): boolean => places.size > atOnce || hasAll(companyId)

  const enter = (asker: Requester): Place => {
    const { companyId } = asker
    const place = { asker, sinceMs: performance.now() }
    places.add(place)
    running.set(companyId, (running.get(companyId) ?? 0) + 1)
    served.delete(companyId)
    served.add(companyId)
    return place
  }
  const leave = (place: Place): void => {
    const { asker, sinceMs } = place
    const { companyId } = asker
    places.delete(place)
    spent.set(companyId, (spent.get(companyId) ?? 0) + performance.now() - sinceMs)
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
      next.go()
    } else if (places.size === 0) {
      served.clear()
      spent.clear()
    }
  }
  /** For a company that has waited for a turn. */
  const takePlace = (companyId: string, turn: number): void => {
    // One that was taken comes free when its work has ended.
    const isComing = [...places].some(({ asker }) => asker.taken?.signal.aborted)
    if (isComing || hasAll(companyId)) return
    const now = performance.now()
    const used = new Map(spent)
    const usedBy = (of: string): number => used.get(of) ?? 0
    for (const { asker, sinceMs } of places) used.set(asker.companyId, usedBy(asker.companyId) + now - sinceMs)
    const [most] = [...places]
      .filter(({ asker, sinceMs }) => now - sinceMs >= turn && usedBy(asker.companyId) > usedBy(companyId))
      .sort((one, other) => usedBy(other.asker.companyId) - usedBy(one.asker.companyId))
    most?.asker.taken?.abort()
  }
  const wait = (asker: Requester): Promise<Place> =>
    new Promise((resolve, reject) => {
      const { companyId, signal } = asker
      const ofOne = waiting.filter((one) => one.companyId === companyId).length
      if (ofOne >= mostWaiting.ofOne || waiting.length >= mostWaiting.ofAll) return reject(tooMany())
      const settle = (end: () => void) => () => {
        clearTimeout(deadline)
        clearInterval(turns)
        signal?.removeEventListener('abort', onGone)
        waiting = waiting.filter((other) => other !== one)
        end()
      }
      const turns = turnMs === undefined ? undefined : setInterval(() => takePlace(companyId, turnMs), turnMs)
      const one: Waiter = { companyId, go: settle(() => resolve(enter(asker))) }
      const onGone = settle(() => reject(nobodyWaits()))
      const deadline =
        longestWaitMs === undefined
          ? undefined
          : setTimeout(
              settle(() => reject(tooMany())),
              longestWaitMs,
            )
      signal?.addEventListener('abort', onGone)
      waiting.push(one)
    })

  return async (...args) => {
    const asker = askerOf(...args)
    if (asker.signal?.aborted) throw nobodyWaits()
    const place = isFull(asker.companyId) ? await wait(asker) : enter(asker)
    try {
      if (asker.signal?.aborted) throw nobodyWaits()
      const result = await work(...args)
      if (!asker.taken?.signal.aborted) return result
    } catch (error) {
      if (!asker.taken?.signal.aborted) throw error
    } finally {
      leave(place)
    }
    throw tooMany()
  }
}

/**
 * As fairLimit, for work that keeps nothing when it is ended.
 * @param work told to end when its asker has gone, or when another company takes its place
 */
export function fairTurns<Q, R>(
  bounds: LimitBounds & Required<Pick<LimitBounds, 'turnMs'>>,
  work: (asked: Q, ended: AbortSignal) => Promise<R>,
): (asked: Q, asker: Requester) => Promise<R> {
  const run = fairLimit(
    bounds,
    (_asked: Q, asker: Requester & { taken: AbortController }) => asker,
    (asked, { signal, taken }) => work(asked, signal ? AbortSignal.any([signal, taken.signal]) : taken.signal),
  )
  return (asked, asker) => run(asked, { ...asker, taken: new AbortController() })
}

/**
 * At most so many at a time of one company, for what lasts as long as its caller likes; nobody waits.
 * @throws TryLater when the company has as many under way
 */
export function ownPlaces<R>(most: number): (asker: Requester, work: () => Promise<R>) => Promise<R> {
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

/** Whose turn it is when many companies wait for few places: no company's thousand jobs delay another's first. */

/**
 * The order in which work is begun: always one of the company that has least under way, and of equals the one whose work
 * waits longest.
 * @param waiting the oldest first
 * @param busy how much of each company is under way
 * @param most at most so many are asked for
 */
export function inTurn<T extends { readonly companyId: string }>(
  waiting: readonly T[],
  busy: ReadonlyMap<string, number>,
  most: number,
): T[] {
  const queues = [...Map.groupBy(waiting, ({ companyId }) => companyId)].map(([companyId, queue]) => ({
    queue,
    next: 0,
    load: busy.get(companyId) ?? 0,
  }))
  const chosen: T[] = []
  while (chosen.length < most) {
    let least: (typeof queues)[number] | undefined
    for (const one of queues) {
      if (one.next < one.queue.length && (!least || one.load < least.load)) least = one
    }
    if (!least) break
    chosen.push(least.queue[least.next]!)
    least.next++
    least.load++
  }
  return chosen
}

/** What a company, and all together, may have waiting to be filed; more is taken in when there is room again. */
export const MAX_WAITING = { ofOne: 1000, ofAll: 10_000 } as const

/** Work that nobody waits for. */

/** In a browser that can't tell when nothing happens (Safari): a moment later. */
const MOMENT_MS = 50

/**
 * Does it once nothing else happens.
 * @param byMs at the latest
 * @returns what calls it off
 */
export const whenIdle = (work: () => void, byMs?: number): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const waiting = setTimeout(work, MOMENT_MS)
    return () => clearTimeout(waiting)
  }
  const waiting = requestIdleCallback(() => work(), byMs === undefined ? {} : { timeout: byMs })
  return () => cancelIdleCallback(waiting)
}

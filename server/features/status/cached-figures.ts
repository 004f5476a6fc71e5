/**
 * Figures for which whole tables are read: as fresh as they are cheap. One that took long is found again only after twenty
 * times as long, so however many rows there are, and however often somebody asks, it takes a twentieth of the time at most.
 */
const LONG_MS = 250
const TIMES_AS_LONG = 20

interface CachedFigure {
  found: Promise<unknown>
  /** Infinity while it is being found */
  untilMs: number
}

/** Whose figures they are decides how long they live. */
const figures = new WeakMap<object, Map<string, CachedFigure>>()

export function cachedFigure<T>(
  owner: object,
  name: string,
  find: () => Promise<T>,
  now: () => number = () => performance.now(),
): Promise<T> {
  const ofOwner = figures.get(owner) ?? new Map<string, CachedFigure>()
  figures.set(owner, ofOwner)
  const before = ofOwner.get(name)
  if (before && now() < before.untilMs) return before.found as Promise<T>
  const startedMs = now()
  const known: CachedFigure = { found: find(), untilMs: Number.POSITIVE_INFINITY }
  ofOwner.set(name, known)
  known.found.then(
    () => {
      const tookMs = now() - startedMs
      known.untilMs = tookMs < LONG_MS ? 0 : now() + TIMES_AS_LONG * tookMs
    },
    () => {
      known.untilMs = 0
    },
  )
  return known.found as Promise<T>
}

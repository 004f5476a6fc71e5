/**
 * As few trial trenches across an axis as meet all lines. Trenches are set from the start of the axis, each as far on as
 * the line that must be met first allows: no plan has fewer, since that line meets none before it, and one that stood
 * further on would miss it.
 */
import type { Stretch } from './along-axis.ts'

export interface ToMeet {
  /** Chainages at which a line crosses: each is met. */
  readonly crossings: readonly number[]
  /** Where it lies beside the axis: each is met, and again at least every `spacingM` of it. */
  readonly stretches: readonly Stretch[]
}

/** The part of the axis that a trench opens, without what it reaches beyond the outermost lines: chainages. */
export interface Opening {
  from: number
  to: number
}

interface Beside {
  readonly from: number
  readonly to: number
  /** The last chainage at which it was met; undefined: nowhere yet */
  met: number | undefined
}

/**
 * @param shareM how long the opening of one trench is at most
 * @param spacingM what runs along is met at least every so many metres
 * @returns ascending; no two overlap
 */
export function fewestTrenches(lines: readonly ToMeet[], shareM: number, spacingM: number): Opening[] {
  const crossings = lines.flatMap((line) => line.crossings).sort((a, b) => a - b)
  const beside: Beside[] = lines.flatMap(({ stretches }) =>
    stretches.map(([from, to]) => ({ from, to, met: undefined })),
  )
  const openings: Opening[] = []
  let next = 0
  for (;;) {
    let from = crossings[next] ?? Infinity
    for (const each of beside) from = Math.min(from, dueAt(each, spacingM))
    if (from === Infinity) break
    const to = from + shareM
    openings.push({ from, to })
    while (next < crossings.length && crossings[next]! <= to) next++
    for (const each of beside) if (each.from <= to && each.to >= from) each.met = Math.min(each.to, to)
  }
  shorten(openings, crossings, beside, spacingM)
  return openings
}

/** By when it has to be met next; Infinity: never again. */
const dueAt = ({ from, to, met }: Beside, spacingM: number): number => {
  if (met === undefined) return Math.min(to, from + spacingM)
  return to - met > spacingM ? met + spacingM : Infinity
}

/** They begin where they must; each then ends as soon as its lines allow. */
function shorten(openings: Opening[], crossings: readonly number[], beside: readonly Beside[], spacingM: number): void {
  // From the last: how far one has to reach follows from where the next stands.
  for (let i = openings.length - 1; i >= 0; i--) {
    const { from, to } = openings[i]!
    let needed = from
    for (const each of crossings) if (each > needed && each <= to) needed = each
    for (const line of beside) {
      if (line.from > to || line.to < from) continue
      const later = openings[i + 1]
      const nextMet = later && later.from <= line.to ? later.from : undefined
      // What only begins here is met by the next, if that stands near its beginning.
      if (line.from > from && nextMet !== undefined && nextMet <= line.from + spacingM) continue
      needed = Math.max(needed, line.from, (nextMet ?? line.to) - spacingM)
    }
    openings[i]!.to = needed
  }
}

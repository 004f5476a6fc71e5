/** Reads the areas of a file in a process of its own, with patience for so long. */
import { ANSWER_QUEUE, fairTurns } from '../domain/fair-limit.ts'
import type { AreaReading, AreaReadingLine } from '../domain/geometry/found-areas.ts'
import type { Cage } from './cage.ts'
import { runCaged } from './run-caged.ts'

export interface ReadingBounds {
  longestMs: number
  /** Of a list of corners or WKT: the most corners that are taken are read in half a second. */
  longestTextMs: number
  /** Of one company while others wait: a file seldom takes a second. */
  turnMs: number
}

const BOUNDS: ReadingBounds = { longestMs: 30_000, longestTextMs: 5000, turnMs: 3000 }
/** Of one company: GDAL takes a core. */
const AT_ONCE = 1

/** By company, so many at a time. */
export function areaReader(entry: string, cage: () => Promise<Cage>, bounds = BOUNDS) {
  const places = { atOnce: AT_ONCE, ...ANSWER_QUEUE, turnMs: bounds.turnMs }
  return fairTurns(places, async (asked: AreaReading, ended) =>
    runAreaReading(entry, await cage(), asked, ended, bounds),
  )
}

export async function runAreaReading(
  entry: string,
  cage: Cage,
  { path, folder, crs, layer, isTurned }: AreaReading,
  gone?: AbortSignal,
  bounds = BOUNDS,
): Promise<AreaReadingLine> {
  const args = [
    path,
    folder,
    ...(crs === undefined ? [] : [crs]),
    ...(layer === undefined ? [] : [`--layer=${layer}`]),
    ...(isTurned ? ['--turned'] : []),
  ]
  const answer = await runCaged<AreaReadingLine>({ entry, cage, args, reads: [path], folder, gone, ...bounds })
  return 'line' in answer ? answer.line : gaveUp(answer.lateMs)
}

/** Too much work, or a file that takes the reader down: neither is worth another try. */
const gaveUp = (lateMs: number | undefined): AreaReadingLine =>
  lateMs !== undefined
    ? {
        fault: {
          code: 'TOO_LONG',
          message: `The file could not be read within ${lateMs / 1000} s. Simplify or split it.`,
        },
      }
    : { fault: { code: 'NOT_UNDERSTOOD', message: 'The file is damaged: reading it fails.' } }

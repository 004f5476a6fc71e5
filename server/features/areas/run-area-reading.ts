/** Reads the areas of a file in a process of its own, with patience for so long. */
import { rm } from 'node:fs/promises'
import type { AreaReadingLine, AreaReadTask } from '../../geometry/found-areas.ts'
import { ANSWER_QUEUE, fairTurns } from '../../platform/fair-limit.ts'
import { type Cage, withoutDrivers } from '../cage.ts'
import type { CagedTask } from '../caged-task.ts'
import { resultUnlessKilled, runCaged } from '../run-caged.ts'

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
const MEMORY_MIB = 2048

/** By company, so many at a time. */
export function areaReader(cage: () => Promise<Cage>, bounds = BOUNDS) {
  const places = { atOnce: AT_ONCE, ...ANSWER_QUEUE, turnMs: bounds.turnMs }
  return fairTurns(places, async (asked: AreaReadTask, ended) => runAreaReading(await cage(), asked, ended, bounds))
}

export async function runAreaReading(
  cage: Cage,
  asked: AreaReadTask,
  signal?: AbortSignal,
  bounds = BOUNDS,
): Promise<AreaReadingLine> {
  try {
    const end = await runCaged<AreaReadingLine>({
      cage,
      task: JSON.stringify({ kind: 'areas', ...asked } satisfies CagedTask),
      room: { reads: [asked.path], writes: [asked.folder], memoryMiB: MEMORY_MIB },
      env: withoutDrivers(cage.otherDrivers),
      signal,
      ...bounds,
    })
    return resultUnlessKilled(end) ?? gaveUp(end.lateMs)
  } finally {
    await rm(asked.folder, { recursive: true, force: true })
  }
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

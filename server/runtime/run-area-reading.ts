/** Reads the areas of a file in a process of its own, with patience for so long. */
import { mkdir, rm } from 'node:fs/promises'
import { ANSWER_QUEUE, type Asker, fairLimit } from '../domain/fair-limit.ts'
import type { AreaReading, AreaReadingLine } from '../domain/geometry/found-areas.ts'
import type { Cage } from './cage.ts'
import { startChild } from './child.ts'

export interface ReadingBounds {
  longestMs: number
  /** Of a list of corners or WKT: the most corners that are taken are read in half a second. */
  longestTextMs: number
}

const BOUNDS: ReadingBounds = { longestMs: 30_000, longestTextMs: 5000 }
const MEMORY_MIB = 2048
/** Of one company: GDAL takes a core. */
const AT_ONCE = 1

/** By company, so many at a time. */
export const areaReader = (entry: string, cage: () => Promise<Cage>, bounds = BOUNDS) =>
  fairLimit(
    { atOnce: AT_ONCE, ...ANSWER_QUEUE },
    (_asked: Parameters<typeof runAreaReading>[2], asker: Asker) => asker,
    async (asked, { gone }) => runAreaReading(entry, await cage(), asked, gone, bounds),
  )

export async function runAreaReading(
  entry: string,
  cage: Cage,
  { path, folder, crs, layer, isTurned }: AreaReading,
  gone?: AbortSignal,
  { longestMs, longestTextMs } = BOUNDS,
): Promise<AreaReadingLine> {
  await mkdir(folder, { recursive: true })
  try {
    return await new Promise<AreaReadingLine>((resolve, reject) => {
      let said: AreaReadingLine | undefined
      /** After how long it was ended. */
      let lateMs: number | undefined
      let deadline: NodeJS.Timeout | undefined
      const words: string[] = []
      const child = startChild({
        entry,
        args: [
          path,
          folder,
          ...(crs === undefined ? [] : [crs]),
          ...(layer === undefined ? [] : [`--layer=${layer}`]),
          ...(isTurned ? ['--turned'] : []),
        ],
        confinement: cage.confine({ reads: [path], writes: [folder], memoryMiB: MEMORY_MIB }),
        env: { GDAL_SKIP: cage.otherDrivers.join(',') },
        onLine: (line) => {
          if ('is_text' in line) endAfter(longestTextMs)
          else said = line as unknown as AreaReadingLine
        },
        onWords: (text) => words.push(text),
        onExit: (code, signal) => {
          clearTimeout(deadline)
          if (said) resolve(said)
          else if (lateMs !== undefined || signal !== null) resolve(gaveUp(lateMs))
          else reject(new Error(`The reading ended without a result (code ${code})\n${words.slice(-20).join('\n')}`))
        },
      })
      const endAfter = (ms: number): void => {
        clearTimeout(deadline)
        deadline = setTimeout(() => {
          lateMs = ms
          void child.stop(0)
        }, ms)
      }
      endAfter(longestMs)
      // Nobody waits for it any longer.
      gone?.addEventListener('abort', () => void child.stop(0), { once: true })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
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

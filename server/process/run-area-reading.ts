/** Reads the areas of a file in a process of its own, with patience for so long. */
import { mkdir, rm } from 'node:fs/promises'
import { ANSWER_QUEUE, type Asker, fairLimit } from '../domain/fair-limit.ts'
import type { AreaReadingLine } from '../domain/found-areas.ts'
import { startChild } from './child.ts'

const LONGEST_MS = 30_000
/** GDAL takes a core. */
const AT_ONCE = 2

/** By company, so many at a time. */
export const areaReader = (entry: string) =>
  fairLimit(
    { atOnce: AT_ONCE, ...ANSWER_QUEUE },
    (_asked: Parameters<typeof runAreaReading>[1], asker: Asker) => asker,
    (asked, { gone }) => runAreaReading(entry, asked, gone),
  )

/** @param folder of its own; it is made and removed */
export async function runAreaReading(
  entry: string,
  { path, folder, crs }: { path: string; folder: string; crs: string | undefined },
  gone?: AbortSignal,
): Promise<AreaReadingLine> {
  await mkdir(folder, { recursive: true })
  try {
    return await new Promise<AreaReadingLine>((resolve, reject) => {
      let said: AreaReadingLine | undefined
      let isLate = false
      const words: string[] = []
      const child = startChild({
        entry,
        args: [path, folder, ...(crs === undefined ? [] : [crs])],
        env: { NODE_OPTIONS: '--max-old-space-size=1024' },
        onLine: (line) => {
          said = line as unknown as AreaReadingLine
        },
        onWords: (text) => words.push(text),
        onExit: (code, signal) => {
          clearTimeout(deadline)
          if (said) resolve(said)
          else if (isLate || signal !== null) resolve(gaveUp(isLate))
          else reject(new Error(`The reading ended without a result (code ${code})\n${words.slice(-20).join('\n')}`))
        },
      })
      const deadline = setTimeout(() => {
        isLate = true
        void child.stop(0)
      }, LONGEST_MS)
      // Nobody waits for it any longer.
      gone?.addEventListener('abort', () => void child.stop(0), { once: true })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Too much work, or a file that takes the reader down: neither is worth another try. */
const gaveUp = (isLate: boolean): AreaReadingLine =>
  isLate
    ? {
        fault: {
          code: 'TOO_LONG',
          message: `The file could not be read within ${LONGEST_MS / 1000} s. Simplify or split it.`,
        },
      }
    : { fault: { code: 'NOT_UNDERSTOOD', message: 'The file is damaged: reading it fails.' } }

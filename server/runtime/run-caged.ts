/** Runs the caged program (server/areas.ts) once, for so long. */
import { mkdir, rm } from 'node:fs/promises'
import type { Cage } from './cage.ts'
import { startChild } from './child.ts'

export interface CagedRun<Line> {
  entry: string
  cage: Cage
  args: readonly string[]
  /** What it may read; it may write to the folder, which is removed afterwards. Absolute. */
  reads: readonly string[]
  folder: string
  /** Drivers of GDAL that it needs besides those for areas */
  drivers?: readonly string[]
  longestMs: number
  /** Once the file turns out to be a text */
  longestTextMs?: number
  /** Aborted when the caller has gone, or when others take the place */
  gone?: AbortSignal | undefined
  /** Takes what is needed of the folder before it is removed */
  onLine?(line: Line): Promise<void>
}

const MEMORY_MIB = 2048

/**
 * @returns the line that it printed last; without one: after how long it was ended, undefined when it ended by a signal
 * @throws Error when it ends without a result
 */
export async function runCaged<Line extends object>(
  run: CagedRun<Line>,
): Promise<{ line: Line } | { lateMs?: number }> {
  const { entry, cage, args, reads, folder, drivers = [], longestMs, longestTextMs = longestMs, gone } = run
  await mkdir(folder, { recursive: true })
  try {
    const answer = await new Promise<{ line: Line } | { lateMs?: number }>((resolve, reject) => {
      let said: Line | undefined
      /** After how long it was ended. */
      let lateMs: number | undefined
      let deadline: NodeJS.Timeout | undefined
      const words: string[] = []
      const child = startChild({
        entry,
        args,
        confinement: cage.confine({ reads, writes: [folder], memoryMiB: MEMORY_MIB }),
        env: { GDAL_SKIP: cage.otherDrivers.filter((name) => !drivers.includes(name)).join(',') },
        onLine: (line) => {
          if ('is_text' in line) endAfter(longestTextMs)
          else said = line as Line
        },
        onWords: (text) => words.push(text),
        onExit: (code, signal) => {
          clearTimeout(deadline)
          if (said) resolve({ line: said })
          else if (lateMs !== undefined) resolve({ lateMs })
          else if (signal !== null) resolve({})
          else
            reject(new Error(`The caged program ended without a result (code ${code})\n${words.slice(-20).join('\n')}`))
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
      gone?.addEventListener('abort', () => void child.stop(0), { once: true })
      if (gone?.aborted) void child.stop(0)
    })
    if ('line' in answer) await run.onLine?.(answer.line)
    return answer
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

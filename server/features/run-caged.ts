/** Runs one task of the caged program (server/caged.ts) in a process of its own, for so long. */

import { type Confinement, startChild } from '../platform/processes/child.ts'
import { Refusal } from '../platform/refusal.ts'
import type { CagedLine } from './caged-task.ts'

const WORDS_KEPT = 20

export interface Room {
  /** Files and folders, absolute. */
  readonly reads: readonly string[]
  /** Folders, absolute; made when they are not there. The first is also for temporary files. */
  readonly writes: readonly string[]
  readonly memoryMiB: number
}

export interface CagedProgram {
  /** Its entry file */
  readonly entry: string
  confine(room: Room): Confinement
}

export interface CagedRun {
  cage: CagedProgram
  /** JSON, or the path of a file that holds it */
  task: string
  room: Room
  env?: Record<string, string>
  longestMs: number
  /** A line that it is told as soon as that is there. */
  told?: Promise<string> | undefined
  /** Told what it said of the task at last, some time before the process has ended. */
  onLast?: ((last: CagedLine<unknown>) => void) | undefined
  /** Once a file with areas turns out to be a text */
  longestTextMs?: number
  /** Aborted when the caller has gone, or when others take the place: the process is ended */
  signal?: AbortSignal | undefined
  onProgress?: ((what: string, done: number, total: number) => void) | undefined
}

export interface CagedEnd<Result> {
  hasStarted: boolean
  /** What it said of the task at last */
  last?: CagedLine<Result>
  /** After how long it was ended */
  lateMs?: number
  signal: NodeJS.Signals | null
  /** What became of the process, with its last words */
  how: string
}

export async function runCaged<Result>(run: CagedRun): Promise<CagedEnd<Result>> {
  const { cage, task, room, env = {}, longestMs, longestTextMs = longestMs, told, onLast, signal, onProgress } = run
  const end: CagedEnd<Result> = { hasStarted: false, signal: null, how: '' }
  const words = lastWords()
  let deadline: NodeJS.Timeout | undefined
  await new Promise<void>((resolve) => {
    const child = startChild({
      entry: cage.entry,
      args: [task],
      confinement: cage.confine(room),
      env,
      onLine(line) {
        const said = line as unknown as CagedLine<Result>
        if ('started' in said) end.hasStarted = true
        else if ('progress' in said) onProgress?.(said.progress.what, said.progress.done, said.progress.total)
        else if ('is_text' in said) endAfter(longestTextMs)
        else {
          end.last = said
          onLast?.(said)
        }
      },
      onWords: words.hear,
      onExit(code, signal) {
        end.signal = signal
        end.how = `(code ${code}, signal ${signal})\n${words.text()}`
        resolve()
      },
    })
    told?.then(child.tell, () => {})
    const stop = () => void child.stop(0)
    const endAfter = (ms: number): void => {
      clearTimeout(deadline)
      deadline = setTimeout(() => {
        end.lateMs = ms
        stop()
      }, ms)
    }
    endAfter(longestMs)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
  clearTimeout(deadline)
  return end
}

/**
 * What came of a task, by the last line that its process said of it.
 * @throws Refusal DELIVERY_UNREADABLE when running it again will not help
 * @throws Error when it failed, or ended without a result
 */
export function resultOf<Result>({ last, how }: Pick<CagedEnd<Result>, 'last' | 'how'>): Result {
  if (last && 'result' in last) return last.result
  if (!last || !('failure' in last)) throw new Error(`The caged program ended without a result ${how}`)
  const { refused, message } = last.failure
  throw refused ? new Refusal('DELIVERY_UNREADABLE', message) : new Error(message)
}

/** @returns undefined: the task took it down, by a signal or by its time */
export function resultUnlessKilled<Result>(end: CagedEnd<Result>): Result | undefined {
  const isKilled = !end.last && (end.lateMs !== undefined || end.signal !== null)
  return isKilled ? undefined : resultOf(end)
}

/** The last words of a process. */
export function lastWords(): { hear(text: string): void; text(): string } {
  const words: string[] = []
  return {
    hear(text) {
      words.push(text)
      if (words.length > WORDS_KEPT) words.shift()
    },
    text: () => words.join('\n'),
  }
}

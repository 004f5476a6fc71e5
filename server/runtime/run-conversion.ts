/** Runs one conversion task in a process of its own and waits for its result. A crash there is a failed attempt here. */
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ConversionLine, ConversionResult, ConversionTask, ResultSource } from '../domain/ports/conversion.ts'
import { Refusal, TryLater } from '../domain/refusal.ts'
import type { Cage, Room } from './cage.ts'
import { startChild } from './child.ts'

const WORDS_KEPT = 20

/** Of the largest deliveries that are known (docs/scale.md) it takes a tenth. */
const CONVERSION_MIB = 4096

/** In the cage, with these folders and files and no others. */
export interface Caged {
  cage: () => Promise<Cage>
  /** Where Node may keep what these processes compile, and no others read it: else each compiles anew. */
  cacheDir?: string
}

export const confined = async ({ cage, cacheDir }: Caged, { reads, writes }: Pick<Room, 'reads' | 'writes'>) => {
  const folders = cacheDir === undefined ? writes : [...writes, cacheDir]
  return {
    confinement: (await cage()).confine({ reads, writes: folders, memoryMiB: CONVERSION_MIB }),
    ...(cacheDir !== undefined && { env: { NODE_COMPILE_CACHE: cacheDir } }),
  }
}

/** What a company waits for, and no other: the largest delivery that is known takes minutes (docs/scale.md). */
export const LONGEST_CONVERSION_MS = 60 * 60_000
/** Of an answer that somebody waits for. */
export const LONGEST_ANSWER_MS = 5 * 60_000

export interface RunOptions {
  onProgress?: (what: string, done: number, total: number) => void
  /** Then its process is ended; by default LONGEST_CONVERSION_MS. */
  longestMs?: number
  /** A person at a terminal waits for it: it gives way to no server. */
  isCommand?: boolean
  /** Aborted when nobody waits for the result: the process is ended. */
  gone?: AbortSignal | undefined
}

/** The library that opens a GeoPackage looks at the folder first; in that of a result are the files of that result. */
const folderOf = (gpkg: string): string => dirname(gpkg)

/** What a task names: nothing else of this computer is its business. */
const roomOf = (task: ConversionTask): Pick<Room, 'reads' | 'writes'> => {
  const writes = [task.tempDir, ...task.out.map(({ path }) => dirname(path))]
  const read = (source: ResultSource): string[] =>
    'gpkg' in source ? [folderOf(source.gpkg)] : source.deliveries.map(({ path }) => path)
  if (task.kind === 'merge') {
    const readings = task.deliveries.flatMap(({ reading }) => (reading === undefined ? [] : [dirname(reading)]))
    return { reads: read(task), writes: [...new Set([...writes, ...readings])] }
  }
  if (task.kind === 'ground') return { reads: [folderOf(task.gpkg), ...read({ deliveries: task.deliveries })], writes }
  if (task.kind === 'describe') {
    return { reads: task.groups.flat().map(({ path }) => path), writes: [...writes, task.packed] }
  }
  if (task.kind === 'compare') return { reads: [task.before, task.after].flatMap(read), writes }
  return { reads: [folderOf(task.gpkg)], writes: task.kind === 'print' ? [...writes, dirname(task.path)] : writes }
}

/**
 * Puts the task into a folder of its own below the task's, which goes again when the work is done. The same task may run
 * twice at once: whose claim was timed by a clock that jumped is taken for dead.
 */
export async function withTaskFile<T>(task: ConversionTask, work: (taskFile: string) => Promise<T>): Promise<T> {
  await mkdir(task.tempDir, { recursive: true })
  const tempDir = await mkdtemp(join(task.tempDir, 'run-'))
  const taskFile = join(tempDir, 'task.json')
  await writeFile(taskFile, JSON.stringify({ ...task, tempDir }))
  try {
    return await work(taskFile)
  } finally {
    await rm(tempDir, { recursive: true, force: true })
    // The last one out.
    await rmdir(task.tempDir).catch(() => {})
  }
}

/**
 * What came of a task, by the last line that its process said of it.
 * @param ended what became of the process, for when it said nothing
 * @throws Refusal DELIVERY_UNREADABLE when running it again will not help
 */
export function resultOf(last: ConversionLine | undefined, ended: string): ConversionResult {
  if (last && 'result' in last) return last.result
  if (!last || !('failure' in last)) throw new Error(`The conversion ended without a result ${ended}`)
  const { refused, message } = last.failure
  throw refused ? new Refusal('DELIVERY_UNREADABLE', message) : new Error(message)
}

/** Running it again at once would take as long. */
export function tookTooLong(longestMs: number): Refusal {
  const time = longestMs >= 60_000 ? `${longestMs / 60_000} minutes` : `${longestMs / 1000} s`
  return new Refusal(
    'TOOK_TOO_LONG',
    `This was ended because it took longer than ${time}: it is too much at once. Split the area, or ask for less of it.`,
  )
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

/**
 * @param entry the conversion's entry file
 * @throws Refusal DELIVERY_UNREADABLE when running it again will not help, TOOK_TOO_LONG
 */
export const runConversion = (
  entry: string,
  caged: Caged,
  task: ConversionTask,
  { onProgress, longestMs = LONGEST_CONVERSION_MS, isCommand = false, gone }: RunOptions = {},
): Promise<ConversionResult> =>
  withTaskFile(task, async (taskFile) => {
    const within = await confined(caged, roomOf(task))
    let last: ConversionLine | undefined
    let isLate = false
    let deadline: NodeJS.Timeout | undefined
    const words = lastWords()
    const ended = await new Promise<string>((resolve) => {
      const child = startChild({
        entry,
        args: [taskFile],
        ...within,
        env: { ...within.env, ...(isCommand && { KLIC_CONVERT_FOR: 'command' }) },
        onLine(line) {
          const said = line as unknown as ConversionLine
          if ('progress' in said) onProgress?.(said.progress.what, said.progress.done, said.progress.total)
          else last = said
        },
        onWords: words.hear,
        onExit: (code, signal) => resolve(`(code ${code}, signal ${signal})\n${words.text()}`),
      })
      const end = () => void child.stop(0)
      deadline = setTimeout(() => {
        isLate = true
        end()
      }, longestMs)
      if (gone?.aborted) end()
      gone?.addEventListener('abort', end, { once: true })
    })
    clearTimeout(deadline)
    if (gone?.aborted) throw new TryLater('Whoever asked has gone.')
    if (isLate && !last) throw tookTooLong(longestMs)
    return resultOf(last, ended)
  })

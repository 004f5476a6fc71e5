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
  /** A person at a terminal waits for it: it gives way to no server. */
  isCommand?: true
}

type OwnRoom = Pick<Room, 'reads' | 'writes'>

export const confined = async (caged: Caged, room: OwnRoom) => confinedIn(await caged.cage(), caged, room)

function confinedIn(
  cage: Pick<Cage, 'confine'>,
  { cacheDir, isCommand }: Pick<Caged, 'cacheDir' | 'isCommand'>,
  { reads, writes }: OwnRoom,
) {
  const folders = cacheDir === undefined ? writes : [...writes, cacheDir]
  return {
    confinement: cage.confine({ reads, writes: folders, memoryMiB: CONVERSION_MIB }),
    env: {
      ...(cacheDir !== undefined && { NODE_COMPILE_CACHE: cacheDir }),
      ...(isCommand && { KLIC_CONVERT_FOR: 'command' }),
    },
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
  /** Aborted when nobody waits for the result: the process is ended. */
  gone?: AbortSignal | undefined
}

/** The library that opens a GeoPackage looks at the folder first; in that of a result are the files of that result. */
const folderOf = (gpkg: string): string => dirname(gpkg)

/** What a task names: nothing else of this computer is its business. */
const roomOf = (task: ConversionTask): OwnRoom => {
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
  options: RunOptions = {},
): Promise<ConversionResult> =>
  withTaskFile(task, async (taskFile) =>
    outcomeOf(await runOnce(entry, await confined(caged, roomOf(task)), taskFile, options), options),
  )

/**
 * The same for a command, in the first of the cages in which the process starts. What started and failed is not run again
 * in a weaker one: the files that it read may be why.
 */
export const runInFirstCage = (
  entry: string,
  cages: readonly Pick<Cage, 'confine'>[],
  task: ConversionTask,
  options: RunOptions = {},
): Promise<ConversionResult> =>
  withTaskFile(task, async (taskFile) => {
    let run: Run | undefined
    for (const cage of cages) {
      run = await runOnce(entry, confinedIn(cage, { isCommand: true }, roomOf(task)), taskFile, options)
      if (run.hasStarted || run.isLate || options.gone?.aborted) break
    }
    if (!run) throw new Error('There is no cage to run the conversion in')
    return outcomeOf(run, options)
  })

interface Run {
  hasStarted: boolean
  isLate: boolean
  last: ConversionLine | undefined
  /** What became of the process. */
  ended: string
}

async function runOnce(
  entry: string,
  within: ReturnType<typeof confinedIn>,
  taskFile: string,
  { onProgress, longestMs = LONGEST_CONVERSION_MS, gone }: RunOptions,
): Promise<Run> {
  const run: Run = { hasStarted: false, isLate: false, last: undefined, ended: '' }
  let deadline: NodeJS.Timeout | undefined
  const words = lastWords()
  run.ended = await new Promise<string>((resolve) => {
    const child = startChild({
      entry,
      args: [taskFile],
      ...within,
      onLine(line) {
        const said = line as unknown as ConversionLine
        if ('started' in said) run.hasStarted = true
        else if ('progress' in said) onProgress?.(said.progress.what, said.progress.done, said.progress.total)
        else run.last = said
      },
      onWords: words.hear,
      onExit: (code, signal) => resolve(`(code ${code}, signal ${signal})\n${words.text()}`),
    })
    const end = () => void child.stop(0)
    deadline = setTimeout(() => {
      run.isLate = true
      end()
    }, longestMs)
    if (gone?.aborted) end()
    gone?.addEventListener('abort', end, { once: true })
  })
  clearTimeout(deadline)
  return run
}

function outcomeOf({ isLate, last, ended }: Run, { gone, longestMs = LONGEST_CONVERSION_MS }: RunOptions) {
  if (gone?.aborted) throw new TryLater('Whoever asked has gone.')
  if (isLate && !last) throw tookTooLong(longestMs)
  return resultOf(last, ended)
}

/** Runs one conversion task in a process of its own and waits for its result. A crash there is a failed attempt here. */
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ConversionResult, ConversionTask, ResultSource } from '../../../imkl/model/conversion-task.ts'
import type { GroundTilesTask, TiledGround } from '../../../imkl/model/ground-tiles.ts'
import { nobodyWaits } from '../../../platform/fair-limit.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Cage } from '../../cage.ts'
import { type CagedEnd, type CagedProgram, type CagedRun, type Room, resultOf, runCaged } from '../../run-caged.ts'

/** Of the largest deliveries that are known (docs/scale.md) it takes a tenth. */
const CONVERSION_MIB = 4096

/** In the cage, with these folders and files and no others. */
export interface CageOptions {
  cage: () => Promise<Cage>
  /** Where Node may keep what these processes compile, and no others read it: else each compiles anew. */
  cacheDir?: string
  /** A person at a terminal waits for it: it gives way to no server. */
  isCommand?: true
}

type OwnRoom = Pick<Room, 'reads' | 'writes'>

export const conversionRoom = (
  { cacheDir, isCommand }: Omit<CageOptions, 'cage'>,
  { reads, writes }: OwnRoom,
): { room: Room; env: Record<string, string> } => ({
  room: { reads, writes: cacheDir === undefined ? writes : [...writes, cacheDir], memoryMiB: CONVERSION_MIB },
  env: {
    ...(cacheDir !== undefined && { NODE_COMPILE_CACHE: cacheDir }),
    ...(isCommand && { KLIC_CONVERT_FOR: 'command' }),
  },
})

/** What a company waits for, and no other: the largest delivery that is known takes minutes (docs/scale.md). */
export const LONGEST_CONVERSION_MS = 60 * 60_000
/** Of an answer that somebody waits for. */
export const LONGEST_ANSWER_MS = 5 * 60_000

export interface RunOptions {
  onProgress?: (what: string, done: number, total: number) => void
  /** Then its process is ended; by default LONGEST_CONVERSION_MS. */
  longestMs?: number
  /** Aborted when nobody waits for the result: the process is ended. */
  signal?: AbortSignal | undefined
}

/** The library that opens a GeoPackage looks at the folder first; in that of a result are the files of that result. */
const folderOf = (gpkg: string): string => dirname(gpkg)

/** What a task names: nothing else of this computer is its business. */
const roomOf = (task: ConversionTask | GroundTilesTask): OwnRoom => {
  if (task.kind === 'ground-tiles')
    return { reads: task.deliveries.map(({ path }) => path), writes: [task.tempDir, dirname(task.path)] }
  const writes = [task.tempDir, ...task.out.map(({ path }) => dirname(path))]
  const read = (source: ResultSource): string[] =>
    'gpkg' in source ? [folderOf(source.gpkg)] : source.deliveries.map(({ path }) => path)
  if (task.kind === 'merge') {
    const readings = task.deliveries.flatMap(({ reading }) => (reading === undefined ? [] : [dirname(reading)]))
    const tiles = typeof task.ground === 'object' ? [dirname(task.ground.tiles)] : []
    return { reads: [...read(task), ...tiles], writes: [...new Set([...writes, ...readings])] }
  }
  if (task.kind === 'ground') return { reads: [folderOf(task.gpkg), ...read({ deliveries: task.deliveries })], writes }
  if (task.kind === 'describe') {
    return { reads: task.groups.flat().map(({ path }) => path), writes: [...writes, task.packed] }
  }
  if (task.kind === 'compare') return { reads: [task.before, task.after].flatMap(read), writes }
  if (task.kind === 'trenches')
    return { reads: task.results.flatMap(read), writes: task.file ? [...writes, dirname(task.file.path)] : writes }
  return { reads: [folderOf(task.gpkg)], writes: task.kind === 'print' ? [...writes, dirname(task.path)] : writes }
}

/**
 * Puts the task into a folder of its own below the task's, which goes again when the work is done. The same task may run
 * twice at once: whose claim was timed by a clock that jumped is taken for dead.
 */
export async function withTaskFile<T>(
  task: ConversionTask | GroundTilesTask,
  work: (taskFile: string) => Promise<T>,
): Promise<T> {
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

/** Running it again at once would take as long. */
export function tookTooLong(longestMs: number): Refusal {
  const time = longestMs >= 60_000 ? `${longestMs / 60_000} minutes` : `${longestMs / 1000} s`
  return new Refusal(
    'TOOK_TOO_LONG',
    `This was ended because it took longer than ${time}: it is too much at once. Split the area, or ask for less of it.`,
  )
}

/** @throws Refusal DELIVERY_UNREADABLE when running it again will not help, TOOK_TOO_LONG */
export const runConversion = (
  caged: CageOptions,
  task: ConversionTask,
  options: RunOptions = {},
): Promise<ConversionResult> =>
  withTaskFile(task, async (file) =>
    outcomeOf(await runOnce<ConversionResult>(await caged.cage(), caged, task, file, options), options),
  )

/**
 * The same for a command, in the first of the cages in which the process starts. What started and failed is not run again
 * in a weaker one: the files that it read may be why.
 */
export const runInFirstCage = (
  cages: readonly CagedProgram[],
  task: ConversionTask,
  options: RunOptions = {},
): Promise<ConversionResult> => runInFirst<ConversionResult>(cages, task, options)

/**
 * A merge with the tiles of its ground, which a process of their own makes at the same time: a second core is idle else.
 * @param task its ground goes into a GeoPackage
 * @throws Refusal as runConversion
 */
export async function mergeBesideGround(
  cages: readonly CagedProgram[],
  task: Extract<ConversionTask, { kind: 'merge' }>,
  options: Pick<RunOptions, 'onProgress'> = {},
): Promise<ConversionResult> {
  const { deliveries } = task
  const folder = join(task.tempDir, 'ground')
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'tiles')
  const over = new AbortController()
  const { signal } = over
  let fault: unknown
  const drawing: GroundTilesTask = { kind: 'ground-tiles', deliveries, path, tempDir: folder }
  const told = Promise.withResolvers<string>()
  // The merge first: it takes longer, and is there when the tiles are.
  const merged = runInFirst<ConversionResult>(
    cages,
    { ...task, ground: { tiles: path } },
    { ...options, signal, told: told.promise },
  )
  const onLast: CagedRun['onLast'] = (last) => 'result' in last && told.resolve(JSON.stringify(last.result))
  const drawn = runInFirst<TiledGround>(cages, drawing, { signal, onLast }).catch((error: unknown) => {
    fault = error
    over.abort()
  })
  try {
    return await merged
  } catch (error) {
    throw fault ?? error
  } finally {
    over.abort()
    await drawn
  }
}

type ToldOptions = RunOptions & Pick<CagedRun, 'told' | 'onLast'>

const runInFirst = <Result>(
  cages: readonly CagedProgram[],
  task: ConversionTask | GroundTilesTask,
  options: ToldOptions,
): Promise<Result> =>
  withTaskFile(task, async (file) => {
    let end: CagedEnd<Result> | undefined
    for (const cage of cages) {
      end = await runOnce<Result>(cage, { isCommand: true }, task, file, options)
      if (end.hasStarted || end.lateMs !== undefined || options.signal?.aborted) break
    }
    if (!end) throw new Error('There is no cage to run the conversion in')
    return outcomeOf(end, options)
  })

const runOnce = <Result>(
  cage: CagedProgram,
  caged: Omit<CageOptions, 'cage'>,
  task: ConversionTask | GroundTilesTask,
  taskFile: string,
  { longestMs = LONGEST_CONVERSION_MS, ...options }: ToldOptions,
) => runCaged<Result>({ cage, task: taskFile, ...conversionRoom(caged, roomOf(task)), longestMs, ...options })

function outcomeOf<Result>(end: CagedEnd<Result>, { signal }: RunOptions): Result {
  if (signal?.aborted) throw nobodyWaits()
  if (end.lateMs !== undefined && !end.last) throw tookTooLong(end.lateMs)
  return resultOf(end)
}

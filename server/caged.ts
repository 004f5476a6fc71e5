/**
 * The caged program: all that reads files from outside runs in it. `node server/caged.ts TASK` carries out one task, given as
 * JSON or as the path of a file that holds it; without a task, paths of such files come one a line on its standard input,
 * and it carries out one after the other. What a task is, and what is printed, stands in features/caged-task.ts.
 * With KLIC_PARENT=pipe it ends when its standard input closes, for then its parent is gone; started by hand it does not.
 */
import { readFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { constants, getPriority, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { OnProgress } from './exports/conversion/write.ts'
import type { OpenGeoPackage } from './exports/geopackage/foreign-geopackage.ts'
import { isInDegrees } from './exports/result-formats.ts'
import { type CagedLine, type CagedTask, isCagedTask, type PhotoType } from './features/caged-task.ts'
import type { FindingsReading, FindingsReadTask } from './features/trenches/findings-file.ts'
import type { AreaReadingLine, AreaReadTask } from './geometry/found-areas.ts'
import type { ConversionResult, ConversionTask } from './imkl/model/conversion-task.ts'
import type { GroundTilesTask, TiledGround } from './imkl/model/ground-tiles.ts'
import { makeForOwnerOnly } from './platform/processes/folder-permissions.ts'
import { Refusal } from './platform/refusal.ts'

type Result = ConversionResult | TiledGround | AreaReadingLine | PhotoType | FindingsReading | string[]

makeForOwnerOnly()
const say = (line: CagedLine<Result>): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

say({ started: true })
// Nobody listens any more: there is no one left to work for.
process.stdout.on('error', () => process.exit(1))

/** The official grid, read when the first task needs it. */
let grid: Promise<unknown> | undefined
const withGrid = (): Promise<unknown> =>
  (grid ??= import('./geometry/install-grid.ts').then(({ installRdGrid }) => installRdGrid()))

/** Each loads what it needs and no more: native code takes longer to load than a text takes to read. */
function resultOf(task: CagedTask): Promise<Result> {
  if (task.kind === 'areas') return readAreaFile(task)
  if (task.kind === 'photo') return drawPhoto(task.path, task.out)
  if (task.kind === 'findings') return readFindingsFile(task)
  if (task.kind === 'try') return loadAll(task.folder)
  if (task.kind === 'ground-tiles') return drawGround(task)
  return convert(task)
}

async function convert(task: ConversionTask): Promise<ConversionResult> {
  giveWay()
  const { runTask } = await import('./exports/conversion/task.ts')
  if (task.out.some(({ format }) => isInDegrees(format))) await withGrid()
  return await runTask(task, reporter(), told.promise.then(JSON.parse))
}

/** Loads nothing of what writes a GeoPackage: a tenth of what the tiles of a street take. */
async function drawGround({ deliveries, path }: GroundTilesTask): Promise<TiledGround> {
  giveWay()
  const { makeGroundTiles } = await import('./exports/conversion/ground-tiles.ts')
  return await makeGroundTiles(deliveries, path, reporter())
}

async function readAreaFile({ path, folder, ...options }: AreaReadTask): Promise<AreaReadingLine> {
  const [{ readAreas }, { UnreadableArea }] = await Promise.all([
    import('./features/areas/files/read.ts'),
    import('./features/areas/files/fault.ts'),
    withGrid(),
  ])
  const openGeoPackage: OpenGeoPackage = async (file, wanted) =>
    (await import('./exports/geopackage/foreign.ts')).openForeignGeoPackage(file, wanted)
  try {
    return { read: await readAreas(path, folder, openGeoPackage, options, () => say({ is_text: true })) }
  } catch (error) {
    if (!(error instanceof UnreadableArea)) throw error
    const { code, message, line } = error
    return { fault: { code, message, ...(line === undefined ? {} : { line }) } }
  }
}

const drawPhoto = async (path: string, out: string): Promise<PhotoType> =>
  (await (await import('./exports/formats/photo.ts')).redrawPhoto(path, out)) ?? null

async function readFindingsFile(task: FindingsReadTask): Promise<FindingsReading> {
  const [{ readFindings }, { redrawPhoto }] = await Promise.all([
    import('./features/trenches/findings-file.ts'),
    import('./exports/formats/photo.ts'),
  ])
  return readFindings(task, redrawPhoto)
}

/** @returns the drivers of GDAL that reading areas does not need */
async function loadAll(folder: string): Promise<string[]> {
  const { otherDrivers } = await import('./features/areas/files/gdal.ts')
  const { tryNativeCode } = await import('./exports/geopackage/foreign.ts')
  tryNativeCode(folder)
  return otherDrivers()
}

/**
 * A conversion lets answers of the server go first; a command at a terminal has nothing to give way to. Below a service
 * with a lower priority (nice, systemd's Nice=) this may not be raised.
 */
function giveWay(): void {
  const isCommand = process.env.KLIC_CONVERT_FOR === 'command'
  if (!isCommand && getPriority() < constants.priority.PRIORITY_BELOW_NORMAL)
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

/** Says what came of a task. @returns whether it was carried out */
async function carryOut(given: string): Promise<boolean> {
  try {
    const task = JSON.parse(given.startsWith('{') ? given : await readFile(given, 'utf8')) as unknown
    if (!isCagedTask(task)) throw new Error('That is no task of the caged program')
    const result = await resultOf(task)
    say({ result, residentMiB: residentMiB() })
    return true
  } catch (error) {
    const refused = error instanceof Refusal
    // For the log of the process that started it; a refusal says all there is to say.
    if (!refused) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    const { resource } = error as { resource?: string }
    const message = (error instanceof Error ? error.message : String(error)) + (resource ? ` (${resource})` : '')
    say({ failure: { refused, message }, residentMiB: residentMiB() })
    return false
  }
}

const residentMiB = (): number => Math.round(residentBytes() / 2 ** 20)

/** In a cage without /proc only the most that it ever held is known. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

/** Plenty for a person: a delivery is read in tens of thousands of chunks. */
const PROGRESS_PAUSE_MS = 100

/** Each stage is said as soon as it begins. */
function reporter(): OnProgress {
  let stage = ''
  let dueMs = 0
  return (progress) => {
    const now = performance.now()
    if (progress.what === stage && now < dueMs) return
    stage = progress.what
    dueMs = now + PROGRESS_PAUSE_MS
    say({ progress })
  }
}

/** The line that comes after the one task of a process. */
const told = Promise.withResolvers<string>()
const given = process.argv[2]
if (given === undefined) {
  if (process.stdin.isTTY) throw new Error('Usage: node server/caged.ts TASK')
  let before: Promise<unknown> = Promise.resolve()
  const next = async (path: string): Promise<void> => {
    await carryOut(path)
    // What this one has compiled is there for those that start now, not only for those after its end.
    flushCompileCache()
  }
  createInterface({ input: process.stdin })
    .on('line', (path) => {
      before = before.then(() => next(path))
    })
    .once('close', () => process.exit(0))
} else {
  const isWatched = process.env.KLIC_PARENT === 'pipe'
  const gone = (): void => process.exit(1)
  const parent = isWatched ? createInterface({ input: process.stdin.on('error', gone) }) : null
  parent?.once('line', told.resolve).once('close', gone)
  if (!(await carryOut(given))) process.exitCode = 1
  parent?.removeAllListeners('close')
  process.stdin.destroy()
}

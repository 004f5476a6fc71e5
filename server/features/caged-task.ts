/**
 * What goes into and comes out of the caged program (server/caged.ts), as JSON. It reports progress as JSON lines on
 * standard output, and ends each task with one `result` or `failure` line. It ends by itself when its standard input
 * closes, because then its parent is gone.
 */
import type { Photo } from '../exports/formats/redrawn-photo.ts'
import type { AreaReadTask } from '../geometry/found-areas.ts'
import { CONVERSION_KINDS, type ConversionTask } from '../imkl/model/conversion-task.ts'
import type { GroundTilesTask } from '../imkl/model/ground-tiles.ts'
import type { FindingsReadTask } from './trenches/findings-file.ts'

export type CagedTask =
  | ConversionTask
  | GroundTilesTask
  /** A file with areas. Its result: AreaReadingLine */
  | ({ kind: 'areas' } & AreaReadTask)
  /** A photo, drawn anew into `out`. Its result: PhotoType */
  | { kind: 'photo'; path: string; out: string }
  /** A file of findings (imkl/model/findings-file.ts); photos are drawn anew into `folder`. Its result: FindingsReading */
  | ({ kind: 'findings' } & FindingsReadTask)
  /** Loads all native code (features/cage.ts). Its result: the drivers of GDAL that reading areas does not need */
  | { kind: 'try'; folder: string }

/** null: it is no whole photo in JPEG or PNG, or too large */
export type PhotoType = Photo['mediaType'] | null

/** What each needs besides. */
const PATHS: Record<string, readonly string[]> = {
  'ground-tiles': ['path', 'tempDir'],
  areas: ['path', 'folder'],
  photo: ['path', 'out'],
  findings: ['path', 'folder'],
  try: ['folder'],
}

export function isCagedTask(given: unknown): given is CagedTask {
  const task = (given ?? {}) as Record<string, unknown>
  const kind = String(task.kind)
  if (CONVERSION_KINDS.includes(kind)) return Array.isArray(task.out) && typeof task.tempDir === 'string'
  return Object.hasOwn(PATHS, kind) && PATHS[kind]!.every((name) => typeof task[name] === 'string')
}

export type CagedLine<Result> =
  /** Said once, before a task is read: the process runs in its cage. */
  | { started: true }
  | { progress: { what: string; done: number; total: number } }
  /** The file with areas is a text, which takes seconds at most to read. */
  | { is_text: true }
  | ({ result: Result } & ProcessMemory)
  /** `refused`: running it again will not help (the input is bad). Otherwise the caller may try again. */
  | ({ failure: { refused: boolean; message: string } } & ProcessMemory)

interface ProcessMemory {
  /** What the process holds in memory when the task is over. */
  residentMiB: number
}

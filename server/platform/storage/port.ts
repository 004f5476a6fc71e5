/**
 * Our port to the files that outlast a process: deliveries, results, documents of projects. A key is a path relative to
 * the data folder (`results/job_…/1/klic.gpkg`), and what rows hold. The file comes first and the row that names it
 * second, so the file of each key in a row exists; what a kill leaves in between is a file without a row.
 */
import type { Readable } from 'node:stream'

export interface StorageFile {
  readonly key: string
  /** Hex, where the row knows it: what is fetched is held against it. */
  readonly sha256?: string | null
  /** Tells this content of the key from another, where sha256 is not known; default: sha256 */
  readonly tag?: string | null
}

export interface ListedFile {
  readonly key: string
  readonly bytes: number
  readonly modifiedMs: number
}

/** @throws TryLater from every call: the storage does not answer, or the disk is full */
export interface Storage {
  /** Absolute path on this disk at which the file with this key is to be made, by rename; its folder is there. */
  place(key: string): Promise<string>
  /** What lies at its place is complete: once this returns, every machine can read it. Keeping it again is harmless. */
  keep(file: StorageFile): Promise<void>
  /**
   * Absolute path of the complete file on this disk, fetched when it is not there. Good for opening it within minutes.
   * @throws MissingFile
   */
  local(file: StorageFile): Promise<string>
  /** As `local` for several files at once, which all stay until the work has ended, however long it takes. */
  use<T>(files: readonly StorageFile[], work: (paths: string[]) => Promise<T>): Promise<T>
  /** The bytes, without a copy of them on this disk. @throws MissingFile */
  read(key: string): Promise<Readable>
  /** Gone on every machine, soon at the latest. Removing what is not there is harmless. */
  remove(key: string): Promise<void>
  /** Everything that is kept, or what is in some of the folders, in no order. */
  list(folders?: readonly KeyFolder[]): AsyncIterable<ListedFile>
  /** Whether what `local` names is still what was kept, byte for byte; a copy that is not is fetched anew. */
  isIntact(file: StorageFile & { readonly sha256: string; readonly bytes: number | null }): Promise<boolean>
  /** A damaged file goes out of the way, to be looked at; nothing is made of it any more. */
  setAside(key: string): Promise<void>
  /** Folders with a folder of damaged files. */
  readonly asideIn: readonly string[]
  /** Absolute, on this disk: in them lie the deliveries and results that `local` and `place` name. */
  folders(): Promise<readonly string[]>
  /** Room for files: in bytes, on the disk with the least of those that they go through. */
  space(): Promise<{ free: number; total: number }>
  /** Takes away what kills left behind, and what has no room any more on this disk. */
  tidy(): Promise<void>
}

/** There is no such file; with the code of the file system, so that it reads the same everywhere. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile'
  readonly code = 'ENOENT'
  readonly status = 404

  constructor(key: string, cause?: unknown) {
    super(`There is no file ${key} in the storage`, { cause })
  }
}

/** Under a key lie other bytes than its row says. */
export class OtherBytes extends Error {
  override readonly name = 'OtherBytes'

  constructor(key: string) {
    super(`The storage holds other bytes under ${key} than were put there`)
  }
}

/**
 * What the cached storage needs of the place where files lie for good. Its calls throw as those of Storage do. A call ends
 * when its signal is aborted, and tells there of bytes that move (`tellProgress`): see time-limit.ts.
 */
export interface ObjectStore {
  /** Readers see the former object or this one, whole. */
  put(key: string, file: string, signal?: AbortSignal): Promise<void>
  /** @throws MissingFile */
  get(key: string, signal?: AbortSignal): Promise<Readable>
  remove(key: string, signal?: AbortSignal): Promise<void>
  list(folders?: readonly KeyFolder[], signal?: AbortSignal): AsyncIterable<ListedFile>
  /** Takes away what uploads left that never ended. @param before only those that began before this time */
  abandon(before: Date, signal?: AbortSignal): Promise<void>
}

/** Folder of the data folder, for files that were found to be damaged. */
export const SET_ASIDE = 'damaged'
/** Key of what was set aside: in the one folder, so that none are left empty. */
export const asideOf = (key: string): string => `${SET_ASIDE}/${key.replaceAll('/', ' ')}`

/** The folders in which keys lie. */
export const KEY_FOLDERS = ['deliveries', 'results', 'projects'] as const
export type KeyFolder = (typeof KEY_FOLDERS)[number]

/** A name that can't lead out of the storage. @throws Error for any other */
export function checkKey(key: string): string {
  const parts = key.split('/')
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPlain || /[\\\0]/.test(key)) throw new Error('A key of the storage must be a plain relative path')
  return key
}

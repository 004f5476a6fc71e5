/** A full disk is met in many places and is the same everywhere: the work waits until somebody has made room. */
import { TryLater } from './refusal.ts'

/** As the system says it, and as SQLite and GDAL do; also inside the words of a process that ended of it. */
const SAYS_FULL = /\bENOSPC\b|\bEDQUOT\b|No space left on device|database or disk is full/

/** SHMSIZE: the file beside a database that its readers share could not grow. */
const FULL_CODES = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']

export function isDiskFull(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return FULL_CODES.includes(String(code)) || SAYS_FULL.test(String(message))
}

export const diskFull = (cause?: unknown): TryLater =>
  new TryLater('The disk of the server is full. Nothing is lost: it goes on when there is room.', {
    reason: 'disk_full',
    cause,
  })

/** TryLater for a full disk; any other error as it is. */
export const orDiskFull = (error: unknown): unknown => (isDiskFull(error) ? diskFull(error) : error)

/** What the databases and the log keep for themselves: files stop before it. */
export const SPARE_BYTES = 256 * 1024 ** 2
/** Below it the server says so: work still goes on, until only the spare bytes are left. */
const LOW_BYTES = 1024 ** 3

export const DISK_STATES = ['ok', 'low', 'full'] as const
export type DiskState = (typeof DISK_STATES)[number]

export const diskState = (freeBytes: number): DiskState =>
  freeBytes < SPARE_BYTES ? 'full' : freeBytes < LOW_BYTES ? 'low' : 'ok'

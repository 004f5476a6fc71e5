/**
 * A lock that the system holds for a process and drops when that ends, killed or not, on every system, and in containers,
 * where numbers of processes mean nothing to each other. Node has no call for one, SQLite has: an exclusive transaction,
 * in a file that stays empty. Once in a process: POSIX drops a lock when the process closes the file anywhere else.
 */
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const TRIES = 5
const SQLITE_BUSY = 5

/**
 * @returns what gives it free; undefined: another process has it
 * @throws Error when the file can't be made or locked
 */
export function lockFile(file: string): (() => Promise<void>) | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    // An earlier version wrote a number into it; nobody else has anything to say here.
    writeFileSync(file, '', { flag: 'a', mode: 0o600 })
    truncateSync(file)
    const before = inode(file)
    const held = new DatabaseSync(file)
    try {
      // No file beside it: a kill would leave one.
      held.exec('pragma journal_mode = memory; pragma busy_timeout = 0; begin exclusive')
    } catch (error) {
      held.close()
      if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined
      throw error
    }
    // The former owner may have taken the file away in between: then this lock is of a file without a name.
    if (before !== undefined && inode(file) === before) return async () => giveFree(held, file)
    held.close()
  }
  return undefined
}

const inode = (file: string): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino

function giveFree(held: DatabaseSync, file: string): void {
  // Windows takes no file away that is open; elsewhere nobody may come in between.
  if (process.platform === 'win32') held.close()
  try {
    rmSync(file, { force: true })
  } catch {}
  if (process.platform !== 'win32') held.close()
}

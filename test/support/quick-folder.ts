/**
 * Where worlds of tests live that have to survive no computer: in memory where the system offers that, since half the time of
 * a test that commits thousands of times went in waiting for the disk.
 */
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** Containers often have 64 MB of it. */
const ENOUGH_BYTES = 1024 ** 3

const hasRoom = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** A new folder, which the caller removes. */
export const quickFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), prefix))

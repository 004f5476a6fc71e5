/**
 * Files that were found to be damaged lie in one folder of their storage for a while, for people who want to know what
 * happened to them; nothing is made of them any more.
 */
import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from './files-below.ts'
import { asideOf, SET_ASIDE } from './port.ts'
import { DAMAGED_KEPT_DAYS } from './retention.ts'

const KEPT_MS = DAMAGED_KEPT_DAYS * 86_400_000

/** One that is not there leaves nothing. It is kept from now on, whenever it was written. */
export async function moveAside(folder: string, key: string): Promise<void> {
  const aside = join(folder, asideOf(key))
  await mkdir(join(folder, SET_ASIDE), { recursive: true, mode: 0o700 })
  try {
    await rename(join(folder, key), aside)
    const now = new Date()
    await utimes(aside, now, now)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error
  }
}

export async function removeOldSetAside(folder: string, nowMs: number): Promise<void> {
  for await (const { key, modifiedMs } of filesBelow(folder, [SET_ASIDE])) {
    if (nowMs - modifiedMs > KEPT_MS) await rm(join(folder, key), { force: true })
  }
}

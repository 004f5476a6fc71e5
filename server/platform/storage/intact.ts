/**
 * Whether a file on this disk is still what its row says: its size each time, and its bytes whenever it looks other than
 * when they were last right, or a day has passed. It is read in small pieces, between which everybody else has a turn.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { measure } from '../measured.ts'

const LOOKED_AGAIN_MS = 86_400_000
const MAX_KNOWN = 10_000
/** A tenth of a millisecond or two of hashing. */
const PIECE_BYTES = 128 * 1024

/** By path: what the file looked like when its bytes were right. */
const known = new Map<string, { looks: string; untilMs: number }>()
/** Who asks meanwhile gets the same answer. */
const looking = new Map<string, Promise<string>>()

/** @param bytes null: not known @returns false also for a file that is not there */
export async function holds(path: string, sha256: string, bytes: number | null): Promise<boolean> {
  const found = await stat(path).catch((error) => {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error
  })
  if (!found || (bytes !== null && found.size !== bytes)) return false
  const looks = `${sha256} ${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
  const before = known.get(path)
  if (before?.looks === looks && performance.now() < before.untilMs) return true
  const name = `${path}\0${looks}`
  const running = looking.get(name) ?? hashed(path).finally(() => looking.delete(name))
  looking.set(name, running)
  if ((await running) !== sha256) return false
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(path, { looks, untilMs: performance.now() + LOOKED_AGAIN_MS })
  return true
}

const hashed = async (path: string): Promise<string> =>
  (await measure(createReadStream(path, { highWaterMark: PIECE_BYTES }))).sha256

/**
 * Whether a result file is still what its row says, before it goes out under that hash: its size each time, and its bytes
 * whenever the file is another than the one that was last looked through, or a day has passed.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Storage } from '../storage/port.ts'

/** Larger ones would keep a caller waiting: of them the size tells. */
const LARGEST_HASHED_BYTES = 64 * 1024 * 1024
const LOOKED_AGAIN_MS = 86_400_000
const MOST_KNOWN = 10_000

/** By path: what the file looked like when its bytes were right. */
const known = new Map<string, { looks: string; untilMs: number }>()

/** @returns true also for a file that is not there: whoever sends it says that */
export async function isIntact(
  storage: Pick<Storage, 'local'>,
  { path: key, sha256, bytes }: { path: string; sha256: string; bytes: number | null },
): Promise<boolean> {
  const path = await storage.local({ key, sha256 }).catch((error) => {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error
  })
  if (path === undefined) return true
  const found = await stat(path)
  if (bytes !== null && found.size !== bytes) return false
  if (found.size > LARGEST_HASHED_BYTES) return true
  const looks = `${sha256} ${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
  const before = known.get(path)
  if (before?.looks === looks && performance.now() < before.untilMs) return true
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer)
  if (hash.digest('hex') !== sha256) return false
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(path, { looks, untilMs: performance.now() + LOOKED_AGAIN_MS })
  return true
}

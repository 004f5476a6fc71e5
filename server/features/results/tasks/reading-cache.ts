/**
 * What was read of deliveries of jobs that wait for more (imkl/readings.ts), so that each preliminary result reads only what has come
 * since: by job and content, on this computer alone. Losing them costs time and nothing else; they go with the job's last delivery.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../../../platform/database/open.ts'
import { waitingJobs } from '../rows/preliminary.ts'

/** Of all jobs together; beyond it those of the jobs that waited longest go. */
const MAX_BYTES = 4 * 1024 ** 3

export const readingOf = (readingsDir: string, jobId: string, sha256: string): string =>
  join(readingsDir, jobId, sha256)

/** Those of deliveries that others have replaced, and what a kill left half written. */
export async function dropOtherReadings(readingsDir: string, jobId: string, used: readonly string[]): Promise<void> {
  const folder = join(readingsDir, jobId)
  for (const name of await namesIn(folder)) if (!used.includes(name)) await drop(join(folder, name))
}

export async function dropOldReadings(store: Store, readingsDir: string, most = MAX_BYTES): Promise<void> {
  const held: { folder: string; bytes: number; changedMs: number }[] = []
  const waiting = new Set(await waitingJobs(store.db))
  for (const jobId of await namesIn(readingsDir)) {
    const folder = join(readingsDir, jobId)
    if (!waiting.has(jobId)) {
      await drop(folder)
      continue
    }
    const files = await Promise.all((await namesIn(folder)).map((name) => stat(join(folder, name)).catch(() => null)))
    const known = files.filter((file) => file !== null)
    held.push({
      folder,
      bytes: known.reduce((sum, { size }) => sum + size, 0),
      changedMs: Math.max(0, ...known.map(({ mtimeMs }) => mtimeMs)),
    })
  }
  let bytes = 0
  for (const one of held.sort((a, b) => b.changedMs - a.changedMs)) {
    bytes += one.bytes
    if (bytes > most) await drop(one.folder)
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** One that is in use, which some systems do not let go, goes at the next look. */
const drop = (path: string): Promise<void> => rm(path, { recursive: true, force: true }).catch(() => {})

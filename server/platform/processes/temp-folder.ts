/**
 * Folders for what is needed while something runs: below `tmp` of the data folder, one for each process, named by its
 * computer and its pid. Several computers may share the data folder, so nobody clears away what another may be using.
 */
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** What belongs to no process of this computer is left for as long as the longest work could take, and more. */
const KEEP_OF_OTHERS_MS = 2 * 86_400_000

const NAMED = /^worker-(.+)-(\d+)$/

/** Absolute path of this process's folder, empty. */
export async function ownTempFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'tmp', `worker-${hostname()}-${process.pid}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

const READINGS = 'readings-'

/** What was read of deliveries, as this version of the program reads them: it stays from one life to the next. */
export async function readingsFolder(dataDir: string, version: string): Promise<string> {
  const folder = join(dataDir, 'tmp', READINGS + version)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Another version's stays for a while: its worker may still be at it.
  await utimes(folder, new Date(), new Date())
  return folder
}

/** Removes what processes of this computer left that are gone, and what is older than anybody's work. */
export async function clearTempFolders(dataDir: string, nowMs: number): Promise<void> {
  const below = join(dataDir, 'tmp')
  for (const name of await readdir(below).catch(() => [])) {
    const [, host, pid] = NAMED.exec(name) ?? []
    const isOurs = host === hostname()
    if (isOurs && isAlive(Number(pid))) continue
    const path = join(below, name)
    const age = nowMs - ((await stat(path).catch(() => undefined))?.mtimeMs ?? nowMs)
    if (isOurs || age > KEEP_OF_OTHERS_MS) await rm(path, { recursive: true, force: true })
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

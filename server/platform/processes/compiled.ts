/**
 * What Node keeps of our own files, compiled, so that the next start need not compile them again: in the data folder,
 * where nobody else can put something for us to run. The starting program says where (NODE_COMPILE_CACHE), in a
 * folder for each build: an AppImage has another path at each start, and what was kept for the former would stay for good.
 */
import { readdir, rm } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** When the window has come up: it stands in nobody's way then. */
const SOON_MS = 20_000

const inData = (dataDir: string): string => join(dataDir, 'cache', 'compiled')
const inCage = (dataDir: string): string => join(dataDir, 'cache', 'compiled-in-cage')

/**
 * For the processes that we start in a cage (cage.ts). What they leave there is code, so nobody else may run it: it is
 * theirs alone, and beside that of the same build.
 */
export const cagedCache = (dataDir: string): string =>
  join(inCage(dataDir), basename(process.env.NODE_COMPILE_CACHE ?? 'server'))

/** Writes what was compiled until now, since a computer that is switched off ends no process; forgets other builds. */
export async function keepCompiled(dataDir: string): Promise<void> {
  flushCompileCache()
  const ours = process.env.NODE_COMPILE_CACHE
  if (!ours || dirname(ours) !== inData(dataDir)) return
  for (const folder of [inData(dataDir), inCage(dataDir)]) {
    for (const build of await readdir(folder).catch(() => [])) {
      if (build !== basename(ours)) await rm(join(folder, build), { recursive: true, force: true })
    }
  }
}

/** Does not keep the process alive. */
export const keepCompiledSoon = (dataDir: string, onError: (error: unknown) => void): void =>
  void setTimeout(() => void keepCompiled(dataDir).catch(onError), SOON_MS).unref()

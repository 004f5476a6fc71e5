/**
 * Files in a folder of this computer: the data folder itself, or one at an address. They are made where they stay, and
 * nothing is copied. The folder is never made: while it is missing, as a disk that is not mounted, its files are not gone.
 */
import { createReadStream } from 'node:fs'
import { access, mkdir, open, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DEAD_AFTER_MS, removeDeadDrafts } from './cache.ts'
import { filesBelow } from './files-below.ts'
import { holds } from './intact.ts'
import { checkKey, KEY_FOLDERS, type KeyFolder, MissingFile, type Storage } from './port.ts'
import { moveAside } from './set-aside.ts'
import { spaceOf } from './space.ts'
import { orUnreachable } from './storage-fault.ts'

/** What conversions read and make; documents of projects are not theirs. */
const CONVERTED = ['deliveries', 'results'] as const satisfies KeyFolder[]

const orWait = <T>(work: Promise<T>): Promise<T> => work.catch((error) => Promise.reject(orUnreachable(error)))

/** @param folder absolute @param dataDir the same, unless the folder is at an address */
export function folderStorage(folder: string, dataDir = folder): Storage {
  const pathOf = (key: string): string => join(folder, checkKey(key))
  const refuseAway = () => orWait(stat(folder))
  const makeFolder = async (path: string): Promise<string> => {
    await refuseAway()
    await orWait(mkdir(path, { recursive: true, mode: 0o700 }))
    return path
  }
  const orMissing = (key: string) => async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw orUnreachable(error)
    await refuseAway()
    throw new MissingFile(key, error)
  }
  const local = async ({ key }: { key: string }): Promise<string> => {
    const path = pathOf(key)
    await access(path).catch(orMissing(key))
    return path
  }
  return {
    async place(key) {
      const path = pathOf(key)
      await makeFolder(dirname(path))
      return path
    },
    keep: async (file) => void (await local(file)),
    local,
    use: async (files, work) => work(await Promise.all(files.map(local))),
    async read(key) {
      const handle = await open(pathOf(key)).catch(orMissing(key))
      return createReadStream('', { fd: handle })
    },
    remove: (key) => orWait(rm(pathOf(key), { force: true })),
    isIntact: ({ key, sha256, bytes }) => orWait(holds(pathOf(key), sha256, bytes)),
    setAside: (key) => orWait(moveAside(folder, checkKey(key))),
    asideIn: [folder],
    folders: () => Promise.all(CONVERTED.map((name) => makeFolder(join(folder, name)))),
    async *list(folders = KEY_FOLDERS) {
      try {
        yield* filesBelow(folder, folders)
      } catch (error) {
        throw orUnreachable(error)
      }
    },
    async space() {
      const [own, there] = [await spaceOf(dataDir), await orWait(spaceOf(folder))]
      return there.free < own.free ? there : own
    },
    async tidy() {
      const before = Date.now() - DEAD_AFTER_MS
      for (const each of KEY_FOLDERS) await orWait(removeDeadDrafts(join(folder, each), before))
      // Earlier versions kept copies of files at an address here, and made them here.
      const former = join(dataDir, 'storage')
      for (const name of ['copies', 'outgoing']) await rm(join(former, name), { recursive: true, force: true })
      await rmdir(former).catch(() => {})
    },
  }
}

/** The storage of one computer: the data folder itself. Files are made where they stay, and nothing is copied. */
import { createReadStream } from 'node:fs'
import { access, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { DEAD_AFTER_MS, removeDeadDrafts } from './cache.ts'
import { filesBelow } from './files-below.ts'
import { holds } from './intact.ts'
import { checkKey, KEY_FOLDERS, type KeyFolder, type ListedFile, MissingFile, type Storage } from './port.ts'
import { moveAside } from './set-aside.ts'
import { spaceOf } from './space.ts'
import { orUnreachable } from './trouble.ts'

/** What conversions read and make; documents of projects are not theirs. */
const CONVERTED = ['deliveries', 'results'] as const satisfies KeyFolder[]

export interface FolderFiles {
  local(key: string): Promise<string>
  read(key: string): Promise<Readable>
  remove(key: string): Promise<void>
  /** @param tell is called with each piece that was read */
  isIntact(file: Parameters<Storage['isIntact']>[0], tell?: () => void): Promise<boolean>
  list(folders?: readonly KeyFolder[]): AsyncIterable<ListedFile>
}

/**
 * What lies in a folder. What a disk can't reach at the moment, as one that fails or is not mounted, is not gone.
 * @param folder absolute @throws TryLater, MissingFile from every call
 */
export function filesIn(folder: string): FolderFiles {
  const pathOf = (key: string): string => join(folder, checkKey(key))
  const refuseAway = async (): Promise<void> => {
    await stat(folder).catch((error) => Promise.reject(orUnreachable(error)))
  }
  const orMissing = (key: string) => async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw orUnreachable(error)
    await refuseAway()
    throw new MissingFile(key, error)
  }
  return {
    async local(key) {
      const path = pathOf(key)
      await access(path).catch(orMissing(key))
      return path
    },
    async read(key) {
      const handle = await open(pathOf(key)).catch(orMissing(key))
      return createReadStream('', { fd: handle })
    },
    async remove(key) {
      await refuseAway()
      await rm(pathOf(key), { force: true }).catch((error) => Promise.reject(orUnreachable(error)))
    },
    async isIntact({ key, sha256, bytes }, tell) {
      const isIntact = await holds(pathOf(key), sha256, bytes, tell).catch((error) =>
        Promise.reject(orUnreachable(error)),
      )
      if (!isIntact) await refuseAway()
      return isIntact
    },
    async *list(folders = KEY_FOLDERS) {
      await refuseAway()
      try {
        yield* filesBelow(folder, folders)
      } catch (error) {
        throw orUnreachable(error)
      }
    },
  }
}

/** @param folder absolute */
export function folderStorage(folder: string): Storage {
  const files = filesIn(folder)
  const local = ({ key }: { key: string }): Promise<string> => files.local(key)
  return {
    ...files,
    async place(key) {
      const path = join(folder, checkKey(key))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return path
    },
    keep: async () => {},
    local,
    use: async (files, work) => work(await Promise.all(files.map(local))),
    isIntact: (file) => files.isIntact(file),
    setAside: (key) => moveAside(folder, checkKey(key)),
    folders: CONVERTED.map((name) => join(folder, name)),
    space: () => spaceOf(folder),
    // Of uploads that broke. What a conversion leaves, its next try takes away.
    tidy: () => removeDeadDrafts(join(folder, 'projects'), Date.now() - DEAD_AFTER_MS),
  }
}

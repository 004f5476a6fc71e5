/** The storage of one computer: the data folder itself. Files are made where they stay, and nothing is copied. */
import { createReadStream } from 'node:fs'
import { access, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DEAD_AFTER_MS, removeDeadDrafts } from './cache.ts'
import { filesBelow } from './files-below.ts'
import { holds } from './intact.ts'
import { checkKey, KEY_FOLDERS, type KeyFolder, MissingFile, type Storage } from './port.ts'
import { moveAside } from './set-aside.ts'
import { orUnreachable } from './trouble.ts'

/** What conversions read and make; documents of projects are not theirs. */
const CONVERTED = ['deliveries', 'results'] as const satisfies KeyFolder[]

/** What a disk can't reach at the moment, as one that fails or a share that is away, is not gone. */
const orMissing = (key: string, error: NodeJS.ErrnoException): unknown =>
  error.code === 'ENOENT' ? new MissingFile(key, error) : orUnreachable(error)

/** @param folder absolute */
export function folderStorage(folder: string): Storage {
  const pathOf = (key: string): string => join(folder, checkKey(key))
  const local = async ({ key }: { key: string }): Promise<string> => {
    const path = pathOf(key)
    await access(path).catch((error) => Promise.reject(orMissing(key, error)))
    return path
  }
  return {
    async place(key) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return path
    },
    keep: async () => {},
    local,
    use: async (files, work) => work(await Promise.all(files.map(local))),
    async read(key) {
      const handle = await open(pathOf(key)).catch((error) => Promise.reject(orMissing(key, error)))
      return createReadStream('', { fd: handle })
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    isIntact: ({ key, sha256, bytes }) => holds(pathOf(key), sha256, bytes),
    setAside: (key) => moveAside(folder, checkKey(key)),
    folders: CONVERTED.map((name) => join(folder, name)),
    list: (folders = KEY_FOLDERS) => filesBelow(folder, folders),
    // Of uploads that broke. What a conversion leaves, its next try takes away.
    tidy: () => removeDeadDrafts(join(folder, 'projects'), Date.now() - DEAD_AFTER_MS),
  }
}

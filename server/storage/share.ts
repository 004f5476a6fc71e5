/** Files on a share that all machines have mounted: each appears by rename, whole and synced. */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { removeDeadDrafts } from './cache.ts'
import { filesBelow } from './files-below.ts'
import { KEY_FOLDERS, MissingFile, type ObjectStore } from './port.ts'
import { orUnreachable } from './trouble.ts'

/** @param folder absolute; it must be there, since a share that is not mounted looks like an empty folder */
export function shareStore(folder: string): ObjectStore {
  const pathOf = (key: string): string => join(folder, key)
  return {
    async put(key, file) {
      const path = pathOf(key)
      const draft = `${path}.${randomUUID().slice(0, 8)}.part`
      try {
        // Not recursive from above: the share itself is never made.
        await open(folder).then((handle) => handle.close())
        await mkdir(dirname(path), { recursive: true })
        await pipeline(createReadStream(file), createWriteStream(draft, { flush: true }))
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw orUnreachable(error)
      }
    },
    async get(key) {
      try {
        const handle = await open(pathOf(key))
        return createReadStream('', { fd: handle })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw orUnreachable(error)
        await open(folder).then(
          (handle) => handle.close(),
          (gone) => Promise.reject(orUnreachable(gone)),
        )
        throw new MissingFile(key, error)
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }).catch((error) => Promise.reject(orUnreachable(error))),
    list: (folders = KEY_FOLDERS) => filesBelow(folder, folders),
    async abandon(before) {
      for (const each of KEY_FOLDERS) await removeDeadDrafts(join(folder, each), before.getTime())
    },
  }
}

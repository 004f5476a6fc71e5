/** Objects in a folder, for tests of what keeps copies of objects. */
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesBelow } from '../../server/storage/files-below.ts'
import { KEY_FOLDERS, MissingFile, type ObjectStore } from '../../server/storage/port.ts'

export function folderObjects(folder: string): ObjectStore {
  const pathOf = (key: string): string => join(folder, key)
  return {
    async put(key, file) {
      await mkdir(dirname(pathOf(key)), { recursive: true })
      await copyFile(file, `${pathOf(key)}.part`)
      await rename(`${pathOf(key)}.part`, pathOf(key))
    },
    async get(key) {
      const handle = await open(pathOf(key)).catch((error) => Promise.reject(new MissingFile(key, error)))
      return createReadStream('', { fd: handle })
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (folders = KEY_FOLDERS) => filesBelow(folder, folders),
    abandon: async () => {},
  }
}

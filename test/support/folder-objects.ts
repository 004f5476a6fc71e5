/** Objects in a folder, for tests of what keeps copies of objects. */
import { mkdirSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { folderStorage } from '../../server/platform/storage/folder.ts'
import type { ObjectStore } from '../../server/platform/storage/port.ts'

export function folderObjects(folder: string): ObjectStore {
  mkdirSync(folder, { recursive: true })
  const { place, read, remove, list } = folderStorage(folder)
  const put = async (key: string, file: string) => copyFile(file, await place(key))
  return { put, get: read, remove, list, abandon: async () => {} }
}

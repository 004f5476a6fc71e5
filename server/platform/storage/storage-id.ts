/** By which a storage is known: text under a key of its own, beside the folders of files. */
import { rename, writeFile } from 'node:fs/promises'
import { MissingFile, type Storage } from './port.ts'
import { orUnreachable } from './storage-fault.ts'

const STORAGE_ID = 'storage-id'

/** null: the storage has none @throws TryLater */
export async function readStorageId(storage: Pick<Storage, 'read'>): Promise<string | null> {
  try {
    const chunks: Buffer[] = await (await storage.read(STORAGE_ID)).toArray()
    return Buffer.concat(chunks).toString('utf8').trim() || null
  } catch (error) {
    if (error instanceof MissingFile) return null
    throw orUnreachable(error)
  }
}

export async function writeStorageId(storage: Pick<Storage, 'place' | 'keep'>, id: string): Promise<void> {
  const path = await storage.place(STORAGE_ID)
  await writeFile(`${path}.part`, id, { mode: 0o600 })
  await rename(`${path}.part`, path)
  await storage.keep({ key: STORAGE_ID })
}

/** Room on the disk of the data folder: the one answer that readiness, worker and API go by. */
import { statfs } from 'node:fs/promises'
import { diskFull, SPARE_BYTES } from '../domain/disk-full.ts'
import type { Storage } from '../storage/port.ts'

/** Bytes that this program may use, on the disk with this folder, and all of that disk. */
export async function diskSpace(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/**
 * @param bytes that are about to be written
 * @throws TryLater when they would leave less than the databases and the log need
 */
export async function refuseFullDisk(folder: string, bytes = 0, spareBytes = SPARE_BYTES): Promise<void> {
  const { free } = await diskSpace(folder)
  if (free - bytes < spareBytes) throw diskFull()
}

/** A storage that begins no file without room for it. */
export const withRoom = (storage: Storage, room: () => Promise<void>): Storage => ({
  ...storage,
  async place(key) {
    await room()
    return storage.place(key)
  },
})

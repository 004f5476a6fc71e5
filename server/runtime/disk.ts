/** Room on the disk of the data folder. */
import { statfs } from 'node:fs/promises'
import { diskFull } from '../domain/disk-full.ts'

/** What the databases and the log keep for themselves: files stop before it. */
const SPARE_BYTES = 256 * 1024 ** 2

export interface DiskRoom {
  freeBytes: number
  totalBytes: number
}

/** As much as this program may use, on the disk with this folder. */
async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** @throws TryLater when nothing large should be begun */
export async function refuseFullDisk(folder: string, spareBytes = SPARE_BYTES): Promise<void> {
  const { freeBytes } = await diskRoom(folder)
  if (freeBytes < spareBytes) throw diskFull()
}

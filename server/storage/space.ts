/** Room on the disk of a folder. */
import { statfs } from 'node:fs/promises'

export interface Space {
  /** Bytes that this program may use */
  free: number
  /** Bytes of the whole disk */
  total: number
}

export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

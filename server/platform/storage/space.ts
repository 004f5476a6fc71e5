import { statfs } from 'node:fs/promises'

/** Bytes that this program may use, on the disk with this folder, and all of that disk. */
export async function spaceOf(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Whether files can be kept here, and how much room there is. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const storageProbe = (dataDir: string) => ({
  async write(): Promise<void> {
    const folder = join(dataDir, 'tmp')
    await mkdir(folder, { recursive: true })
    const file = join(folder, `probe-${randomUUID()}`)
    await writeFile(file, 'probe')
    await rm(file)
  },
  async space(): Promise<{ free: number; total: number } | null> {
    const found = await statfs(dataDir).catch(() => undefined)
    return found ? { free: found.bavail * found.bsize, total: found.blocks * found.bsize } : null
  },
})

/** Whether files can be kept, and how much room there is for them. */
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOpenToOthers } from '../../platform/processes/folder-permissions.ts'
import { SET_ASIDE, type Storage } from '../../platform/storage/port.ts'

/** An object storage is not asked with every question of a load balancer. */
const TRIED_EVERY_MS = 15_000

/** What worked a moment ago is not tried again, and who asks meanwhile gets the same answer. */
function tryNowAndThen(act: () => Promise<void>): () => Promise<void> {
  let worked = Number.NEGATIVE_INFINITY
  let trying: Promise<void> | undefined
  const tried = async (): Promise<void> => {
    await act()
    worked = performance.now()
  }
  return async () => {
    if (performance.now() - worked < TRIED_EVERY_MS) return
    // A folder that hangs holds a thread for each that waits for it, and there are four.
    trying ??= tried().finally(() => {
      trying = undefined
    })
    await trying
  }
}

interface ProbeOptions {
  keepsGroup?: boolean
  /** Whether machines share a database, and this one keeps files in its own folder */
  isApart?: boolean
  /** @throws OtherInstallation */
  confirm?(): Promise<void>
}

export function storageProbe(
  storage: Pick<Storage, 'place' | 'keep' | 'remove' | 'space' | 'asideIn'>,
  dataDir: string,
  { keepsGroup = false, isApart = false, confirm = async () => {} }: ProbeOptions = {},
) {
  // What a try put there that failed, the next one takes away.
  const key = `results/probe-${randomUUID()}`
  const write = async (): Promise<void> => {
    const path = await storage.place(key)
    try {
      await writeFile(path, 'probe')
      await storage.keep({ key })
      await storage.remove(key)
    } finally {
      await rm(path, { force: true })
    }
  }
  return {
    isApart,
    write: tryNowAndThen(write),
    confirm: tryNowAndThen(confirm),
    isOpenToOthers: () => isOpenToOthers(dataDir, { keepsGroup }),
    async setAside(): Promise<{ files: number; bytes: number }> {
      const found = { files: 0, bytes: 0 }
      for (const folder of storage.asideIn) {
        for (const name of await readdir(join(folder, SET_ASIDE)).catch(() => [])) {
          // One may have gone just now.
          const { size } = await stat(join(folder, SET_ASIDE, name)).catch(() => ({ size: 0 }))
          found.files++
          found.bytes += size
        }
      }
      return found
    },
    space: () => storage.space().catch(() => null),
  }
}

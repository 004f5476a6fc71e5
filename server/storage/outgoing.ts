/** Files that are made on this disk for a storage elsewhere, until they are kept there. */
import { access, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeDeadDrafts } from './cache.ts'
import { filesBelow } from './files-below.ts'
import { checkKey } from './port.ts'

export interface Outgoing {
  readonly folder: string
  /** As Storage.place. */
  place(key: string): Promise<string>
  /** @returns undefined: it was kept before, or never made */
  pathOfMade(key: string): Promise<string | undefined>
  /** Takes away what was made before and never kept. */
  tidy(beforeMs: number): Promise<void>
}

export function openOutgoing(folder: string): Outgoing {
  const pathOf = (key: string): string => join(folder, checkKey(key))
  return {
    folder,
    async place(key) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return path
    },
    async pathOfMade(key) {
      const path = pathOf(key)
      return access(path).then(
        () => path,
        () => undefined,
      )
    },
    async tidy(beforeMs) {
      await removeDeadDrafts(folder, beforeMs)
      for await (const { key, modifiedMs } of filesBelow(folder)) {
        if (modifiedMs < beforeMs) await rm(join(folder, key), { force: true })
      }
    },
  }
}

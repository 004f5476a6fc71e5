/**
 * Copies of stored files on this disk, as many as there is room for. Several processes share it without a word between
 * them: a copy appears by rename, whole and synced; its access time says when it was last asked for, and what was asked
 * for a moment ago is not taken away.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type FoundFile, filesBelow } from './files-below.ts'

/** A reader opens the file at its path within this time, or says again that it is in use. */
export const IN_USE_MS = 15 * 60_000
/** A draft that has not grown for so long, or a file that was made and never kept, is somebody's who died. */
export const DEAD_AFTER_MS = 24 * 3600_000

export interface Cache {
  pathOf(key: string): string
  /** Marks the copy as asked for. @returns its path; undefined when there is none */
  touch(key: string): Promise<string | undefined>
  /** Writes a copy. @param check sees every byte, and throws at the end when they are not what they should be */
  write(
    key: string,
    bytes: AsyncIterable<Buffer>,
    check: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
  ): Promise<string>
  /** A file that was made on this disk becomes the copy. */
  adopt(key: string, file: string): Promise<void>
  forget(key: string): Promise<void>
  /** Takes the copies away that were not asked for longest, until the rest fits. */
  fit(): Promise<void>
}

/** @param limitBytes how much is kept, beside what is in use */
export function openCache(folder: string, limitBytes: number, now: () => number = Date.now): Cache {
  /** Added since it was last looked how much there is; a restart looks. */
  let added = Number.POSITIVE_INFINITY
  let fitting: Promise<void> | undefined
  const pathOf = (key: string): string => join(folder, key)

  /** The time of modification stays: it tells of the content. */
  const mark = async (path: string): Promise<void> => {
    const { mtime } = await stat(path)
    await utimes(path, new Date(now()), mtime)
  }
  const fit = async (): Promise<void> => {
    added = 0
    const found: FoundFile[] = []
    for await (const file of filesBelow(folder)) found.push(file)
    let bytes = found.reduce((sum, file) => sum + file.bytes, 0)
    for (const file of found.sort((a, b) => a.usedMs - b.usedMs)) {
      if (bytes <= limitBytes || file.usedMs > now() - IN_USE_MS) return
      // Windows refuses while somebody reads it: then it is in use.
      const isGone = await rm(pathOf(file.key)).then(
        () => true,
        () => false,
      )
      if (isGone) bytes -= file.bytes
    }
  }
  const grow = (bytes: number): void => {
    added += bytes
    if (added < limitBytes / 20) return
    fitting ??= fit()
      .catch(() => {})
      .finally(() => {
        fitting = undefined
      })
  }

  return {
    pathOf,
    async touch(key) {
      const path = pathOf(key)
      try {
        await mark(path)
        return path
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async write(key, bytes, check) {
      const path = pathOf(key)
      const draft = `${path}.${process.pid}-${randomUUID().slice(0, 8)}.part`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await pipeline(bytes, check, createWriteStream(draft, { mode: 0o600, flush: true }))
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await mark(path)
      grow((await stat(path)).size)
      return path
    },
    async adopt(key, file) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Else the power that fails leaves a copy of the right name and no bytes.
      const handle = await open(file, 'r+')
      await handle.sync().finally(() => handle.close())
      await rename(file, path)
      await mark(path)
      grow((await stat(path)).size)
    },
    // A folder of a key's contents may have the name of one.
    forget: (key) => rm(pathOf(key), { force: true }).catch(() => {}),
    async fit() {
      await removeDeadDrafts(folder, now() - DEAD_AFTER_MS)
      await (fitting ?? fit())
    },
  }
}

/** Drafts of processes that were killed. */
export async function removeDeadDrafts(folder: string, beforeMs: number): Promise<void> {
  for await (const { key, modifiedMs } of filesBelow(folder, ['.'], true)) {
    if (modifiedMs < beforeMs) await rm(join(folder, key), { force: true })
  }
}

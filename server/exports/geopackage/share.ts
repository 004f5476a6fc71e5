/**
 * Readers of sealed results that stay open for a while: to open one costs more than most questions to it, and a map asks
 * many in a row. The file is known by its path and its node: one that took the place of another is opened anew.
 */
import { statSync } from 'node:fs'
import type { ResultReader } from '../../imkl/model/result.ts'
import { openResult } from './read.ts'

const MAX_OPEN = 8
const IDLE_MS = 10_000

interface SharedReader {
  reader: ResultReader
  users: number
  idle: NodeJS.Timeout | undefined
}

/** What openResult does, but that `close` only gives the reader back. */
export function shareReaders(open: (path: string) => ResultReader = openResult): (path: string) => ResultReader {
  /** Oldest use first. */
  const kept = new Map<string, SharedReader>()

  const drop = (key: string, shared: SharedReader): void => {
    clearTimeout(shared.idle)
    if (kept.get(key) === shared) kept.delete(key)
    shared.reader.close()
  }
  const makeRoom = (): void => {
    for (const [key, shared] of kept) {
      if (kept.size <= MAX_OPEN) return
      if (shared.users === 0) drop(key, shared)
    }
  }

  return (path) => {
    const { ino, mtimeMs, size } = statSync(path)
    const key = [path, ino, mtimeMs, size].join('\0')
    const shared = kept.get(key) ?? { reader: open(path), users: 0, idle: undefined }
    clearTimeout(shared.idle)
    shared.users++
    kept.delete(key)
    kept.set(key, shared)
    makeRoom()

    let isBack = false
    const close = (): void => {
      if (isBack) return
      isBack = true
      shared.users--
      if (shared.users > 0) return
      shared.idle = setTimeout(drop, IDLE_MS, key, shared).unref()
      makeRoom()
    }
    return { ...shared.reader, close }
  }
}

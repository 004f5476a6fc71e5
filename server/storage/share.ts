/** Files on a share that all machines have mounted: each appears by rename, whole and synced. */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { removeDeadDrafts } from './cache.ts'
import { filesBelow } from './files-below.ts'
import { KEY_FOLDERS, MissingFile, type ObjectStore } from './port.ts'
import { tellProgress } from './time-limit.ts'
import { orUnreachable } from './trouble.ts'

/** @param folder absolute */
export function shareStore(folder: string): ObjectStore {
  const pathOf = (key: string): string => join(folder, key)
  /** The folder of a share that is away may be gone: what is missing there is not lost, and nobody makes the folder. */
  const refuseAway = async (): Promise<void> => {
    await stat(folder)
  }
  const orWait = <T>(work: Promise<T>): Promise<T> => work.catch((error) => Promise.reject(orUnreachable(error)))
  return {
    async put(key, file, signal) {
      const path = pathOf(key)
      const draft = `${path}.${randomUUID().slice(0, 8)}.part`
      try {
        await refuseAway()
        await mkdir(dirname(path), { recursive: true })
        const told = async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
          for await (const chunk of chunks) {
            tellProgress(signal)
            yield chunk
          }
        }
        await pipeline(createReadStream(file), told, createWriteStream(draft, { flush: true }), { signal })
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw orUnreachable(error)
      }
    },
    async get(key) {
      try {
        const handle = await open(pathOf(key))
        return createReadStream('', { fd: handle })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw orUnreachable(error)
        await orWait(refuseAway())
        throw new MissingFile(key, error)
      }
    },
    remove: (key) => orWait(refuseAway().then(() => rm(pathOf(key), { force: true }))),
    async *list(folders = KEY_FOLDERS) {
      try {
        await refuseAway()
        yield* filesBelow(folder, folders)
      } catch (error) {
        throw orUnreachable(error)
      }
    },
    async abandon(before) {
      for (const each of KEY_FOLDERS) await orWait(removeDeadDrafts(join(folder, each), before.getTime()))
    },
  }
}

/**
 * A storage elsewhere, with copies on this disk. A new file is made in `outgoing`, uploaded, and only then is a copy;
 * half of a file is therefore never taken for the whole, whoever is killed when.
 */
import { mkdir, readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { orDiskFull } from '../domain/disk-full.ts'
import { type Cache, DEAD_AFTER_MS, IN_USE_MS, openCache } from './cache.ts'
import { checkedBytes, holds } from './intact.ts'
import { openOutgoing } from './outgoing.ts'
import { checkKey, MissingFile, type ObjectStore, OtherBytes, type Storage, type StorageFile } from './port.ts'
import { spaceOf } from './space.ts'
import { TIME_LIMITS, type TimeLimits, withTimeLimit } from './time-limit.ts'

/** @param folder of this machine, for copies and what is under way @param limitBytes of copies */
export function cachedStorage(
  store: ObjectStore,
  folder: string,
  limitBytes: number,
  now: () => number = Date.now,
  limits: Pick<TimeLimits, 'silentMs'> = TIME_LIMITS,
): Storage {
  const objects = withTimeLimit(store, limits)
  const cache = openCache(join(folder, 'copies'), limitBytes, now)
  const outgoing = openOutgoing(join(folder, 'outgoing'))
  const fetching = new Map<string, Promise<string>>()

  const fetched = async (file: StorageFile): Promise<string> => {
    const { key, sha256 } = file
    try {
      return await cache.write(copyOf(file), await objects.get(key), checkedBytes(key, sha256))
    } catch (error) {
      throw orDiskFull(error)
    }
  }
  const local = async (file: StorageFile): Promise<string> => {
    const name = copyOf(file)
    const copy = await cache.touch(name)
    if (copy) return copy
    // Whoever asked in the same moment has begun by now.
    const running = fetching.get(name) ?? fetched(file).finally(() => fetching.delete(name))
    fetching.set(name, running)
    return running
  }

  return {
    place: outgoing.place,
    async keep(file) {
      const { key } = file
      const made = await outgoing.pathOfMade(key)
      // A step that is run again finds what it made already gone, and in its place.
      if (made === undefined) {
        await local(file)
        return
      }
      await objects.put(key, made)
      await cache.adopt(copyOf(file), made)
    },
    local,
    async use(files, work) {
      const paths = await Promise.all(files.map(local))
      const stay = setInterval(() => void keepInUse(cache, files), IN_USE_MS / 3)
      try {
        return await work(paths)
      } finally {
        clearInterval(stay)
      }
    },
    read: (key) => objects.get(checkKey(key)),
    async isIntact(file) {
      const { sha256, bytes } = file
      try {
        if (await holds(await local(file), sha256, bytes)) return true
        await cache.forget(copyOf(file))
        return await holds(await local(file), sha256, bytes)
      } catch (error) {
        if (error instanceof OtherBytes || error instanceof MissingFile) return false
        throw error
      }
    },
    // What is kept under this key next takes its place whole.
    setAside: (key) => forgetCopies(cache, key),
    async remove(key) {
      await objects.remove(checkKey(key))
      await forgetCopies(cache, key)
    },
    folders: [folder],
    async space() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return spaceOf(folder)
    },
    list: (folders) => objects.list(folders),
    async tidy() {
      const before = now() - DEAD_AFTER_MS
      await outgoing.tidy(before)
      await cache.fit()
      await objects.abandon(new Date(before))
    },
  }
}

/** A folder for each content, so that a key that was written twice is never read as what it was on another machine. */
function copyOf({ key, sha256, tag }: StorageFile): string {
  const content = tag ?? sha256
  const name = checkKey(key)
  return content ? posix.join(posix.dirname(name), content.slice(0, 16), posix.basename(name)) : name
}

async function forgetCopies(cache: Cache, key: string): Promise<void> {
  await cache.forget(key)
  const folder = posix.dirname(key)
  const contents = await readdir(cache.pathOf(folder)).catch(() => [])
  for (const content of contents) await cache.forget(posix.join(folder, content, posix.basename(key)))
}

const keepInUse = async (cache: Cache, files: readonly StorageFile[]): Promise<void> => {
  for (const file of files) await cache.touch(copyOf(file)).catch(() => {})
}

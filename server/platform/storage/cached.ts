/**
 * A storage elsewhere, with copies on this disk. A new file is made in `outgoing`, uploaded, and only then is a copy;
 * so a kill at any moment leaves no half file that is taken for the whole.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { orDiskFull } from '../disk-full.ts'
import { measured } from '../measured.ts'
import { type Cache, DEAD_AFTER_MS, IN_USE_MS, openCache, removeDeadDrafts } from './cache.ts'
import { filesBelow } from './files-below.ts'
import { holds } from './intact.ts'
import { checkKey, MissingFile, type ObjectStore, OtherBytes, type Storage, type StorageFile } from './port.ts'
import { spaceOf } from './space.ts'
import { TIME_LIMITS, type TimeLimits, withTimeLimit } from './time-limit.ts'

const COPIES = 'copies'

/** @param folder of this machine, for copies and what is under way @param limitBytes of copies */
export function cachedStorage(
  store: ObjectStore,
  folder: string,
  limitBytes: number,
  now: () => number = Date.now,
  limits: Pick<TimeLimits, 'silentMs'> = TIME_LIMITS,
): Storage {
  const objects = withTimeLimit(store, limits)
  const cache = openCache(join(folder, COPIES), limitBytes, now)
  const outgoing = join(folder, 'outgoing')
  const fetching = new Map<string, Promise<string>>()

  const fetched = async (file: StorageFile): Promise<string> => {
    const { key, sha256 } = file
    try {
      return await cache.write(copyOf(file), await objects.get(key), checked(key, sha256))
    } catch (error) {
      throw orDiskFull(error)
    }
  }
  const local = async (file: StorageFile): Promise<string> => {
    const name = copyOf(file)
    const copy = await cache.touch(name)
    if (copy) return copy
    // Another call for the same file may run by now.
    const running = fetching.get(name) ?? fetched(file).finally(() => fetching.delete(name))
    fetching.set(name, running)
    return running
  }

  return {
    async place(key) {
      const path = join(outgoing, checkKey(key))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return path
    },
    async keep(file) {
      const { key } = file
      const path = join(outgoing, checkKey(key))
      // A step that is run again finds what it made already gone, and in its place.
      if (!(await isThere(path))) {
        await local(file)
        return
      }
      await objects.put(key, path)
      await cache.adopt(copyOf(file), path)
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
    asideIn: [],
    folders: async () => [folder],
    space: () => spaceOf(dirname(folder)),
    list: (folders) => objects.list(folders),
    async tidy() {
      const before = now() - DEAD_AFTER_MS
      await removeDeadDrafts(outgoing, before)
      for await (const { key, modifiedMs } of filesBelow(outgoing)) {
        if (modifiedMs < before) await rm(join(outgoing, key), { force: true })
      }
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

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const keepInUse = async (cache: Cache, files: readonly StorageFile[]): Promise<void> => {
  for (const file of files) await cache.touch(copyOf(file)).catch(() => {})
}

/** @throws Error at the end when the bytes are not those of the hash */
const checked = (key: string, sha256: string | null | undefined) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    const { pass, result } = measured()
    yield* pass(chunks)
    if (sha256 && result().sha256 !== sha256) throw new OtherBytes(key)
  }

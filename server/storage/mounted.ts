/**
 * A folder at an address: a disk of this machine, or a share that is mounted. Files are made on the disk of the data
 * folder and copied there, whole and synced. The folder itself is never made: while it is missing or says nothing, its
 * files are not lost, and work waits.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { orDiskFull } from '../domain/disk-full.ts'
import { DEAD_AFTER_MS, removeDeadDrafts } from './cache.ts'
import { filesIn } from './folder.ts'
import { checkedBytes } from './intact.ts'
import { openOutgoing } from './outgoing.ts'
import { checkKey, KEY_FOLDERS, type Storage, type StorageFile } from './port.ts'
import { type Space, spaceOf } from './space.ts'
import { type LimitedCalls, limitedCalls, TIME_LIMITS, type TimeLimits, tellProgress } from './time-limit.ts'
import { orUnreachable } from './trouble.ts'

/** Who asks for room goes on without an answer after this time. */
const SPACE_PATIENCE_MS = 2000

/** @param root absolute @param here folder of this machine, for what is under way */
export function mountedStorage(
  root: string,
  here: string,
  limits: Pick<TimeLimits, 'silentMs'> = TIME_LIMITS,
): Storage {
  const files = filesIn(root)
  const calls = unlessStuck(limitedCalls(limits))
  const outgoing = openOutgoing(join(here, 'outgoing'))
  const using = join(here, 'using')

  const local = ({ key }: StorageFile): Promise<string> =>
    calls.call(async () => {
      // What is known of a file may come from a cache of the system's; room is asked of the disk itself.
      await statfs(root).catch((error) => Promise.reject(orUnreachable(error)))
      return files.local(key)
    })
  const read = (key: string) => calls.body(() => files.read(key))
  const copyTo = async ({ key, sha256 }: StorageFile, path: string): Promise<string> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const bytes = await read(key)
    try {
      await pipeline(bytes, checkedBytes(key, sha256), createWriteStream(path, { mode: 0o600 }))
    } catch (error) {
      throw orDiskFull(error)
    }
    return path
  }
  let asking: Promise<Space | null> | undefined

  return {
    place: outgoing.place,
    async keep(file) {
      const made = await outgoing.pathOfMade(file.key)
      // A step that is run again finds what it made already gone, and in its place.
      if (made === undefined) {
        await local(file)
        return
      }
      await calls.call((signal) => putWhole(root, checkKey(file.key), made, signal))
      await rm(made, { force: true })
    },
    local,
    // A conversion takes a file that it can't read for damaged, so none reads where a disk can go away meanwhile.
    async use(files, work) {
      const own = join(using, randomUUID())
      try {
        const paths: string[] = []
        for (const file of files) {
          paths.push(await copyTo(file, join(own, String(paths.length), basename(checkKey(file.key)))))
        }
        return await work(paths)
      } finally {
        // What a process still has open, Windows keeps: tidy takes it away.
        await rm(own, { recursive: true, force: true }).catch(() => {})
      }
    },
    read,
    remove: (key) => calls.call(() => files.remove(key)),
    isIntact: (file) => calls.call((signal) => files.isIntact(file, () => tellProgress(signal))),
    // What is kept under this key next takes its place whole.
    setAside: async () => {},
    folders: [here],
    list: (folders) => calls.each(() => files.list(folders)),
    async space() {
      await mkdir(here, { recursive: true, mode: 0o700 })
      asking ??= calls
        .call(() => spaceOf(root))
        .catch(() => null)
        .finally(() => {
          asking = undefined
        })
      const [own, there] = await Promise.all([
        spaceOf(here),
        Promise.race([asking, pause(SPACE_PATIENCE_MS, null, { ref: false })]),
      ])
      return there !== null && there.free < own.free ? there : own
    },
    async tidy() {
      const before = Date.now() - DEAD_AFTER_MS
      await outgoing.tidy(before)
      await removeOldFolders(using, before)
      // Earlier versions kept copies of what is there.
      await rm(join(here, 'copies'), { recursive: true, force: true })
      for (const folder of KEY_FOLDERS) await calls.call(() => removeDeadDrafts(join(root, folder), before))
    },
  }
}

/** A call that hangs holds one of the process's four threads: with so many the next ones are refused at once. */
const MAX_STUCK = 2

function unlessStuck({ call, body, each }: LimitedCalls): LimitedCalls {
  let stuck = 0
  const watched = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
    const end = (): void => {
      stuck--
    }
    signal.addEventListener('abort', () => {
      stuck++
      work.then(end, end)
    })
    return work
  }
  const refuseStuck = (): void => {
    if (stuck < MAX_STUCK) return
    throw orUnreachable(new Error('The folder in STORAGE_URL still does not answer earlier calls.'))
  }
  return {
    async call(act) {
      refuseStuck()
      return call((signal) => watched(act(signal), signal))
    },
    async body(open) {
      refuseStuck()
      return body((signal) => watched(open(signal), signal))
    },
    async *each(list) {
      refuseStuck()
      yield* each(list)
    },
  }
}

const MB = 1024 * 1024
/** What is written and not synced: it takes long on a slow disk, and is silent meanwhile. */
const MAX_UNSYNCED_BYTES = 16 * MB

/** Readers see the former file or this one, whole. */
async function putWhole(root: string, key: string, made: string, signal: AbortSignal): Promise<void> {
  const path = join(root, key)
  const draft = `${path}.${randomUUID().slice(0, 8)}.part`
  try {
    await makeFolders(root, dirname(path))
    await copySynced(made, draft, signal)
    signal.throwIfAborted()
    await rename(draft, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw orUnreachable(orDiskFull(error))
  }
}

async function copySynced(from: string, to: string, signal: AbortSignal): Promise<void> {
  const file = await open(to, 'wx')
  try {
    let unsynced = 0
    for await (const chunk of createReadStream(from, { highWaterMark: MB }) as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      await file.writeFile(chunk)
      unsynced += chunk.length
      if (unsynced >= MAX_UNSYNCED_BYTES) {
        await file.sync()
        unsynced = 0
      }
      tellProgress(signal)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The folders below the root, which is never made. */
async function makeFolders(root: string, folder: string): Promise<void> {
  let at = root
  for (const name of relative(root, folder).split(sep).filter(Boolean)) {
    const above = at
    at = join(at, name)
    const isNew = await mkdir(at).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
        return false
      },
    )
    if (isNew) await syncFolder(above)
  }
}

/** What some file systems, and Windows, say of a folder that is to be synced. */
const NO_SYNC = ['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES', 'EBADF']

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder)
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!NO_SYNC.includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}

async function removeOldFolders(folder: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < beforeMs) await rm(path, { recursive: true, force: true })
  }
}

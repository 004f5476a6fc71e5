/** A folder at an address: where its files lie, and how all calls wait while it is away, in each way that it can be. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import fs, { mkdir, mkdtemp, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openInstallation } from '../../server/features/status/identity.ts'
import { storageProbe } from '../../server/features/status/storage-probe.ts'
import { openStore } from '../../server/platform/database/open.ts'
import { refuseFullDisk, withRoom } from '../../server/platform/processes/disk.ts'
import { OtherInstallation, Refusal, TryLater } from '../../server/platform/refusal.ts'
import { openStorage } from '../../server/platform/storage/open.ts'
import { MissingFile, type Storage } from '../../server/platform/storage/port.ts'

const KEPT = 'results/job_1/1/klic.gpkg'
const MADE = 'results/job_3/1/klic.gpkg'
const ASIDE = 'damaged/results job_1 1 klic.gpkg'
const CALLS = ['access', 'mkdir', 'open', 'readdir', 'rename', 'rm', 'stat', 'statfs'] as const
const NAMED = { key: KEPT, sha256: createHash('sha256').update('kept').digest('hex') }

const waitsFor = (reason: string) => (error: unknown) => error instanceof TryLater && error.reason === reason
const isAway = waitsFor('storage_unreachable')

/** A mounted folder with a file, and the storage of the installation that it belongs to. */
async function opened(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'klic-mount-'))
  const [mount, dataDir] = [join(folder, 'mnt'), join(folder, 'data')]
  await Promise.all([mkdir(mount), mkdir(dataDir)])
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const store = await openStore(join(dataDir, 'app.db'))
  t.after(() => store.close())
  const storage = await openStorage(pathToFileURL(mount).href, dataDir)
  const installation = openInstallation({ store, storage, isShared: false, isOwnFolder: false, key: null })
  await put(installation.storage, KEPT, 'kept')
  return { mount, dataDir, storage: installation.storage }
}

/** Calls of the file system for what is in a folder fail with a code, or answer something else. @returns ends it */
function breakFolder(t: TestContext, folder: string, how: unknown, calls: readonly (typeof CALLS)[number][] = CALLS) {
  for (const name of calls) {
    const real = fs[name] as (...args: unknown[]) => Promise<unknown>
    const call = async (...args: unknown[]): Promise<unknown> => {
      if (!String(args[0]).startsWith(folder)) return real(...args)
      if (typeof how !== 'string') return how
      throw Object.assign(new Error(`${how}: a call of the file system failed`), { code: how })
    }
    t.mock.method(fs, name, call as never)
  }
  const end = (): void => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  }
  syncBuiltinESMExports()
  t.after(end)
  return end
}

async function write(path: string, bytes: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

async function put(storage: Storage, key: string, bytes: string): Promise<void> {
  await writeFile(await storage.place(key), bytes)
  await storage.keep({ key })
}

async function listed(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}

async function allWait(storage: Storage): Promise<void> {
  const calls: Record<string, Promise<unknown>> = {
    place: storage.place(MADE),
    keep: storage.keep({ key: KEPT }),
    local: storage.local({ key: KEPT }),
    use: storage.use([{ key: KEPT }], async () => {}),
    read: storage.read(KEPT),
    isIntact: storage.isIntact({ ...NAMED, bytes: null }),
    remove: storage.remove(KEPT),
    setAside: storage.setAside(KEPT),
    folders: storage.folders(),
    list: listed(storage),
    tidy: storage.tidy(),
  }
  await Promise.all(Object.entries(calls).map(([name, call]) => assert.rejects(call, isAway, name)))
}

async function allIsThere(storage: Storage): Promise<void> {
  assert.equal(await readFile(await storage.local({ key: KEPT }), 'utf8'), 'kept')
  await put(storage, MADE, 'made')
  assert.deepEqual(await listed(storage), [KEPT, MADE])
  await assert.rejects(storage.local({ key: 'results/job_4/1/klic.gpkg' }), MissingFile, 'what is gone is gone')
}

for (const isEmpty of [false, true]) {
  test(isEmpty ? 'its folder is there and empty, as where nothing is mounted' : 'its folder is gone', async (t) => {
    const { mount, storage } = await opened(t)
    await rename(mount, `${mount}.away`)
    if (isEmpty) await mkdir(mount)
    await allWait(storage)
    if (isEmpty) await rmdir(mount)
    else await assert.rejects(storage.space(), isAway)
    await rename(`${mount}.away`, mount)
    await allIsThere(storage)
  })
}

for (const code of ['EIO', 'ENOTCONN', 'ESTALE', 'EHOSTDOWN', 'ETIMEDOUT']) {
  test(`every call says ${code}`, async (t) => {
    const { mount, storage } = await opened(t)
    const end = breakFolder(t, mount, code)
    await allWait(storage)
    await assert.rejects(storage.space(), isAway)
    end()
    await allIsThere(storage)
  })
}

test('work that could not read a file waits while the folder is away, and is refused once it is there', async (t) => {
  const { mount, storage } = await opened(t)
  const refusal = new Refusal('DELIVERY_UNREADABLE', 'the ZIP is damaged')
  const refuse = async () => Promise.reject(refusal)
  let end = (): void => {}
  const lose = async (): Promise<never> => {
    end = breakFolder(t, mount, 'EIO')
    return refuse()
  }
  await assert.rejects(storage.use([NAMED], lose), isAway)
  end()
  await assert.rejects(storage.use([NAMED], refuse), refusal)
  // The folder is there, and of one file the disk reads nothing: a folder opens, too.
  const turnBad = async (): Promise<never> => {
    await rm(join(mount, KEPT))
    await mkdir(join(mount, KEPT))
    return refuse()
  }
  await assert.rejects(storage.use([NAMED], turnBad), isAway)
})

test('a full disk of the folder only: nothing is begun until there is room', async (t) => {
  const { mount, storage } = await opened(t)
  const careful = withRoom(storage, () => refuseFullDisk(storage))
  const end = breakFolder(t, mount, { bavail: 10, blocks: 1000, bsize: 4096 }, ['statfs'])
  assert.deepEqual(await storage.space(), { free: 40_960, total: 4_096_000 })
  await assert.rejects(careful.place(MADE), waitsFor('disk_full'))
  end()
  await careful.place(MADE)
})

test('a damaged file lies in the folder for a while, and the status counts it', async (t) => {
  const { mount, dataDir, storage } = await opened(t)
  const inDataFolder = join(dataDir, 'damaged', 'queue.db')
  await write(inDataFolder, 'queue')
  await storage.setAside(KEPT)
  await assert.rejects(storage.local({ key: KEPT }), MissingFile)
  assert.equal(await readFile(join(mount, ASIDE), 'utf8'), 'kept')
  assert.deepEqual(await storageProbe(storage, dataDir).setAside(), { files: 2, bytes: 9 })
  await utimes(join(mount, ASIDE), new Date(0), new Date(0))
  await storage.tidy()
  assert.deepEqual(await storageProbe(storage, dataDir).setAside(), { files: 1, bytes: 5 })
})

test('copies of an earlier version go once the folder is known to be that of the installation', async (t) => {
  const { mount, dataDir, storage } = await opened(t)
  const former = join(dataDir, 'storage')
  for (const name of ['copies', 'outgoing']) await write(join(former, name, KEPT), 'of an earlier version')
  const id = join(mount, 'storage-id')
  const words = await readFile(id, 'utf8')
  await writeFile(id, 'of another installation')
  await assert.rejects(storage.tidy(), OtherInstallation)
  for (const name of ['copies', 'outgoing']) await stat(join(former, name, KEPT))
  await writeFile(id, words)
  await storage.tidy()
  await assert.rejects(stat(former), { code: 'ENOENT' })
})

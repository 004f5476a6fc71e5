/** A mounted folder that is away, in each way that one can be: all calls wait for it, and its files are not taken for gone. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import fs, { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openInstallation } from '../../server/actions/installation/identity.ts'
import { TryLater } from '../../server/domain/refusal.ts'
import { openStorage } from '../../server/storage/open.ts'
import { MissingFile, type Storage } from '../../server/storage/port.ts'
import { TIME_LIMITS } from '../../server/storage/time-limit.ts'
import { openStore } from '../../server/store/open.ts'
import { breakFolder } from '../support/broken-folder.ts'
import { until } from '../support/until.ts'

const KEPT = 'results/job_1/1/klic.gpkg'
const MADE = 'results/job_3/1/klic.gpkg'
const SHORT = { connectMs: 300, silentMs: 300 }

const isAway = (error: unknown): boolean => error instanceof TryLater && error.reason === 'storage_unreachable'

/** A mounted folder with a file, and the storage of the installation that it belongs to; also one of little patience. */
async function opened(t: TestContext): Promise<{ mount: string; storage: Storage; impatient: Storage }> {
  const folder = await mkdtemp(join(tmpdir(), 'klic-mount-'))
  const mount = join(folder, 'mnt')
  await mkdir(mount)
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const store = await openStore(join(folder, 'app.db'))
  t.after(() => store.close())
  const open = async (limits = TIME_LIMITS): Promise<Storage> =>
    openInstallation({
      store,
      storage: await openStorage(pathToFileURL(mount).href, join(folder, 'here'), limits),
      isShared: false,
      isOwnFolder: false,
      key: null,
    }).storage
  const storage = await open()
  await put(storage, KEPT, 'kept')
  return { mount, storage, impatient: await open(SHORT) }
}

async function put(storage: Storage, key: string, bytes: string): Promise<void> {
  await writeFile(await storage.place(key), bytes)
  await storage.keep({ key })
}

const listed = async (storage: Storage): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}

/** What is made meanwhile is made on the disk of the data folder. */
async function allWait(storage: Storage): Promise<void> {
  await writeFile(await storage.place(MADE), 'made meanwhile')
  await assert.rejects(storage.keep({ key: MADE }), isAway, 'keep')
  await assert.rejects(storage.local({ key: KEPT }), isAway, 'local')
  await assert.rejects(
    storage.use([{ key: KEPT }], async () => {}),
    isAway,
    'use',
  )
  await assert.rejects(storage.read(KEPT), isAway, 'read')
  await assert.rejects(storage.isIntact({ key: KEPT, sha256: '0'.repeat(64), bytes: null }), isAway, 'isIntact')
  await assert.rejects(storage.remove(KEPT), isAway, 'remove')
  await assert.rejects(storage.setAside(KEPT), isAway, 'setAside')
  await assert.rejects(listed(storage), isAway, 'list')
  await assert.rejects(storage.tidy(), isAway, 'tidy')
  assert.ok((await storage.space()).free > 0, 'the disk of the data folder is there')
}

async function allIsThere(storage: Storage): Promise<void> {
  assert.equal(await readFile(await storage.local({ key: KEPT }), 'utf8'), 'kept')
  await storage.keep({ key: MADE })
  assert.deepEqual(await listed(storage), [KEPT, MADE])
  assert.equal(await readFile(await storage.local({ key: MADE }), 'utf8'), 'made meanwhile')
  await assert.rejects(storage.local({ key: 'results/job_4/1/klic.gpkg' }), MissingFile, 'what is gone is gone')
}

test('its folder is gone', async (t) => {
  const { mount, storage } = await opened(t)
  await rename(mount, `${mount}.away`)
  await allWait(storage)
  await assert.rejects(stat(mount), 'nobody makes it')
  await rename(`${mount}.away`, mount)
  await allIsThere(storage)
})

test('its folder is there and empty, as where nothing is mounted any more', async (t) => {
  const { mount, storage } = await opened(t)
  await rename(mount, `${mount}.away`)
  await mkdir(mount)
  await allWait(storage)
  assert.deepEqual(await readdir(mount), [], 'nothing is put where the mount will hide it')
  await rm(mount, { recursive: true })
  await rename(`${mount}.away`, mount)
  await allIsThere(storage)
})

test('its mount is dead: every call says that the transport endpoint is not connected', async (t) => {
  const { mount, storage } = await opened(t)
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return t.skip('only root on Linux may mount')
  let device: number
  try {
    device = openSync('/dev/fuse', 'r+')
  } catch {
    return t.skip('there is no /dev/fuse')
  }
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
  const mounted = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'klic', mount], {
    stdio: ['ignore', 'ignore', 'pipe', device],
  })
  // Nobody serves it any more.
  closeSync(device)
  if (mounted.status !== 0) return t.skip(`it can not be mounted here: ${mounted.stderr}`)
  const unmount = () => spawnSync('umount', ['--lazy', mount])
  t.after(unmount)
  await assert.rejects(stat(mount), { code: 'ENOTCONN' })
  await allWait(storage)
  unmount()
  await allIsThere(storage)
})

for (const code of ['EIO', 'ENOTCONN', 'ESTALE', 'EHOSTDOWN', 'ETIMEDOUT']) {
  test(`every call says ${code}`, async (t) => {
    const { mount, storage } = await opened(t)
    const { end } = breakFolder(t, mount, code)
    await allWait(storage)
    end()
    await allIsThere(storage)
  })
}

test('it hangs: calls end within the limit, and with two that hang the next ones end at once', async (t) => {
  const { mount, impatient } = await opened(t)
  const { calls } = breakFolder(t, mount, 'hangs')
  await assert.rejects(impatient.local({ key: KEPT }), isAway)
  await assert.rejects(impatient.read(KEPT), isAway)
  const before = calls()
  assert.ok(before >= 2)
  await allWait(impatient)
  assert.equal(calls(), before, 'no other thread waits for it')
})

test('calls that hung are over: all goes on', async (t) => {
  const { mount, impatient } = await opened(t)
  const answer = Promise.withResolvers<void>()
  const { statfs } = fs
  const late = async (path: string) => {
    if (path === mount) await answer.promise
    return statfs(path)
  }
  t.mock.method(fs, 'statfs', late as never)
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const local = () => impatient.local({ key: KEPT })
  await Promise.all([assert.rejects(local(), isAway), assert.rejects(local(), isAway)])
  await assert.rejects(impatient.read(KEPT), isAway)
  answer.resolve()
  await until(() =>
    impatient.read(KEPT).then(
      async (bytes) => (await bytes.toArray()).join('') === 'kept',
      () => false,
    ),
  )
})

test('a file opens and can not be read, as with EIO or a stale handle', async (t) => {
  const { mount, storage } = await opened(t)
  const path = join(mount, KEPT)
  await rm(path)
  // A folder opens, too, and what is read of it is an error.
  await mkdir(path)
  await assert.rejects(
    storage.use([{ key: KEPT }], async () => {}),
    isAway,
  )
  await assert.rejects(async () => (await storage.read(KEPT)).toArray(), isAway)
  await assert.rejects(storage.isIntact({ key: KEPT, sha256: '0'.repeat(64), bytes: null }), isAway)
  await rm(path, { recursive: true })
  await writeFile(path, 'kept')
  assert.equal(await readFile(await storage.local({ key: KEPT }), 'utf8'), 'kept')
})

test('the data folder: a file that can not be reached is not said to be gone', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'klic-folder-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const storage = await openStorage(null, folder)
  await put(storage, KEPT, 'kept')
  const above = join(folder, dirname(KEPT))
  await rename(above, `${above}.away`)
  await assert.rejects(storage.local({ key: KEPT }), MissingFile)
  // A link to itself: not ENOENT, as of a disk that fails.
  spawnSync('ln', ['-s', above, above])
  await assert.rejects(storage.local({ key: KEPT }), isAway)
  await assert.rejects(storage.read(KEPT), isAway)
})

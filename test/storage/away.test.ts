/** A file share that is away, in each way that one can be: all calls wait for it, and nobody takes its files for gone. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openInstallation } from '../../server/actions/installation/identity.ts'
import { TryLater } from '../../server/domain/refusal.ts'
import { openStorage } from '../../server/storage/open.ts'
import { MissingFile, type Storage } from '../../server/storage/port.ts'
import { openStore } from '../../server/store/open.ts'

const KEPT = 'results/job_1/1/klic.gpkg'
const OTHER = 'results/job_2/1/klic.gpkg'

const isAway = (error: unknown): boolean => error instanceof TryLater && error.reason === 'storage_unreachable'

/** A share with a file, and the storage of a machine that has a copy of another one only. */
async function opened(t: TestContext): Promise<{ share: string; folder: string; storage: Storage }> {
  const folder = await mkdtemp(join(tmpdir(), 'klic-share-'))
  const share = join(folder, 'mnt')
  await mkdir(share)
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const store = await openStore(join(folder, 'app.db'))
  t.after(() => store.close())
  const { storage } = openInstallation({
    store,
    storage: await openStorage(pathToFileURL(share).href, join(folder, 'here')),
    isShared: false,
    isOwnFolder: false,
    key: null,
  })
  await put(storage, OTHER, 'a copy is here')
  await put(await openStorage(pathToFileURL(share).href, join(folder, 'elsewhere')), KEPT, 'kept')
  return { share, folder, storage }
}

async function put(storage: Storage, key: string, bytes: string): Promise<void> {
  await writeFile(await storage.place(key), bytes)
  await storage.keep({ key })
}

async function allWait(storage: Storage): Promise<void> {
  const key = 'results/job_3/1/klic.gpkg'
  await writeFile(await storage.place(key), 'made meanwhile')
  await assert.rejects(storage.keep({ key }), isAway, 'keep')
  await assert.rejects(storage.local({ key: KEPT }), isAway, 'local')
  await assert.rejects(storage.read(KEPT), isAway, 'read')
  await assert.rejects(storage.isIntact({ key: KEPT, sha256: '0'.repeat(64), bytes: null }), isAway, 'isIntact')
  await assert.rejects(storage.remove(KEPT), isAway, 'remove')
  await assert.rejects(async () => {
    for await (const _ of storage.list());
  }, isAway)
  assert.equal(await readFile(await storage.local({ key: OTHER }), 'utf8'), 'a copy is here', 'that needs nobody')
}

async function allIsThere(storage: Storage): Promise<void> {
  assert.equal(await readFile(await storage.local({ key: KEPT }), 'utf8'), 'kept')
  await storage.keep({ key: 'results/job_3/1/klic.gpkg' })
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  assert.deepEqual(keys.sort(), [KEPT, OTHER, 'results/job_3/1/klic.gpkg'])
  await assert.rejects(storage.local({ key: 'results/job_4/1/klic.gpkg' }), MissingFile, 'what is gone is gone')
}

test('its folder is gone', async (t) => {
  const { share, storage } = await opened(t)
  await rename(share, `${share}.away`)
  await allWait(storage)
  await assert.rejects(stat(share), 'nobody makes it')
  await rename(`${share}.away`, share)
  await allIsThere(storage)
})

test('its folder is there and empty, as where a share is no longer mounted', async (t) => {
  const { share, storage } = await opened(t)
  await rename(share, `${share}.away`)
  await mkdir(share)
  await allWait(storage)
  assert.deepEqual(await readdir(share), [], 'nothing is put where the share will hide it')
  await rm(share, { recursive: true })
  await rename(`${share}.away`, share)
  await allIsThere(storage)
})

test('its mount is dead: every call says that the transport endpoint is not connected', async (t) => {
  const { share, storage } = await opened(t)
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return t.skip('only root on Linux may mount')
  let device: number
  try {
    device = openSync('/dev/fuse', 'r+')
  } catch {
    return t.skip('there is no /dev/fuse')
  }
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
  const mounted = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'klic', share], {
    stdio: ['ignore', 'ignore', 'pipe', device],
  })
  // Nobody serves it any more.
  closeSync(device)
  if (mounted.status !== 0) return t.skip(`it can not be mounted here: ${mounted.stderr}`)
  const unmount = () => spawnSync('umount', ['--lazy', share])
  t.after(unmount)
  await assert.rejects(stat(share), { code: 'ENOTCONN' })
  await allWait(storage)
  unmount()
  await allIsThere(storage)
})

test('a file opens and can not be read, as with EIO or a stale handle', async (t) => {
  const { share, storage } = await opened(t)
  const path = join(share, KEPT)
  await rm(path)
  // A folder opens, too, and what is read of it is an error.
  await mkdir(path)
  await assert.rejects(storage.local({ key: KEPT }), isAway)
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

/** A folder at an address: what is put there, what is used of it, how much room there is, and what a kill leaves. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openInstallation } from '../../server/actions/installation/identity.ts'
import { OtherInstallation, TryLater } from '../../server/domain/refusal.ts'
import { refuseFullDisk, withRoom } from '../../server/runtime/disk.ts'
import { openStorage } from '../../server/storage/open.ts'
import type { Storage } from '../../server/storage/port.ts'
import { openStore } from '../../server/store/open.ts'
import { breakFolder } from '../support/broken-folder.ts'

const KEY = 'results/job_1/1/klic.gpkg'

interface Machine {
  mount: string
  dataDir: string
  storage: Storage
}

async function machine(t: TestContext, search = ''): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'klic-mounted-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [mount, dataDir] = [join(folder, 'mnt'), join(folder, 'data')]
  await Promise.all([mkdir(mount), mkdir(dataDir)])
  return { mount, dataDir, storage: await openStorage(`${pathToFileURL(mount)}${search}`, dataDir) }
}

const make = async (storage: Storage, key: string, bytes: string): Promise<void> =>
  writeFile(await storage.place(key), bytes)

async function put(storage: Storage, key: string, bytes: string): Promise<void> {
  await make(storage, key, bytes)
  await storage.keep({ key })
}

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

const isFull = (error: unknown): boolean => error instanceof TryLater && error.reason === 'disk_full'

test('a file lies in the folder once it is kept, and is read there', async (t) => {
  const { mount, dataDir, storage } = await machine(t)
  await make(storage, KEY, 'sealed')
  assert.deepEqual(await readdir(mount), [])
  await storage.keep({ key: KEY })
  assert.equal(await storage.local({ key: KEY }), join(mount, KEY))
  assert.deepEqual(await filesBelow(dataDir), [], 'no copy of it stays')
})

test('cache_gb is taken and has no meaning', async (t) => {
  for (const search of ['?cache_gb=50', '?cache_gb=0', '?cache_gb=x']) {
    const { mount, storage } = await machine(t, search)
    await put(storage, KEY, 'sealed')
    assert.equal(await storage.local({ key: KEY }), join(mount, KEY))
  }
})

test('work has files of its own under their names, and they go with it', async (t) => {
  const { mount, dataDir, storage } = await machine(t)
  const [one, other] = ['deliveries/part_1/1.zip', 'deliveries/part_2/1.zip']
  await put(storage, one, 'one')
  await put(storage, other, 'other')
  const used = await storage.use([{ key: one }, { key: other }], async (paths) => {
    await rm(mount, { recursive: true })
    assert.deepEqual(
      paths.map((path) => basename(path)),
      ['1.zip', '1.zip'],
    )
    return Promise.all(paths.map((path) => readFile(path, 'utf8')))
  })
  assert.deepEqual(used, ['one', 'other'])
  await mkdir(mount)
  await assert.rejects(
    storage.use([{ key: one }], async () => assert.fail('it has nothing to work with')),
    { code: 'ENOENT' },
  )
  assert.deepEqual(await filesBelow(dataDir), [])
})

test('a full disk of the folder only: nothing is begun, and what is made is kept when there is room', async (t) => {
  const { mount, dataDir, storage } = await machine(t)
  const careful = withRoom(storage, () => refuseFullDisk(storage))
  await make(careful, KEY, 'made')
  const full = breakFolder(t, mount, 'ENOSPC', ['open'])
  await assert.rejects(storage.keep({ key: KEY }), isFull)
  full.end()
  assert.deepEqual(await filesBelow(mount), [])
  assert.deepEqual(await filesBelow(dataDir), [basename(KEY)])
  const own = await storage.space()
  const small = breakFolder(t, mount, { bavail: 10, blocks: 1000, bsize: 4096 }, ['statfs'])
  assert.deepEqual(await storage.space(), { free: 40_960, total: 4_096_000 })
  await assert.rejects(careful.place(KEY), isFull)
  small.end()
  assert.equal((await storage.space()).total, own.total)
  await storage.keep({ key: KEY })
  assert.equal(await readFile(await storage.local({ key: KEY }), 'utf8'), 'made')
})

test('what a kill leaves is no file: keeping goes on from it, and what nobody keeps goes after a day', async (t) => {
  const { mount, dataDir, storage } = await machine(t)
  // Killed while it was copied, after it was copied, and while work used a file.
  await make(storage, KEY, 'the whole file')
  const draft = join(mount, `${KEY}.0a1b2c3d.part`)
  await mkdir(dirname(draft), { recursive: true })
  await writeFile(draft, 'the wh')
  await assert.rejects(storage.local({ key: KEY }), { code: 'ENOENT' })
  await storage.keep({ key: KEY })
  await make(storage, KEY, 'the whole file')
  const used = join(dataDir, 'storage', 'using', 'killed', '0', basename(KEY))
  await mkdir(dirname(used), { recursive: true })
  await writeFile(used, 'the whole file')
  await storage.tidy()
  await Promise.all([stat(draft), stat(used), stat(await storage.place(KEY))])
  await storage.keep({ key: KEY })
  await storage.keep({ key: KEY })
  await make(storage, 'results/job_2/1/klic.gpkg', 'made by one who died')
  const long = new Date(0)
  for (const path of [
    draft,
    join(dataDir, 'storage', 'using', 'killed'),
    await storage.place('results/job_2/1/klic.gpkg'),
  ])
    await utimes(path, long, long)
  await storage.tidy()
  assert.deepEqual(await filesBelow(dataDir), [])
  assert.deepEqual(await filesBelow(mount), [basename(KEY)])
  assert.equal(await readFile(await storage.local({ key: KEY }), 'utf8'), 'the whole file')
})

test('a damaged file stays where it is until another takes its place', async (t) => {
  const { mount, storage } = await machine(t)
  await put(storage, KEY, 'damaged')
  await storage.setAside(KEY)
  assert.equal(await readFile(join(mount, KEY), 'utf8'), 'damaged')
  await put(storage, KEY, 'made again')
  assert.deepEqual(await filesBelow(mount), [basename(KEY)])
  assert.equal(await readFile(join(mount, KEY), 'utf8'), 'made again')
})

test('copies of an earlier version go once the folder is known to be that of the installation, and what it made is kept', async (t) => {
  const { mount, dataDir, storage: bare } = await machine(t)
  const copy = join(dataDir, 'storage', 'copies', KEY)
  await mkdir(dirname(copy), { recursive: true })
  await writeFile(copy, 'copy')
  const made = join(dataDir, 'storage', 'outgoing', KEY)
  await mkdir(dirname(made), { recursive: true })
  await writeFile(made, 'made by the version before')
  const store = await openStore(join(dataDir, 'app.db'))
  t.after(() => store.close())
  const installation = openInstallation({ store, storage: bare, isShared: false, isOwnFolder: false, key: null })
  await installation.confirm()
  const id = join(mount, 'storage-id')
  const words = await readFile(id, 'utf8')
  await writeFile(id, 'of another installation')
  await assert.rejects(installation.storage.tidy(), OtherInstallation)
  await stat(copy)
  await writeFile(id, words)
  await installation.storage.tidy()
  await assert.rejects(stat(join(dataDir, 'storage', 'copies')), { code: 'ENOENT' })
  await installation.storage.keep({ key: KEY })
  assert.equal(await readFile(join(mount, KEY), 'utf8'), 'made by the version before')
})

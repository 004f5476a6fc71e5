import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { TryLater } from '../../server/platform/refusal.ts'
import { openCache } from '../../server/platform/storage/cache.ts'
import { cachedStorage } from '../../server/platform/storage/cached.ts'
import { BadStorageUrl, openStorage } from '../../server/platform/storage/open.ts'
import {
  checkKey,
  type ListedFile,
  MissingFile,
  type ObjectStore,
  type Storage,
} from '../../server/platform/storage/port.ts'
import { folderObjects } from '../support/folder-objects.ts'
import { openObjectStorage } from '../support/object-storage.ts'

const KEY = 'results/job_1/1/klic.gpkg'
const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

let folder = ''
let objects: Awaited<ReturnType<typeof openObjectStorage>>
let machines = 0
/** A machine of its own. */
const machine = async (url: string | null): Promise<Storage> => openStorage(url, join(folder, `machine-${++machines}`))

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klic-storage-'))
  objects = await openObjectStorage()
})
after(async () => {
  await objects.close()
  await rm(folder, { recursive: true, force: true })
})

async function put(storage: Storage, key: string, bytes: string | Buffer): Promise<void> {
  await writeFile(await storage.place(key), bytes)
  await storage.keep({ key, sha256: hashOf(bytes) })
}

const all = async (files: AsyncIterable<ListedFile>): Promise<Record<string, number>> => {
  const found: Record<string, number> = {}
  for await (const { key, bytes } of files) found[key] = bytes
  return found
}

test('what one machine keeps every other reads', async () => {
  const url = objects.url(`any-${++machines}`)
  const [one, other] = [await machine(url), await machine(url)]
  await put(one, KEY, 'sealed')

  const path = await other.local({ key: KEY, sha256: hashOf('sealed') })
  assert.equal(await readFile(path, 'utf8'), 'sealed')
  assert.equal(path.endsWith('klic.gpkg'), true, 'the conversion goes by the name')
  assert.equal((await (await other.read(KEY)).toArray()).join(''), 'sealed')
  assert.deepEqual(await all(other.list()), { [KEY]: 6 })

  await one.remove(KEY)
  await assert.rejects((await machine(url)).local({ key: KEY }), MissingFile)
  await assert.rejects(other.read(KEY), MissingFile)
  await other.remove(KEY)
})

test('a file of many parts comes back whole', async () => {
  const url = objects.url(`any-${++machines}`)
  const bytes = Buffer.alloc(40 * 1024 * 1024 + 7, 'klic ')
  await put(await machine(url), KEY, bytes)
  const other = await machine(url)
  const path = await other.local({ key: KEY, sha256: hashOf(bytes) })
  assert.equal(hashOf(await readFile(path)), hashOf(bytes))
})

test('a step that is run again keeps what is kept already', async () => {
  const storage = await machine(objects.url(`any-${++machines}`))
  await put(storage, KEY, 'once')
  await storage.keep({ key: KEY, sha256: hashOf('once') })
  await assert.rejects(storage.keep({ key: 'results/job_2/1/klic.gpkg' }), MissingFile)
})

test('bytes that are not those of the row are refused and not kept', async () => {
  const url = objects.url(`any-${++machines}`)
  await put(await machine(url), KEY, 'other bytes')
  const storage = await machine(url)
  await assert.rejects(storage.local({ key: KEY, sha256: hashOf('sealed') }), /other bytes under/)
  assert.equal(await readFile(await storage.local({ key: KEY }), 'utf8'), 'other bytes')
})

test('a key that was written twice is read anew by who has the first', async () => {
  const url = objects.url(`any-${++machines}`)
  const [one, other] = [await machine(url), await machine(url)]
  await put(one, KEY, 'first')
  await other.local({ key: KEY, sha256: hashOf('first') })
  await put(one, KEY, 'second')
  assert.equal(await readFile(await other.local({ key: KEY, sha256: hashOf('second') }), 'utf8'), 'second')
})

test('an upload that broke leaves nothing that could be read, and is done again', async () => {
  const url = objects.url('broken')
  const [one, other] = [await machine(url), await machine(url)]
  const bytes = Buffer.alloc(40 * 1024 * 1024, 'x')
  await writeFile(await one.place(KEY), bytes)
  objects.breakAfter(20 * 1024 * 1024)
  await assert.rejects(
    one.keep({ key: KEY, sha256: hashOf(bytes) }),
    (error) => error instanceof TryLater && error.reason === 'storage_unreachable',
  )
  objects.breakAfter(undefined)
  await assert.rejects(other.local({ key: KEY }), MissingFile)
  await one.keep({ key: KEY, sha256: hashOf(bytes) })
  assert.equal(hashOf(await readFile(await other.local({ key: KEY }))), hashOf(bytes))
})

test('a storage that does not answer is something to wait for', async () => {
  const storage = await machine(objects.url('down'))
  await put(storage, KEY, 'kept')
  objects.setDown(true)
  const waits = (error: unknown) => error instanceof TryLater && error.reason === 'storage_unreachable'
  await assert.rejects(storage.read(KEY), waits)
  await assert.rejects(all(storage.list()), waits)
  // What is on this disk already needs nobody.
  assert.equal(await readFile(await storage.local({ key: KEY, sha256: hashOf('kept') }), 'utf8'), 'kept')
  objects.setDown(false)
  assert.equal((await (await storage.read(KEY)).toArray()).join(''), 'kept')
})

test('many who ask for one file at once fetch it once', async () => {
  const store = folderObjects(join(folder, `objects-${++machines}`))
  let fetched = 0
  const counting: ObjectStore = {
    ...store,
    get(key) {
      fetched++
      return store.get(key)
    },
  }
  await put(cachedStorage(store, join(folder, `m-${++machines}`), 1e9), KEY, 'sealed')
  const storage = cachedStorage(counting, join(folder, `m-${++machines}`), 1e9)
  const paths = await Promise.all(
    Array.from({ length: 20 }, () => storage.local({ key: KEY, sha256: hashOf('sealed') })),
  )
  assert.equal(new Set(paths).size, 1)
  assert.equal(fetched, 1)
})

test('half a file that a kill left among the copies is never taken for the whole', async () => {
  const url = objects.url('half')
  await put(await machine(url), KEY, 'the whole file')
  const dataDir = join(folder, `machine-${++machines}`)
  const storage = await openStorage(url, dataDir)
  const copies = join(dataDir, 'storage', 'copies')
  await mkdir(join(copies, dirname(KEY)), { recursive: true })
  await writeFile(join(copies, `${KEY}.123-abcdef.part`), 'the wh')
  assert.equal(await readFile(await storage.local({ key: KEY }), 'utf8'), 'the whole file')
  // It goes a day later.
  const draft = join(copies, `${KEY}.123-abcdef.part`)
  await utimes(draft, new Date(0), new Date(0))
  await storage.tidy()
  await assert.rejects(stat(draft))
})

test('a file that was made and never kept is no copy, and goes after a day', async () => {
  const url = objects.url('never-kept')
  const dataDir = join(folder, `machine-${++machines}`)
  const storage = await openStorage(url, dataDir)
  const path = await storage.place(KEY)
  await writeFile(path, 'made by one who died')
  await assert.rejects(storage.local({ key: KEY }), MissingFile)
  await storage.tidy()
  await stat(path)
  await utimes(path, new Date(0), new Date(0))
  await storage.tidy()
  await assert.rejects(stat(path))
})

test('the copies that were not asked for longest make room, and those in use stay', async () => {
  const store = folderObjects(join(folder, `objects-${++machines}`))
  let now = Date.now()
  const here = join(folder, `m-${++machines}`)
  const storage = cachedStorage(store, here, 250, () => now)
  const keyOf = (no: number) => `results/job_${no}/1/klic.gpkg`
  const copies = async () =>
    (await readdir(join(here, 'copies'), { recursive: true })).filter((name) => name.endsWith('.gpkg')).sort()
  for (const no of [1, 2, 3, 4]) {
    await writeFile(await storage.place(keyOf(no)), 'x'.repeat(100))
    await storage.keep({ key: keyOf(no) })
    now += 60_000
  }
  await storage.tidy()
  assert.equal((await copies()).length, 4, 'all were asked for a moment ago')
  now += 20 * 60_000
  await storage.local({ key: keyOf(1) })
  now += 1000
  await storage.tidy()
  assert.deepEqual(await copies(), [keyOf(1), keyOf(4)])
  await storage.use([{ key: keyOf(2) }], async ([path]) => {
    assert.equal((await readFile(path!, 'utf8')).length, 100)
  })
})

test('a copy keeps its time of modification when it is asked for', async () => {
  const at = join(folder, `m-${++machines}`)
  await mkdir(at)
  await writeFile(join(at, 'x'), 'x')
  await utimes(join(at, 'x'), new Date(5000), new Date(1000))
  const cache = openCache(at, 1e9, () => 9000)
  await cache.touch('x')
  const { mtimeMs, atimeMs } = await stat(join(at, 'x'))
  assert.deepEqual([mtimeMs, atimeMs], [1000, 9000])
})

test('in the data folder and in a folder at an address nothing is copied, also with a cache_gb', async () => {
  const [dataDir, mounted] = [join(folder, `machine-${++machines}`), join(folder, `mounted-${machines}`)]
  await Promise.all([mkdir(dataDir), mkdir(mounted)])
  const [own, other] = [pathToFileURL(dataDir), pathToFileURL(mounted)]
  for (const url of [null, own.href, other.href, `${other}?cache_gb=50`, `${other}?cache_gb=x`]) {
    const root = url?.startsWith(other.href) ? mounted : dataDir
    const storage = await openStorage(url, dataDir)
    await put(storage, KEY, 'sealed')
    assert.equal(await storage.local({ key: KEY }), join(root, KEY))
    assert.deepEqual(await readdir(root), ['results'])
    assert.deepEqual(await all(storage.list()), { [KEY]: 6 })
    await storage.remove(KEY)
    await assert.rejects(storage.local({ key: KEY }), MissingFile)
  }
  assert.deepEqual(await readdir(dataDir), ['results'])
})

test('an address that can not be meant is refused in words, without what is secret in it', async () => {
  for (const url of [
    's3:///no-bucket',
    's3://user:secret@bucket/x',
    's3://bucket?pathstyle=true',
    's3://bucket?cache_gb=0',
  ]) {
    await assert.rejects(openStorage(url, folder), (error) => {
      assert.ok(error instanceof BadStorageUrl, url)
      assert.doesNotMatch(error.message, /secret@/)
      return true
    })
  }
})

test('a key leads nowhere but into the storage', () => {
  for (const key of ['../x', 'results/../../x', '/etc/passwd', 'results//x', '', 'a\\..\\b/c', 'a/\0']) {
    assert.throws(() => checkKey(key), key)
  }
})

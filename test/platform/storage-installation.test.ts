/** An installation knows its storage and its secrets key: which ones it takes, and what it says of others. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { keyProof, openSecrets, secretRows } from '../../server/features/settings/secrets.ts'
import { type Installation, openInstallation } from '../../server/features/status/identity.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { OtherInstallation } from '../../server/platform/refusal.ts'
import { openStorage } from '../../server/platform/storage/open.ts'
import { openObjectStorage } from '../support/object-storage.ts'
import { seedJob } from '../support/seed-job.ts'

const FILE = 'results/job_1/1/klic.gpkg'

interface Office {
  folder: string
  store: Store
  /** A process that sees this folder. */
  process(mount: string, more?: { key?: string; isShared?: boolean; url?: string }): Promise<Installation>
  /** A process that keeps files in the data folder. */
  desktop(): Promise<Installation>
}

async function openOffice(t: TestContext): Promise<Office> {
  const folder = await mkdtemp(join(tmpdir(), 'klic-office-'))
  const store = await openStore(join(folder, 'app.db'))
  t.after(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  let machines = 0
  return {
    folder,
    store,
    async process(mount, { key, isShared = true, url = pathToFileURL(join(folder, mount)).href } = {}) {
      await mkdir(join(folder, mount), { recursive: true })
      const storage = await openStorage(url, join(folder, `machine-${++machines}`))
      return openInstallation({ store, storage, isShared, isOwnFolder: false, key: keyProof(key) })
    },
    desktop: async () =>
      openInstallation({
        store,
        storage: await openStorage(null, folder),
        isShared: false,
        isOwnFolder: true,
        key: null,
      }),
  }
}

async function writeNamed(office: Office, mount: string): Promise<void> {
  await seedJob(office.store, 'job_1', {})
  const row = { id: 'art_1', job_id: 'job_1', revision: 1, format: 'gpkg', state: 'ready', path: FILE } as const
  await office.store.db
    .insertInto('artifact')
    .values({ ...row, sha256: '0'.repeat(64), bytes: 4, failure: null, created_at: '2026', ready_at: '2026' } as never)
    .execute()
  const path = join(office.folder, mount, FILE)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'gpkg')
}

const saysOf = (words: RegExp) => (error: unknown) => error instanceof OtherInstallation && words.test(error.message)
const OTHER_STORAGE = saysOf(/^This machine sees another storage than the others: check STORAGE_URL/)

test('the first process records the storage, and a process with another one is told so', async (t) => {
  const office = await openOffice(t)
  await (await office.process('one')).confirm()
  await (await office.process('one')).confirm()
  await assert.rejects((await office.process('two')).confirm(), OTHER_STORAGE)
  assert.deepEqual(await readdir(join(office.folder, 'two')), [], 'nothing is put into the other one')
})

test('of several machines with one bucket each is the installation, and one with another bucket is told so', async (t) => {
  const office = await openOffice(t)
  const objects = await openObjectStorage()
  t.after(() => objects.close())
  const machine = (prefix: string) => office.process('none', { url: objects.url(prefix) })
  await (await machine('ours')).confirm()
  await (await machine('ours')).confirm()
  const other = await machine('other')
  await assert.rejects(other.confirm(), OTHER_STORAGE)
  await assert.rejects(other.storage.place(FILE), OTHER_STORAGE)
})

test('of two processes with a storage each that start at once, one is the installation', async (t) => {
  const office = await openOffice(t)
  const processes = [await office.process('one'), await office.process('two')]
  const ended = await Promise.allSettled(processes.map(({ confirm }) => confirm()))
  assert.deepEqual(ended.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('processes with the same storage that start at once all have it', async (t) => {
  const office = await openOffice(t)
  const processes = await Promise.all(Array.from({ length: 5 }, () => office.process('one')))
  await Promise.all(processes.map(({ confirm }) => confirm()))
})

test('a process with another storage takes no file for lost, puts none down and removes none', async (t) => {
  const office = await openOffice(t)
  await writeNamed(office, 'one')
  await (await office.process('one')).confirm()
  const { storage } = await office.process('two')
  await assert.rejects(storage.isIntact({ key: FILE, sha256: '0'.repeat(64), bytes: 4 }), OTHER_STORAGE)
  await assert.rejects(storage.local({ key: FILE }), OTHER_STORAGE)
  await assert.rejects(
    storage.use([{ key: FILE }], async () => {}),
    OTHER_STORAGE,
  )
  await assert.rejects(storage.read(FILE), OTHER_STORAGE)
  await assert.rejects(storage.place(FILE), OTHER_STORAGE)
  await assert.rejects(storage.folders(), OTHER_STORAGE)
  await assert.rejects(storage.keep({ key: FILE }), OTHER_STORAGE)
  await assert.rejects(storage.remove(FILE), OTHER_STORAGE)
  await assert.rejects(storage.setAside(FILE), OTHER_STORAGE)
  await assert.rejects(storage.tidy(), OTHER_STORAGE)
  await assert.rejects(async () => {
    for await (const _file of storage.list());
  }, OTHER_STORAGE)
  assert.deepEqual(await readdir(join(office.folder, 'two')), [])
})

test('an installation of before adopts the storage that holds what its rows name, and no other', async (t) => {
  const office = await openOffice(t)
  await writeNamed(office, 'one')
  const names = saysOf(/^The database names results\/job_1\/1\/klic\.gpkg, which is not in the storage/)
  await assert.rejects((await office.process('two')).confirm(), names)
  await (await office.process('one')).confirm()
  await assert.rejects((await office.process('two')).confirm(), OTHER_STORAGE)
})

test('a storage that lost its id gets it again where the files are there', async (t) => {
  const office = await openOffice(t)
  await writeNamed(office, 'one')
  await (await office.process('one')).confirm()
  const id = await readFile(join(office.folder, 'one', 'storage-id'), 'utf8')
  await rm(join(office.folder, 'one', 'storage-id'))
  await (await office.process('one')).confirm()
  assert.equal(await readFile(join(office.folder, 'one', 'storage-id'), 'utf8'), id)
})

test('a new database does not begin in the storage of another installation', async (t) => {
  const [office, other] = [await openOffice(t), await openOffice(t)]
  await writeNamed(other, 'one')
  await (await other.process('one')).confirm()
  await rename(join(other.folder, 'one'), join(office.folder, 'one'))
  await assert.rejects((await office.process('one')).confirm(), saysOf(/holds files of another installation/))
})

test('a data folder of before goes on, with files and without', async (t) => {
  const without = await openOffice(t)
  await (await without.desktop()).confirm()
  const office = await openOffice(t)
  await writeNamed(office, '.')
  await rm(join(office.folder, 'results'), { recursive: true })
  await (await office.desktop()).confirm()
  await (await office.desktop()).confirm()
})

test('a desktop whose files were in another storage is told so', async (t) => {
  const office = await openOffice(t)
  await writeNamed(office, 'mounted')
  await (await office.process('mounted', { isShared: false })).confirm()
  await assert.rejects((await office.desktop()).confirm(), saysOf(/check STORAGE_URL/))
})

test('the first secrets key counts for all, and nothing is sealed with another', async (t) => {
  const office = await openOffice(t)
  const [first, second] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  await (await office.process('one')).confirm()
  const ours = await office.process('one', { key: first })
  await ours.confirm()
  await (await office.process('one', { key: first })).confirm()
  const other = await office.process('one', { key: second })
  await assert.rejects(other.confirm(), saysOf(/^KLIC_SECRETS_KEY is another here/))
  await assert.rejects((await office.process('one')).confirm(), saysOf(/^KLIC_SECRETS_KEY is not set here/))

  await seedJob(office.store, 'job_1', {})
  const { company_id } = await office.store.db.selectFrom('job').select('company_id').executeTakeFirstOrThrow()
  const rows = secretRows(office.store.db, company_id)
  await openSecrets(ours.sealing(rows), first).saveSigningKey('secret')
  await assert.rejects(openSecrets(other.sealing(rows), second).saveSigningKey('other'), OtherInstallation)
  assert.equal(await openSecrets(rows, first).signingKey(), 'secret')
})

test('where secrets were sealed before, only the key that opens them counts', async (t) => {
  const office = await openOffice(t)
  const [first, second] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  await seedJob(office.store, 'job_1', {})
  const { company_id } = await office.store.db.selectFrom('job').select('company_id').executeTakeFirstOrThrow()
  await openSecrets(secretRows(office.store.db, company_id), first).saveSigningKey('secret')
  await assert.rejects((await office.process('one', { key: second })).confirm(), saysOf(/is another here/))
  await assert.rejects((await office.process('one')).confirm(), saysOf(/is not set here/))
  await (await office.process('one', { key: first })).confirm()
})

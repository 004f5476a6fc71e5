/**
 * An office whose operator made a mistake on the second machine: the machine says which, soon after its start, and
 * nothing of the office is lost.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createKey } from '../../server/features/keys/keys.ts'
import { openInstallation } from '../../server/features/status/identity.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { startChild } from '../../server/platform/processes/child.ts'
import { systemClock, systemIds } from '../../server/platform/real-clock.ts'
import { openStorage } from '../../server/platform/storage/open.ts'
import { simulatorControlKey } from '../../server/simulator/customer.ts'
import { startRegistry } from '../soak/office-processes.ts'
import { freePort } from '../support/free-port.ts'
import { type ObjectStorage, openObjectStorage } from '../support/object-storage.ts'
import { administer, ownDatabases } from '../support/postgres.ts'
import { seedJob } from '../support/seed-job.ts'
import { serverEntry } from '../support/server-entry.ts'
import { SUITE_MS, until } from '../support/until.ts'

const databases = await ownDatabases()
const skip = 'missing' in databases ? databases.missing : false

const OTHER_STORAGE = /This machine sees another storage than the others: check STORAGE_URL/
const NO_TABLES = /^The database .* \(DATABASE_URL\) has no tables of KLIC Desktop\. The data folder is /
const [KEY, OTHER_KEY] = ['1'.repeat(64), '2'.repeat(64)]

/** Where PostgreSQL keeps who must show a password. */
async function hbaFile(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ hba_file: string }>('show hba_file')
  await client.end()
  return rows[0]!.hba_file
}

interface StartedServer {
  words: string[]
  url: string
  /** Ended by itself; undefined: it runs */
  code(): number | null | undefined
  stop(): Promise<void>
}

describe('mistakes on the second machine', { skip, timeout: SUITE_MS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-mistakes-'))
  let databaseUrl = ''
  let admin = ''
  let objects: ObjectStorage
  let store: Store
  let secret = ''
  let first: StartedServer
  let registry: Awaited<ReturnType<typeof startRegistry>>
  let machine = 0
  const running: StartedServer[] = []
  const ours = (): Record<string, string> => ({
    DATABASE_URL: databaseUrl,
    STORAGE_URL: objects.url('office'),
    KLIC_SECRETS_KEY: KEY,
    KLIC_SIMULATOR_URL: registry.url,
    KLIC_SIMULATOR_KEY: simulatorControlKey(registry.folder),
  })

  const start = async (role: 'api' | 'worker', env: Record<string, string>): Promise<StartedServer> => {
    const words: string[] = []
    let ended: number | null | undefined
    const port = await freePort()
    const child = startChild({
      entry: serverEntry(role === 'api' ? 'start' : 'work'),
      args: ['--data', join(folder, `machine-${++machine}`), ...(role === 'api' ? ['--port', String(port)] : [])],
      env: { ...env, KLIC_ROLE: role, KLIC_STOP_GRACE_SECONDS: '0' },
      onLine() {},
      onWords: (text) => words.push(text),
      onExit: (code) => {
        ended = code
      },
    })
    const started = { words, url: `http://127.0.0.1:${port}`, code: () => ended, stop: () => child.stop(15_000) }
    running.push(started)
    return started
  }
  const readiness = async ({ url }: StartedServer): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    return { status: answer?.status ?? 0, text: (await answer?.text()) ?? '' }
  }
  const says = (each: StartedServer, words: RegExp) => async (): Promise<boolean> => words.test(each.words.join('\n'))

  /** The API names the mistake in readiness and on standard error; the worker says it too, and takes no work. */
  const isNamed = async (env: Record<string, string>, words: RegExp): Promise<StartedServer> => {
    const [api, worker] = await Promise.all([start('api', env), start('worker', env)])
    await until(says(api, words))
    await until(async () => words.test((await readiness(api)).text))
    assert.equal((await readiness(api)).status, 503)
    await until(says(worker, words))
    const seen = await store.db.selectFrom('worker').select('id').execute()
    assert.equal(seen.length, 0, 'the worker took no work')
    await checkNames(env, words)
    await worker.stop()
    return api
  }
  /** Both end at once, with words and without a stack. */
  const isRefused = async (env: Record<string, string>, words: RegExp, ofCommand = words): Promise<void> => {
    const both = await Promise.all([start('api', env), start('worker', env)])
    for (const each of both) {
      await until(() => each.code() !== undefined)
      assert.equal(each.code(), 4, each.words.join('\n'))
      assert.match(each.words.join('\n'), words)
      assert.doesNotMatch(each.words.join('\n'), /^\s+at /m)
    }
    await checkNames(env, words)
    // Of the storage this command knows nothing.
    if (env.STORAGE_URL !== ours().STORAGE_URL || env.AWS_ACCESS_KEY_ID === '') return
    const command = await klic(env, 'company', 'list')
    assert.equal(command.code, 4, command.words)
    assert.match(command.words, ofCommand)
    assert.doesNotMatch(command.words, /^\s+at /m)
  }
  const backupIsRefused = async (env: Record<string, string>, words: RegExp): Promise<void> => {
    const { code, words: said } = await klic(env, 'backup', '--out', join(folder, 'backup.zip'))
    assert.equal(code, 4, said)
    assert.match(said, words)
    assert.doesNotMatch(said, /^\s+at /m)
  }
  const klic = (env: NodeJS.Dict<string>, ...args: string[]) =>
    new Promise<{ code: number; out: string; words: string }>((resolve) => {
      const all = { ...process.env, KLIC_ROLE: 'api', ...env }
      execFile(process.execPath, [serverEntry('klic'), ...args, '--data', folder], { env: all }, (error, out, text) =>
        resolve({ code: error ? Number(error.code) : 0, out, words: text }),
      )
    })
  const checkNames = async (env: Record<string, string>, words: RegExp): Promise<void> => {
    const { code, out } = await klic(env, 'check')
    assert.equal(code, 4, out)
    assert.match(out, /^BAD /m)
    assert.match(out, words)
  }

  /** A job whose GeoPackage lies in the storage of the office. */
  const keepResult = async (): Promise<void> => {
    await seedJob(store, 'job_1', {})
    const services = { store, clock: systemClock, ids: systemIds }
    const asked = { name: 'test', permissions: ['read'] as const }
    ;({ secret } = await createKey(services, { companyId: 'cmp_1', actor: 'test' }, asked))
    const [key, bytes, at] = ['results/job_1/1/klic.gpkg', Buffer.from('a result'), new Date().toISOString()]
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const storage = await openStorage(objects.url('office'), join(folder, 'kept'))
    await writeFile(await storage.place(key), bytes)
    await storage.keep({ key, sha256 })
    await store.db.updateTable('job').set({ status: 'ready', revision: 1, ready_at: at }).execute()
    await store.db
      .insertInto('artifact')
      .values({
        ...{ id: 'art_1', job_id: 'job_1', revision: 1, format: 'gpkg', state: 'ready', path: key, sha256 },
        ...{ bytes: bytes.length, failure: null, created_at: at, ready_at: at },
      })
      .execute()
  }
  const download = async ({ url }: StartedServer): Promise<{ status: number; headers: Headers; message: string }> => {
    const answer = await fetch(`${url}/api/v1/jobs/job_1/export?format=gpkg`, { headers: { 'X-API-Key': secret } })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, message: text }
  }

  before(async () => {
    if ('missing' in databases) return
    admin = databases.url
    databaseUrl = await databases.create()
    objects = await openObjectStorage()
    registry = await startRegistry(join(folder, 'simulator'), 60, 0.05)
    first = await start('api', ours())
    await until(async () => /"storage":"ok"/.test((await readiness(first)).text))
    store = await openStore(databaseUrl)
    await keepResult()
  })
  after(async () => {
    await Promise.all(running.map((each) => each.stop()))
    await store?.close()
    await objects?.close()
    await registry?.process.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  test('klic check finds nothing wrong with a machine that is set up as the others', async () => {
    const { code, out } = await klic(ours(), 'check')
    assert.equal(code, 0, out)
    assert.equal(out.match(/^good /gm)?.length, 7, out)
    const other = await klic({ ...ours(), KLIC_SIMULATOR_KEY: 'other' }, 'check')
    assert.equal(other.code, 4)
    assert.match(other.out, /has another key than KLIC_SIMULATOR_KEY/)
  })

  test('one file with the credentials and the key is enough for a command', async () => {
    const config = join(folder, 'klic.env')
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
    const values = { ...ours(), AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }
    await writeFile(
      config,
      Object.entries(values)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    )
    const env = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined, KLIC_CONFIG: config }
    const { code, out } = await klic(env, 'check')
    assert.equal(code, 0, out)
    assert.equal(out.match(/^good /gm)?.length, 7, out)
    const backup = await klic(env, 'backup', '--out', join(folder, 'of-file.zip'))
    assert.equal(backup.code, 0, backup.words)
    await writeFile(config, 'STORAGE_ULR=s3://klic\n')
    const slip = await klic(env, 'backup', '--out', join(folder, 'of-file.zip'))
    assert.equal(slip.code, 4)
    assert.match(slip.words, /^STORAGE_ULR is no name of the configuration.* Is STORAGE_URL meant\?/)
  })

  test('processes that start at once agree on one storage', async () => {
    const url = await ('missing' in databases ? '' : databases.create())
    await (await openStore(url)).close()
    const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(url)))
    try {
      const confirmed = await Promise.allSettled(
        stores.map(async (each, at) => {
          const storage = await openStorage(objects.url(`race-${at % 2}`), join(folder, `race-${at}`))
          const more = { isShared: true, isOwnFolder: false, key: null }
          await openInstallation({ store: each, storage, ...more }).confirm()
          return at % 2
        }),
      )
      const ours = confirmed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      assert.equal(ours.length, 3, 'those with the storage of the first')
      assert.equal(new Set(ours).size, 1)
    } finally {
      await Promise.all(stores.map((each) => each.close()))
    }
  })

  test('another bucket or prefix: not ready, and a download is refused and not made again', async () => {
    const api = await isNamed({ ...ours(), STORAGE_URL: objects.url('elsewhere') }, OTHER_STORAGE)
    const { status, headers, message } = await download(api)
    assert.equal(status, 503)
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.match(message, OTHER_STORAGE)
    const { state } = await store.db.selectFrom('artifact').select('state').executeTakeFirstOrThrow()
    assert.equal(state, 'ready', 'it is not to be made again')
    await api.stop()
    assert.equal((await download(first)).status, 200, 'the others have it')
  })

  test('no STORAGE_URL', async () => {
    const { STORAGE_URL: _none, ...env } = ours()
    const api = await isNamed(env, OTHER_STORAGE)
    assert.match(api.words.join('\n'), /DATABASE_URL is set and STORAGE_URL is not/)
    await api.stop()
  })

  test('another secrets key, or none', async () => {
    const other = await isNamed({ ...ours(), KLIC_SECRETS_KEY: OTHER_KEY }, /KLIC_SECRETS_KEY is another here/)
    await other.stop()
    const none = await isNamed({ ...ours(), KLIC_SECRETS_KEY: '' }, /KLIC_SECRETS_KEY is not set here/)
    await none.stop()
  })

  test('a build that is too old', async () => {
    const set = (value: string) =>
      store.db.updateTable('installation').set({ value }).where('name', '=', 'oldest_build').execute()
    await set('9999')
    const words = /This version of KLIC Desktop is too old for the database/
    await isRefused(ours(), words)
    await backupIsRefused(ours(), words)
    await set('540')
    const worker = await start('worker', ours())
    await until(async () => (await store.db.selectFrom('worker').select('id').execute()).length === 1)
    await set('9999')
    await until(() => worker.code() === 4)
    assert.match(worker.words.join('\n'), words)
    await until(async () => words.test((await readiness(first)).text))
    await set('540')
  })

  test('a wrong password, or none', async () => {
    const role = `locked_${process.pid}`
    const hba = await hbaFile(admin)
    const lines = [`host all ${role} all scram-sha-256`, 'local all all trust', 'host all all 127.0.0.1/32 trust']
    const rules = `select unnest(array[${lines.map((line) => `'${line}'`).join()}])`
    await administer(admin, `create role ${role} login password 'right'`)
    await administer(admin, `copy (${rules}) to '${hba}'`, 'select pg_reload_conf()')
    for (const password of ['wrong', '']) {
      const url = Object.assign(new URL(databaseUrl), { username: role, password }).href
      const words = /PostgreSQL refuses the user or the password in DATABASE_URL/
      await isRefused({ ...ours(), DATABASE_URL: url }, words)
      await backupIsRefused({ ...ours(), DATABASE_URL: url }, words)
    }
  })

  test('a missing database, and a user who may not make tables', async () => {
    const missing = Object.assign(new URL(databaseUrl), { pathname: '/none' }).href
    await isRefused({ ...ours(), DATABASE_URL: missing }, /The database in DATABASE_URL does not exist: create it/)
    const empty = await ('missing' in databases ? '' : databases.create())
    await administer(admin, `create role guest_${process.pid} login`)
    const guest = Object.assign(new URL(empty), { username: `guest_${process.pid}` }).href
    await isRefused(
      { ...ours(), DATABASE_URL: guest },
      /may not create tables and schemas in its database: make it the owner/,
      NO_TABLES,
    )
  })

  test('a command on another database, which has no tables: it says where it looked, and makes none', async () => {
    const empty = await ('missing' in databases ? '' : databases.create())
    for (const command of [['company', 'list'], ['token'], ['backup', '--out', join(folder, 'backup.zip')]]) {
      const { code, out, words } = await klic({ ...ours(), DATABASE_URL: empty }, ...command)
      assert.deepEqual([code, out], [4, ''], words)
      assert.match(words, NO_TABLES)
      assert.ok(words.includes(new URL(empty).pathname.slice(1)) && words.includes(folder), words)
    }
    const client = new pg.Client(empty)
    await client.connect()
    const { rows } = await client.query('select 1 from pg_tables where schemaname = current_schema()')
    await client.end()
    assert.deepEqual(rows, [])
  })

  test('a missing bucket, and no credentials', async () => {
    const none = objects.url('office').replace('klic-test', 'klic-none')
    const words = /The bucket in STORAGE_URL does not exist: make it/
    await isRefused({ ...ours(), STORAGE_URL: none }, words)
    await backupIsRefused({ ...ours(), STORAGE_URL: none }, words)
    const env = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_EC2_METADATA_DISABLED: 'true' }
    const without = /There are no credentials for the storage: set AWS_ACCESS_KEY_ID/
    await isRefused({ ...ours(), ...env }, without)
    await backupIsRefused({ ...ours(), ...env }, without)
  })
})

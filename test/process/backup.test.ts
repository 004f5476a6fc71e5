/** A job in flight, a backup, everything killed, restored elsewhere: it becomes ready, and the registry counted it once. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openVaults } from '../../server/runtime/secrets.ts'
import { simulatorControlKey } from '../../server/simulator/customer.ts'
import { startSimulator } from '../../server/simulator/server.ts'
import { openStore } from '../../server/store/open.ts'
import { askControl } from '../support/ask-control.ts'
import { openObjectStorage } from '../support/object-storage.ts'
import { NoPostgres, startCluster } from '../support/postgres.ts'
import { isAlive, RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { until } from '../support/until.ts'

const KLIC = serverEntry('klic')
/** Three ORIENT parts. */
const STRIP = {
  type: 'Polygon',
  coordinates: [
    [
      [150_000, 386_000],
      [156_500, 386_000],
      [156_500, 386_150],
      [150_000, 386_150],
      [150_000, 386_000],
    ],
  ],
}

interface Said {
  code: number | null
  out: Record<string, never> & { files: number; secrets: boolean; missing: number }
  words: string
}

async function klic(args: string[], env: Record<string, string> = {}): Promise<Said> {
  const child = spawn(process.execPath, [KLIC, ...args], { env: { ...process.env, ...env } })
  let [out, words] = ['', '']
  child.stdout.on('data', (bytes) => {
    out += bytes
  })
  child.stderr.on('data', (bytes) => {
    words += bytes
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out: out === '' ? null : JSON.parse(out), words }
}

/** A registry that stays when servers die. */
async function openRegistry(t: TestContext, folder: string) {
  const at = { url: '', folder: join(folder, 'registry') }
  const simulator = await startSimulator({ folder: at.folder, port: 0, timeFactor: 240, density: 1 })
  t.after(() => simulator.stop())
  at.url = simulator.url
  return {
    env: { KLIC_SIMULATOR_URL: at.url, KLIC_SIMULATOR_KEY: simulatorControlKey(at.folder) },
    tell: (path: string, body: object) => askControl(at, path, body),
    ledger: async () =>
      (await (await askControl(at, 'ledger')).json()) as { notifications: number; orders: { verdict: string }[] },
  }
}

async function inFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'klic-backup-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** As another machine would start on what was restored. */
async function startOn(
  t: TestContext,
  of: RealServer,
  dataDir: string,
  env: Record<string, string>,
): Promise<RealServer> {
  const server = new RealServer()
  Object.assign(server, { dataDir, secret: of.secret, env })
  await server.start()
  t.after(() => server.close())
  return server
}

const killed = async (server: RealServer): Promise<void> => {
  const worker = server.workerPids.at(-1)
  server.killServer()
  await until(() => worker === undefined || !isAlive(worker))
}

const isReady = async (server: RealServer, jobId: string): Promise<boolean> => {
  const { status } = await server.job(jobId)
  assert.notEqual(status, 'failed')
  return status === 'ready'
}

const download = async (server: RealServer, jobId: string): Promise<string> => {
  await until(() => server.hasItsGround(jobId))
  const answer = await server.call(`/jobs/${jobId}/export?format=gpkg`)
  assert.equal(answer.status, 200)
  await answer.arrayBuffer()
  return answer.headers.get('x-service-sha256')!
}

test('jobs in flight go on in what was restored, and what was filed after the backup counts once', async (t) => {
  const folder = await inFolder(t)
  const registry = await openRegistry(t, folder)
  const { env } = registry
  const first = new RealServer()
  first.env = env
  await first.open()
  t.after(() => first.close())

  const done = await first.post('/jobs', { klic_type: 'ORIENT', submit: true, geometry: STRIP })
  await until(() => isReady(first, done.json.job_id))
  const sha256 = await download(first, done.json.job_id)

  // The registry is away: the one is accepted and can't be filed yet, the other is a quote.
  await registry.tell('down', { answers: 1_000_000 })
  const inFlight = await first.post('/jobs', { klic_type: 'ORIENT', submit: true, geometry: STRIP })
  const quoted = await first.post('/jobs', { klic_type: 'ORIENT', geometry: STRIP })
  const file = join(folder, 'backup.zip')
  const backup = await klic(['backup', '--out', file, '--data', first.dataDir])
  assert.equal(backup.code, 0, backup.words)
  assert.equal(backup.out.missing, 0)
  assert.match(backup.words, /Left out: credentials/)

  await registry.tell('down', { answers: 0 })
  await first.post(`/jobs/${quoted.json.job_id}/submit`, {})
  await until(async () => (await registry.ledger()).notifications === 9)
  await killed(first)

  const dataDir = join(folder, 'elsewhere')
  const restored = await klic(['restore', file, '--data', dataDir])
  assert.equal(restored.code, 0, restored.words)
  const second = await startOn(t, first, dataDir, env)
  assert.equal((await second.job(quoted.json.job_id)).status, 'quoted')
  await second.post(`/jobs/${quoted.json.job_id}/submit`, {})
  for (const { json } of [inFlight, quoted]) await until(() => isReady(second, json.job_id))
  const { notifications, orders } = await registry.ledger()
  assert.equal(notifications, 9, 'three jobs of three parts, each filed once')
  assert.equal(orders.length, 3)
  assert.equal(await download(second, done.json.job_id), sha256)

  await t.test('a server that runs, and a folder with data, are not restored into', async () => {
    const running = await klic(['restore', file, '--data', dataDir])
    assert.equal(running.code, 4)
    assert.match(running.words, /already serves/)
    await second.stop()
    const filled = await klic(['restore', file, '--data', dataDir])
    assert.equal(filled.code, 3)
    assert.match(filled.words, /is not empty/)
  })
})

test('a desktop becomes an office on PostgreSQL and a bucket, and a desktop again', async (t) => {
  const cluster = await startCluster().catch((error) => {
    if (error instanceof NoPostgres) return undefined
    throw error
  })
  if (!cluster) return t.skip('PostgreSQL could not be had here')
  t.after(() => cluster.stop())
  const objects = await openObjectStorage()
  t.after(() => objects.close())
  const folder = await inFolder(t)
  const registry = await openRegistry(t, folder)
  const { env } = registry
  const office = {
    ...env,
    ...objects.env,
    STORAGE_URL: objects.url('office'),
    DATABASE_URL: await cluster.create('office'),
  }
  const desktop = new RealServer()
  desktop.env = env
  await desktop.open()
  t.after(() => desktop.close())
  const job = await desktop.post('/jobs', { klic_type: 'ORIENT', submit: true, geometry: STRIP })
  await until(() => isReady(desktop, job.json.job_id))
  const sha256 = await download(desktop, job.json.job_id)
  await desktop.stop()

  const there = join(folder, 'there.zip')
  assert.equal((await klic(['backup', '--out', there, '--data', desktop.dataDir])).code, 0)
  const moved = await klic(['restore', there, '--data', join(folder, 'office')], office)
  assert.equal(moved.code, 0, moved.words)
  assert.deepEqual((await readdir(join(folder, 'office'))).includes('results'), false, 'files are in the bucket')

  // A machine with nothing on its disk.
  const server = await startOn(t, desktop, join(folder, 'machine'), office)
  assert.equal(await download(server, job.json.job_id), sha256)
  const more = await server.post('/jobs', { klic_type: 'ORIENT', submit: true, geometry: STRIP })
  await until(async () => (await registry.ledger()).notifications === 6)
  const back = join(folder, 'back.zip')
  const backup = await klic(['backup', '--out', back, '--data', join(folder, 'machine')], office)
  assert.equal(backup.code, 0, backup.words)
  await killed(server)

  const home = join(folder, 'home')
  const returned = await klic(['restore', back, '--data', home])
  assert.equal(returned.code, 0, returned.words)
  const again = await startOn(t, desktop, home, env)
  assert.equal(await download(again, job.json.job_id), sha256)
  await until(() => isReady(again, more.json.job_id))
  assert.equal((await registry.ledger()).notifications, 6)
})

test('a backup that is damaged or cut short is refused before anything is written', async (t) => {
  const folder = await inFolder(t)
  const dataDir = join(folder, 'data')
  await klic(['key', 'create', '--name', 'x', '--data', dataDir, '--create'])
  const file = join(folder, 'backup.zip')
  assert.equal((await klic(['backup', '--out', file, '--data', dataDir])).code, 0)
  const bytes = await readFile(file)
  const flipped = Buffer.from(bytes)
  // Longer than what stands between two entries.
  for (let at = 0; at < 150; at++) flipped[Math.floor(bytes.length * 0.4) + at]! ^= 0xff
  for (const [name, damaged] of Object.entries({
    flipped,
    cut: bytes.subarray(0, -100),
    other: Buffer.from('no ZIP'),
  })) {
    await writeFile(file, damaged)
    const target = join(folder, name)
    const { code, words } = await klic(['restore', file, '--data', target])
    assert.equal(code, 3, `${name}: ${words}`)
    assert.match(words, /[Nn]othing was restored/)
    assert.deepEqual(await readdir(target).catch(() => []), [])
  }
})

test('secrets go along only when asked for, sealed, and come back with the passphrase', async (t) => {
  const folder = await inFolder(t)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await klic(['key', 'create', '--name', 'x', '--data', dataDir, '--create'])
  const credentials = { kind: 'client_credentials', clientId: 'me', clientSecret: 'very-secret-words' } as const
  const store = await openStore(join(dataDir, 'app.db'))
  const { id } = await store.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  await store.close()
  const vaultIn = (folder: string) => openVaults(folder).of(id)
  await vaultIn(dataDir).saveCredentials('eto', credentials as never)
  await vaultIn(dataDir).saveSigningKey('signs packages')
  const file = join(folder, 'backup.zip')
  const without = await klic(['backup', '--out', file, '--data', dataDir, '--with-secrets'])
  assert.equal(without.code, 2, 'no passphrase')
  const phrase = { KLIC_BACKUP_PASSPHRASE: 'correct horse' }
  const made = await klic(['backup', '--out', file, '--data', dataDir, '--with-secrets'], phrase)
  assert.equal(made.out.secrets, true)
  assert.equal((await readFile(file)).includes('very-secret-words'), false)

  const wrong = await klic(['restore', file, '--data', join(folder, 'wrong')], { KLIC_BACKUP_PASSPHRASE: 'battery' })
  assert.equal(wrong.code, 3)
  assert.match(wrong.words, /not the passphrase/)
  const right = await klic(['restore', file, '--data', join(folder, 'right')], phrase)
  assert.equal(right.out.secrets, true)
  assert.deepEqual(await vaultIn(join(folder, 'right')).credentials('eto'), credentials)
  assert.equal(await vaultIn(join(folder, 'right')).signingKey(), 'signs packages')
  const left = await klic(['restore', file, '--data', join(folder, 'left')])
  assert.match(left.words, /Not restored: credentials/)
  assert.equal(await vaultIn(join(folder, 'left')).credentials('eto'), undefined)
})

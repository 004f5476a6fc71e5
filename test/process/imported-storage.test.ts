/** A delivery that somebody had, where files are kept elsewhere (a bucket, a share), and where its desktop becomes an office. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Imported } from '../../server/contract/imports.ts'
import { openStorage } from '../../server/storage/open.ts'
import { openObjectStorage } from '../support/object-storage.ts'
import { NoPostgres, startCluster } from '../support/postgres.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'klic-imported-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

async function opened(server: RealServer, zip: string): Promise<Imported> {
  const { below, headers } = await asWindow(server)
  const sent = { ...headers, 'Content-Type': 'application/zip' }
  const path = `${below}/imports?name=${basename(zip)}`
  return Imported.parse(await (await fetch(path, { method: 'POST', body: readFileSync(zip), headers: sent })).json())
}

/** What people have of it: the result, once its ground is in it, and the request by itself. */
async function bytesOf(server: RealServer, { job, files }: Imported): Promise<Buffer[]> {
  const request = `/request/${files[0]!.order_id}/geojson`
  await until(async () => (await server.job(job.job_id)).status === 'ready')
  await until(() => server.hasItsGround(job.job_id))
  await until(async () => (await server.call(request)).status === 200)
  const all: Buffer[] = []
  for (const path of [`/jobs/${job.job_id}/export?format=gpkg`, `/jobs/${job.job_id}/geojson`, request]) {
    const answer = await server.call(path)
    assert.equal(answer.status, 200, path)
    all.push(Buffer.from(await answer.arrayBuffer()))
  }
  return all
}

for (const kind of ['bucket', 'share'] as const) {
  test(`an imported job lies in a ${kind}, and is there when this computer has no copy of it`, async (t) => {
    const folder = folderOf(t)
    const zip = await simulatedDelivery(folder, '99O000001', [155_000, 463_000, 155_040, 463_040])
    const env: Record<string, string> = {}
    if (kind === 'bucket') {
      const objects = await openObjectStorage()
      t.after(() => objects.close())
      Object.assign(env, objects.env, { STORAGE_URL: objects.url('imported') })
    } else {
      mkdirSync(join(folder, 'share'))
      env.STORAGE_URL = pathToFileURL(join(folder, 'share')).href
    }
    const server = new RealServer()
    server.env = env
    await server.open()
    t.after(() => server.close())
    const made = await opened(server, zip)
    const before = await bytesOf(server, made)

    const kept: string[] = []
    const elsewhere = await openStorage(env.STORAGE_URL!, join(folder, 'looking'))
    for await (const { key } of elsewhere.list()) kept.push(key)
    assert.ok(kept.some((key) => key.startsWith('deliveries/') && key.endsWith('.zip')))
    assert.ok(kept.some((key) => key.startsWith(`results/${made.job.job_id}/1/`) && key.endsWith('.gpkg')))
    const own = await readdir(server.dataDir)
    assert.deepEqual(
      own.filter((name) => ['deliveries', 'results'].includes(name)),
      [],
      'none of them lies in the data folder',
    )

    await server.stop()
    rmSync(join(server.dataDir, 'storage'), { recursive: true })
    await server.start()
    assert.deepEqual(await bytesOf(server, made), before)
    const again = await opened(server, zip)
    assert.deepEqual([again.files[0]!.outcome, again.job.job_id], ['known', made.job.job_id])
  })
}

test('klic move takes an imported job along to an office on PostgreSQL, with the same bytes', async (t) => {
  const cluster = await startCluster().catch((error) => {
    if (error instanceof NoPostgres) return undefined
    throw error
  })
  if (!cluster) return t.skip('PostgreSQL could not be had here')
  t.after(() => cluster.stop())
  const folder = folderOf(t)
  const zip = await simulatedDelivery(folder, '99O000001', [155_000, 463_000, 155_040, 463_040])
  const desktop = await new RealServer().open()
  t.after(() => desktop.close())
  const made = await opened(desktop, zip)
  const before = await bytesOf(desktop, made)
  await desktop.stop()

  mkdirSync(join(folder, 'share'))
  const env = {
    DATABASE_URL: await cluster.create('office'),
    STORAGE_URL: pathToFileURL(join(folder, 'share')).href,
  }
  await run(process.execPath, [serverEntry('klic'), 'move', '--data', desktop.dataDir], {
    env: { ...process.env, ...env },
  })
  const office = new RealServer()
  Object.assign(office, { dataDir: join(folder, 'machine'), secret: desktop.secret, env })
  await office.start()
  t.after(() => office.close())
  const job = await office.job(made.job.job_id)
  assert.deepEqual([job.source, job.status, job.parts.length], ['imported', 'ready', 1])
  assert.deepEqual(await bytesOf(office, made), before)
})

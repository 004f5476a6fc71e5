/** A backup of a desktop that is restored at an office, and the way back. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { download, inFolder, isReady, killed, klic, openRegistry, STRIP, startOn } from '../support/backup-world.ts'
import { openObjectStorage } from '../support/object-storage.ts'
import { clusterFor } from '../support/postgres.ts'
import { RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

test('a desktop becomes an office on PostgreSQL and a bucket, and a desktop again', async (t) => {
  const cluster = await clusterFor(t)
  if (!cluster) return
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

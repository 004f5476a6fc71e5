/** A delivery that somebody had goes along where its desktop becomes an office. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { bytesOf, folderOf, opened } from '../support/imported-job.ts'
import { clusterFor } from '../support/postgres.ts'
import { RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

const run = promisify(execFile)

test('klic restore takes an imported job along to an office on PostgreSQL, with the same bytes', async (t) => {
  const cluster = await clusterFor(t)
  if (!cluster) return
  const folder = folderOf(t)
  const zip = await simulatedDelivery(folder, '99O000001', [155_000, 463_000, 155_040, 463_040])
  const desktop = await new RealServer().open()
  t.after(() => desktop.close())
  const made = await opened(desktop, zip)
  const before = await bytesOf(desktop, made)
  await desktop.stop()

  mkdirSync(join(folder, 'mounted'))
  const env = {
    DATABASE_URL: await cluster.create('office'),
    STORAGE_URL: pathToFileURL(join(folder, 'mounted')).href,
  }
  const [backup, dataDir] = [join(folder, 'backup.zip'), join(folder, 'office')]
  await run(process.execPath, [serverEntry('klic'), 'backup', '--out', backup, '--data', desktop.dataDir])
  await run(process.execPath, [serverEntry('klic'), 'restore', backup, '--data', dataDir], {
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

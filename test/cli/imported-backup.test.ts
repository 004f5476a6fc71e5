/** A delivery that somebody had, after a backup and elsewhere: its job, its file and its request are there, and it is known. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ImportResult } from '../../server/features/imports/schema.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)
const klic = (...args: string[]) => run(process.execPath, [serverEntry('klic'), ...args])

test('an imported job comes back from a backup with the same bytes, and its delivery is known there', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-backup-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const zip = await simulatedDelivery(folder, '99O000001', [155_000, 463_000, 155_040, 463_040])
  const first = await new RealServer().open()
  t.after(() => first.close())
  const open = async (server: RealServer): Promise<ImportResult> => {
    const { below, headers } = await asWindow(server)
    const sent = { ...headers, 'Content-Type': 'application/zip' }
    const path = `${below}/imports?name=${basename(zip)}`
    return ImportResult.parse(
      await (await fetch(path, { method: 'POST', body: readFileSync(zip), headers: sent })).json(),
    )
  }
  const { job, files } = await open(first)
  const request = `/request/${files[0]!.order_id}/geojson`
  await until(async () => (await first.job(job.job_id)).status === 'ready')
  await until(() => first.hasItsGround(job.job_id))
  await until(async () => (await first.call(request)).status === 200)
  const bytesOf = async (server: RealServer, path: string): Promise<Buffer> => {
    const answer = await server.call(path)
    assert.equal(answer.status, 200, path)
    return Buffer.from(await answer.arrayBuffer())
  }
  const paths = [`/jobs/${job.job_id}/export?format=gpkg`, `/jobs/${job.job_id}/geojson`, request]
  const before = await Promise.all(paths.map((path) => bytesOf(first, path)))
  await until(() => first.simulatorUrl !== undefined)
  assert.equal((await first.ledger()).notifications, 0, 'nothing is filed')
  const backup = join(folder, 'backup.zip')
  await klic('backup', '--out', backup, '--data', first.dataDir)
  await first.stop()

  const dataDir = join(folder, 'elsewhere')
  await klic('restore', backup, '--data', dataDir)
  const second = new RealServer()
  Object.assign(second, { dataDir, secret: first.secret })
  await second.start()
  t.after(() => second.close())
  assert.deepEqual(await Promise.all(paths.map((path) => bytesOf(second, path))), before)
  const again = await open(second)
  assert.deepEqual([again.files[0]!.outcome, again.job.job_id, again.job.source], ['known', job.job_id, 'imported'])
})

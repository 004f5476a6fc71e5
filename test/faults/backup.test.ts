/** A job in flight, a backup, everything killed, restored elsewhere: it becomes ready, and the registry counted it once. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { download, inFolder, isReady, killed, klic, openRegistry, STRIP, startOn } from '../support/backup-world.ts'
import { RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

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

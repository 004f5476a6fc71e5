/** Processes of a real server, killed at one change of a job after another. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { access, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { killServer, killWorker, onServer, STRIP, submitAndKill } from '../support/killed-server.ts'
import { asWindow, isAlive, RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

test('a worker that is killed at every change of a job costs nobody a notification, and the job becomes ready', async () => {
  const killed = await killWorker((change) => change <= 6)
  assert.ok(killed >= 4, `killed ${killed} times`)
})

test('a server that is killed three times takes its children along each time, and the next one goes on with the job', async () => {
  const killed = await killServer((change) => change <= 3)
  assert.ok(killed >= 3, `killed ${killed} times`)
})

/** A triangle of 5 km, whose best cut takes seconds. */
const LARGE = {
  type: 'Polygon',
  coordinates: [
    [
      [150_000, 400_000],
      [155_000, 400_000],
      [152_500, 404_330],
      [150_000, 400_000],
    ],
  ],
}

test('a large quote of a server that is killed while it looks for a better cut is good, and the next server goes on looking', async () => {
  await onServer(async (server) => {
    const { status, json } = await server.post('/jobs', { klic_type: 'GRAAF', geometry: LARGE })
    assert.equal(status, 201)
    assert.equal(json.quote.final, false)
    server.killServer()
    await server.start()
    const found = await server.job(json.job_id)
    assert.deepEqual(found.parts, json.parts)
    await until(async () => (await server.job(json.job_id)).quote.final)
    const now = await server.job(json.job_id)
    assert.ok(now.quote.notifications <= json.quote.notifications)
    assert.equal(now.parts.length, now.quote.notifications)
  })
})

test('an order that waits for its verdict when the server stops is followed by the next one, wherever the simulator is then', async () => {
  const server = new RealServer(['--registry', 'simulator', '--time-factor', '10'])
  try {
    await server.open()
    const { json } = await server.post('/jobs', { klic_type: 'ORIENT', submit: true, geometry: STRIP })
    await until(async () => server.simulatorUrl !== undefined && (await server.ledger()).orders.length > 0)
    await until(() => orderStates(server.dataDir).includes('validating'))
    const { port } = new URL(server.simulatorUrl!)
    await server.stop()
    // Its port is someone else's now.
    const stranger = createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1')
    try {
      await once(stranger, 'listening')
      await server.start()
      await until(async () => (await server.job(json.job_id)).status !== 'accepted')
      assert.deepEqual(orderStates(server.dataDir), ['accepted'])
    } finally {
      stranger.close()
    }
  } finally {
    await server.close()
  }
})

function orderStates(dataDir: string): string[] {
  const db = new Database(join(dataDir, 'app.db'), { readonly: true })
  try {
    return db.prepare('SELECT state FROM registry_order').pluck().all() as string[]
  } finally {
    db.close()
  }
}

test('the same bytes come on every download, also after a restart', async () => {
  await onServer(async (server) => {
    const { job } = await submitAndKill(
      server,
      async () => {},
      () => false,
    )
    await until(() => server.hasItsGround(job.job_id))
    const download = async () => {
      const answer = await server.call(`/jobs/${job.job_id}/export?format=gpkg`)
      return {
        sha256: answer.headers.get('x-service-sha256'),
        etag: answer.headers.get('etag'),
        bytes: await answer.arrayBuffer(),
      }
    }
    const before = await download()
    server.killServer()
    await until(() => !isAlive(server.workerPids.at(-1)!))
    await server.start()
    assert.deepEqual(await download(), before)
    assert.equal(before.etag, `"${before.sha256}"`)
    // The whole way of a print: it is a conversion of another kind, and takes nothing else's work folder away.
    const beside = join(server.dataDir, 'tmp', 'beside')
    await mkdir(beside, { recursive: true })
    const { below, headers } = await asWindow(server)
    const print = await fetch(`${below}/jobs/${job.job_id}/print?scale=2500&paper=A0&language=nl`, { headers })
    assert.equal(print.status, 200)
    assert.match(await print.text(), /^%PDF-/)
    await access(beside)
  })
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { killServer, killWorker, onServer, STRIP, submitAndKill } from '../support/killed-server.ts'
import { asWindow, isAlive, RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { until } from '../support/until.ts'

const START = serverEntry('start')

test('a worker that is killed costs nobody a notification, and the job becomes ready', async () => {
  assert.equal(await killWorker((change) => change === 2), 1)
})

test('a server that is killed takes its children along, and the next one goes on with the job', async () => {
  assert.equal(await killServer((change) => change === 2), 1)
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

test('stopping leaves no process, no lock and no endpoint behind', async () => {
  const server = await new RealServer().open()
  const endpoint = JSON.parse(await readFile(join(server.dataDir, 'endpoint.json'), 'utf8'))
  assert.equal(endpoint.base_url, server.ready.base_url)
  await until(() => server.simulatorUrl !== undefined)
  const { pid, workerPids, dataDir, simulatorUrl } = server
  const gone = [access(join(dataDir, 'server.lock')), access(join(dataDir, 'endpoint.json'))]
  await Promise.all(gone)
  await server.stop()
  await assert.rejects(access(join(dataDir, 'server.lock')))
  await assert.rejects(access(join(dataDir, 'endpoint.json')))
  assert.equal(isAlive(pid), false)
  assert.equal(isAlive(workerPids.at(-1)!), false)
  await assert.rejects(fetch(`${simulatorUrl}/sim/health`))
  await server.close()
})

test('a second server on the same data folder is refused with the address of the first', async () => {
  await onServer(async (server) => {
    const second = await runToEnd(['--data', server.dataDir, '--port', '0'])
    assert.equal(second.code, 4)
    assert.match(second.words, new RegExp(server.ready.base_url))
  })
})

test('a port that was asked for and is taken is said so, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const server = new RealServer()
  try {
    await assert.rejects(server.openOn(port), /is taken, by another program or another KLIC Desktop.*--port/s)
  } finally {
    other.close()
    await server.close()
  }
})

test('a replay folder that is not there is said so before anything starts', async () => {
  const { code, words } = await runToEnd(['--data', '/nowhere', '--replay', '/nowhere/at-all'])
  assert.equal(code, 4)
  assert.match(words, /--replay \/nowhere\/at-all is no folder/)
})

async function runToEnd(args: string[]): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, [START, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (chunk) => {
    words += chunk
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, words }
}

/** Receivers of web hooks that take the call and say nothing, or drip: real ones, with the real engine and the real calls. */

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { DEFAULT_SETTINGS } from '../../server/features/settings/settings.ts'
import { createSweep, FLOWS_WITH_OWN_SLOTS } from '../../server/features/sweep.ts'
import type { TaskContext } from '../../server/features/task-context.ts'
import { postWebhook } from '../../server/features/webhooks/post-webhook.ts'
import { eventById, eventsToSend, recordAttempt, recordEvent } from '../../server/features/webhooks/rows.ts'
import { MAX_CONCURRENT_DELIVERIES } from '../../server/features/webhooks/send-webhook.ts'
import { openStore } from '../../server/platform/database/open.ts'
import { openPools } from '../../server/platform/queue/pools.ts'
import { systemClock, systemIds } from '../../server/platform/real-clock.ts'
import { folderStorage } from '../../server/platform/storage/folder.ts'
import { forget, queueIn, storeIn } from '../support/test-store.ts'
import { PATIENCE_MS, until } from '../support/until.ts'

const SLOTS = 8
const DRIP_MS = 20

/** Takes every call; `answers` says whether a host is one that answers. */
async function receivers(t: TestContext) {
  const open = new Map<string, number>()
  const told: string[] = []
  let most = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let host = ''
    socket.on('data', (chunk) => {
      const found = /^host: (.*)\r$/im.exec(String(chunk))
      if (host !== '' || !found) return
      host = found[1]!
      if (host.startsWith('good')) {
        told.push(host)
        socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
        return
      }
      open.set(host, (open.get(host) ?? 0) + 1)
      most = Math.max(most, total())
      // A head that never ends, a byte at a time.
      if (host.startsWith('drip')) {
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
        const drip = setInterval(() => socket.write('.'), DRIP_MS)
        socket.on('close', () => clearInterval(drip))
      }
    })
    socket.on('close', () => {
      sockets.delete(socket)
      if (open.has(host)) open.set(host, open.get(host)! - 1)
    })
  })
  const total = (): number => [...open.values()].reduce((a, b) => a + b, 0)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { told, open, most: () => most, url: (name: string) => `http://${name}.example:${port}/hook` }
}

/** A worker that does nothing but look and tell; nothing times out while a test runs unless it says so. */
async function working(t: TestContext, companies: readonly string[], timeoutMs = 2 * PATIENCE_MS) {
  const folder = await mkdtemp(join(tmpdir(), 'klic-stalled-'))
  const store = await openStore(await storeIn(folder))
  for (const id of companies)
    await store.db.insertInto('company').values({ id, name: id, created_at: systemClock.now().toISOString() }).execute()
  const engine = await openPools({ at: await queueIn(folder), apart: FLOWS_WITH_OWN_SLOTS })
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const services = {
    store,
    engine,
    clock: systemClock,
    ids: systemIds,
    settingsOf: async () => DEFAULT_SETTINGS,
    post: (url: string, headers: Record<string, string>, body: string) =>
      postWebhook(url, headers, body, { allowPrivate: true, timeoutMs, resolve }),
    storage: folderStorage(folder),
    tempDir: folder,
    log: { info() {}, warn() {}, error() {} },
  } as unknown as TaskContext
  const sweep = createSweep(services)
  let filed = 0
  const filing = {
    name: 'filing',
    version: '1',
    async run() {
      filed++
    },
  }
  const worker = await engine.work([...sweep.flows, filing], SLOTS)
  t.after(async () => {
    // What hung was cut off: the receivers went first.
    await worker.stop()
    await engine.close()
    await store.close()
    await forget(folder)
    await rm(folder, { recursive: true, force: true })
  })
  let made = 0
  const happen = async (companyId: string, url: string): Promise<string> => {
    const id = `evt_${++made}`
    const at = new Date(Date.now() + made).toISOString()
    await recordEvent(store.db, {
      id,
      companyId,
      jobId: null,
      type: 'job.ready',
      data: {},
      at,
      target: { target: 'job', url },
    })
    return id
  }
  const fileSomething = () => engine.start(filing, null, { key: `filing-${++made}` })
  return { store, happen, look: () => sweep.run(), fileSomething, filed: () => filed }
}

test("a company's receiver that answers is told while another of it hangs with forty events", async (t) => {
  const { told, open, url } = await receivers(t)
  const world = await working(t, ['a'])
  for (let n = 0; n < 40; n++) await world.happen('a', url('hang'))
  await until(async () => {
    await world.look()
    return [...open.values()].some((calls) => calls === MAX_CONCURRENT_DELIVERIES.ofReceiver)
  })
  await world.happen('a', url('good'))
  await until(async () => {
    await world.look()
    return told.length === 1
  })
  assert.deepEqual(
    [...open.values()],
    [MAX_CONCURRENT_DELIVERIES.ofReceiver],
    'so many, and none of them has come to an end',
  )
})

test('many receivers that hang or drip leave room for other companies and for filing, and are bounded in total', async (t) => {
  const { told, open, most, url } = await receivers(t)
  const world = await working(t, ['a', 'b'])
  for (let n = 0; n < 30; n++) await world.happen('a', url(`${n % 2 ? 'hang' : 'drip'}-${n}`))
  await until(async () => {
    await world.look()
    return [...open.values()].filter((calls) => calls > 0).length === MAX_CONCURRENT_DELIVERIES.ofCompany
  })
  await world.happen('b', url('good'))
  await world.fileSomething()
  await until(async () => {
    await world.look()
    return told.length === 1 && world.filed() === 1
  })
  assert.equal(most(), MAX_CONCURRENT_DELIVERIES.ofCompany)
})

test('receivers that did not answer before never take the places of those that may', async (t) => {
  const { told, open, most, url } = await receivers(t)
  const companies = ['a', 'b', 'c', 'd', 'e']
  const world = await working(t, companies)
  for (const company of companies) {
    for (let n = 0; n < 6; n++) {
      const id = await world.happen(company, url(`hang-${n}`))
      const at = systemClock.now().toISOString()
      await recordAttempt(world.store, await eventById(world.store, id), {
        at,
        url: url(`hang-${n}`),
        status: null,
        durationMs: 15_000,
        error: 'The address did not answer',
        // Whether its next try is due or hours away.
        outcome: { state: 'waiting', nextAttemptAt: n % 2 ? at : '2999-01-01T00:00:00.000Z' },
        companyUrlGone: false,
      })
      await world.happen(company, url(`hang-${n}`))
    }
  }
  for (let n = 0; n < 20; n++) await world.happen('a', url(`good-${n}`))
  await until(async () => {
    await world.look()
    return told.length === 20 && most() === MAX_CONCURRENT_DELIVERIES.ofSilent
  })
  await until(async () => {
    const due = await eventsToSend(world.store, systemClock.now().toISOString(), MAX_CONCURRENT_DELIVERIES.ofReceiver)
    return due.every(({ is_silent }) => is_silent)
  })
  assert.equal(
    [...open.values()].reduce((a, b) => a + b, 0),
    MAX_CONCURRENT_DELIVERIES.ofSilent,
  )
})

test('a receiver that drips has its time and no more, and is tried again', async (t) => {
  const { url } = await receivers(t)
  const world = await working(t, ['a'], 200)
  const id = await world.happen('a', url('drip'))
  await until(async () => {
    await world.look()
    return (await eventById(world.store, id)).attempts === 1
  })
  const { state, last_error, next_attempt_at } = await eventById(world.store, id)
  assert.deepEqual([state, last_error], ['waiting', 'The address did not answer within 0.2 s'])
  assert.ok(next_attempt_at! > systemClock.now().toISOString())
})

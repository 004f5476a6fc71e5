/**
 * What our API costs beside the least that could do something alike: a bare Express that inserts the body with
 * better-sqlite3, and one that reads it back. Both run in this process, the calls in turn, on one connection.
 *
 *   node test/bench/api.ts
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import express from 'express'
import { openWorld } from '../support/api-world.ts'

const ROUNDS = 1500
const WARM_UP = 200

/** 24 corners of a street of 300 m, and the garden of one house. */
const street = () => {
  const along = Array.from({ length: 12 }, (_, i) => [155_000 + i * 27, 390_000 + (i % 3) * 2])
  const back = along.toReversed().map(([x, y]) => [x!, y! + 12])
  return { type: 'Polygon', coordinates: [[...along, ...back, along[0]!]] }
}
const QUOTE = JSON.stringify({ geometry: street(), klic_type: 'GRAAF', reference: 'bench' })

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const send = (url: string, method: string, key: string, body?: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) }
    const sent = request(url, { method, agent, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk) => {
        text += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

async function bareServer(): Promise<{ url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'klic bench '))
  const db = new Database(join(folder, 'bare.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.exec('create table job (id integer primary key, body text not null) strict')
  const insert = db.prepare('insert into job (body) values (?)')
  const read = db.prepare('select body from job where id = ?')
  const app = express()
  app.use(express.json())
  app.post('/jobs', (req, res) => {
    const { lastInsertRowid } = insert.run(JSON.stringify(req.body))
    res.status(201).json({ id: Number(lastInsertRowid) })
  })
  app.get('/jobs/:id', (req, res) => {
    res.json(JSON.parse((read.get(req.params.id) as { body: string }).body))
  })
  const server: Server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0

async function inTurn(calls: Record<string, () => Promise<{ status: number }>>): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(calls).map((name) => [name, []]))
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [name, call] of Object.entries(calls)) {
      const startedMs = performance.now()
      const { status } = await call()
      const tookMs = performance.now() - startedMs
      assert.ok(status < 300, `${name}: ${status}`)
      if (round >= 0) times.get(name)?.push(tookMs)
    }
  }
  for (const list of times.values()) list.sort((a, b) => a - b)
  return times
}

test('API v1 beside a bare server', async (t: TestContext) => {
  const world = await openWorld(t)
  await world.set('api.requests_per_minute', 1_000_000)
  const bare = await bareServer()
  const { job_id } = await world.quote(JSON.parse(QUOTE))
  const v1 = `${world.baseUrl}/api/v1/jobs`
  const times = await inTurn({
    'bare POST': () => send(`${bare.url}/jobs`, 'POST', '', QUOTE),
    'POST /jobs': () => send(v1, 'POST', world.keys.write, QUOTE),
    'bare GET': () => send(`${bare.url}/jobs/1`, 'GET', ''),
    'GET /jobs/{job_id}': () => send(`${v1}/${job_id}`, 'GET', world.keys.read),
  })
  agent.destroy()
  bare.close()
  const shown = (name: string, base: string) => {
    const [ours, theirs] = [times.get(name) ?? [], times.get(base) ?? []]
    const row = [0.5, 0.99].map((share) => {
      const [a, b] = [quantile(ours, share), quantile(theirs, share)]
      return `p${share * 100} ${a.toFixed(2)} ms, bare ${b.toFixed(2)} ms, ${(a / b).toFixed(1)}x`
    })
    console.log(`${name.padEnd(20)} ${row.join('; ')}`)
  }
  shown('POST /jobs', 'bare POST')
  shown('GET /jobs/{job_id}', 'bare GET')
})

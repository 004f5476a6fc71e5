/**
 * What our API costs beside the least that could do something alike, in the same run and on the same machine: a bare
 * Express that inserts the body with better-sqlite3 or reads it back, a pipe from a file to a socket, a store with a
 * thousandth of the rows. What counts is the ratio; each has its goal, and the exit code says whether all were met.
 *
 *   node test/bench/api.ts [rounds]
 *
 * No test runner: its hooks on every promise would be counted as ours.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import express from 'express'
import { sql } from 'kysely'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { writeSample } from '../formats/samples.ts'
import { openWorld, type World } from '../support/api-world.ts'
import { serverEntry } from '../support/server-entry.ts'

const ROUNDS = Number(process.argv[2] ?? 1500)
const WARM_UP = 200
const MILLION = 1_000_000
const FILE_BYTES = 100 * 1024 * 1024
const MAX_MEMORY_BYTES = 48 * 1024 * 1024

/** 24 corners of a street of 300 m. */
const street = () => {
  const along = Array.from({ length: 12 }, (_, i) => [155_000 + i * 27, 390_000 + (i % 3) * 2])
  const back = along.toReversed().map(([x, y]) => [x!, y! + 12])
  return { type: 'Polygon', coordinates: [[...along, ...back, along[0]!]] }
}
const QUOTE = JSON.stringify({ geometry: street(), klic_type: 'GRAAF', reference: 'bench' })

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
type CallOptions = { method?: string; key?: string; body?: string; headers?: Record<string, string>; look?: () => void }

const send = (url: string, { method = 'GET', key = '', body, headers = {}, look }: CallOptions = {}) =>
  new Promise<{ status: number; bytes: number }>((resolve, reject) => {
    const own = { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }), ...headers }
    const sent = request(url, { method, agent, headers: own }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        look?.()
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, bytes }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

async function listening(app: Parameters<typeof createServer>[1], t: TestContext): Promise<string> {
  const server: Server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function bareServer(t: TestContext): Promise<string> {
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
  t.after(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })
  return listening(app, t)
}

const quantile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0

const BLOCK = 300
/**
 * The median of the 99th percentiles of blocks of calls: the few slowest of all calls say how busy the machine was just
 * then, and the two that are compared are not slow at the same moment.
 */
const p99 = (list: readonly number[]): number => {
  const blocks = Array.from({ length: Math.max(1, Math.floor(list.length / BLOCK)) }, (_, i) =>
    list.slice(i * BLOCK, (i + 1) * BLOCK),
  )
  return quantile(
    blocks.map((block) => quantile(block, 0.99)),
    0.5,
  )
}

/** @returns milliseconds of each call, the calls of all names in turn */
async function inTurn(
  calls: Record<string, () => Promise<{ status: number }>>,
  rounds = ROUNDS,
  warmUp = WARM_UP,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(calls).map((name) => [name, []]))
  for (let round = -warmUp; round < rounds; round++) {
    for (const [name, call] of Object.entries(calls)) {
      const startedMs = performance.now()
      const { status } = await call()
      const tookMs = performance.now() - startedMs
      assert.ok(status < 300, `${name}: ${status}`)
      if (round >= 0) times[name]!.push(tookMs)
    }
  }
  return times
}

const missed: string[] = []
function told(what: string, ours: number, theirs: number, goal: number, unit = 'ms'): void {
  const isMet = ours / theirs <= goal
  if (!isMet) missed.push(what)
  const figures = `${ours.toFixed(2)} ${unit} to ${theirs.toFixed(2)} ${unit}`
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${(ours / theirs).toFixed(1)}x (goal ${goal}x; ${figures})`)
}

/** A measurement names here how to end what it opens; all ends come when the section is over. */
async function section(measure: (t: TestContext) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = []
  try {
    await measure({ after: (end: () => unknown) => ends.push(end) } as unknown as TestContext)
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const openFast = async (t: TestContext): Promise<World> => {
  const world = await openWorld(t)
  await world.set('api.requests_per_minute', 100_000_000)
  return world
}

await section(async (t) => {
  const world = await openFast(t)
  const bare = await bareServer(t)
  const { job_id } = await world.quote(JSON.parse(QUOTE))
  const v1 = `${world.baseUrl}/api/v1/jobs`
  const times = await inTurn({
    barePost: () => send(`${bare}/jobs`, { method: 'POST', body: QUOTE }),
    post: () => send(v1, { method: 'POST', key: world.keys.write, body: QUOTE }),
    bareGet: () => send(`${bare}/jobs/1`),
    get: () => send(`${v1}/${job_id}`, { key: world.keys.read }),
  })
  const at = (name: string, share: number) => quantile(times[name]!, share)
  told('POST /jobs, a quote, p50', at('post', 0.5), at('barePost', 0.5), 10)
  told('POST /jobs, a quote, p99', p99(times.post!), p99(times.barePost!), 15)
  told('GET /jobs/{job_id}, p50', at('get', 0.5), at('bareGet', 0.5), 3)
})

await section(async (t) => {
  const world = await openFast(t)
  const { job_id } = await world.quote(JSON.parse(QUOTE))
  const v1 = `${world.baseUrl}/api/v1/jobs`
  const calls = {
    post: () => send(v1, { method: 'POST', key: world.keys.write, body: QUOTE }),
    get: () => send(`${v1}/${job_id}`, { key: world.keys.read }),
  }
  const rounds = Math.min(ROUNDS, 1000)
  const idle = await inTurn(calls, rounds)
  const conversion = startConversions(world.dataDir)
  await conversion.started
  const busy = await inTurn(calls, rounds, 0)
  await conversion.stop()
  for (const name of ['post', 'get'] as const) {
    const label = name === 'post' ? 'POST /jobs' : 'GET /jobs/{job_id}'
    told(`${label} while a conversion runs, p99`, p99(busy[name]!), p99(idle[name]!), 3)
  }
})

/** One conversion process after the other, until it is told to stop. */
function startConversions(folder: string): { started: Promise<void>; stop(): Promise<void> } {
  const gpkg = join(folder, 'bench.gpkg')
  writeSample(gpkg, { repeat: 4000 })
  const task: ConversionTask = {
    kind: 'export',
    gpkg,
    out: [
      { format: 'geojson', path: join(folder, 'bench.geojson'), gzip: true },
      { format: 'shp', path: join(folder, 'bench.zip') },
    ],
    tempDir: join(folder, 'bench temp'),
  }
  const file = join(folder, 'bench.json')
  writeFileSync(file, JSON.stringify(task))
  const caged = serverEntry('caged')
  let isWanted = true
  let begun = () => {}
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  const again = async (): Promise<void> => {
    while (isWanted) {
      await new Promise<void>((resolve) => {
        const child = spawn(process.execPath, [caged, file], { stdio: ['ignore', 'pipe', 'inherit'] })
        child.stdout.on('data', begun)
        child.on('exit', () => resolve())
      })
    }
  }
  const ended = again()
  return {
    started,
    stop: () => {
      isWanted = false
      return ended
    },
  }
}

await section(async (t) => {
  const world = await openFast(t)
  const { job_id } = await world.quote()
  await world.put(job_id, 'ready')
  const { path } = await world.putFile(job_id, 'geojson', lines(FILE_BYTES))
  const file = join(world.dataDir, path)
  mkdirSync(dirname(file), { recursive: true })
  const pipe = await listening((_req, res) => createReadStream(file).pipe(res), t)
  const url = `${world.baseUrl}/api/v1/jobs/${job_id}/export?format=geojson`
  const key = world.keys.read
  let mostBytes = 0
  const look = () => {
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss())
  }
  const times = await inTurn({ pipe: () => send(pipe), ours: () => send(url, { key }) }, 9, 2)
  // After the others: what Node keeps for any stream is there already.
  const beforeBytes = process.memoryUsage.rss()
  assert.equal((await send(url, { key, look })).bytes, FILE_BYTES)
  told('a download of 100 MB, median', quantile(times.ours!, 0.5), quantile(times.pipe!, 0.5), 2.5)
  const mb = 1024 * 1024
  told('memory for it', (mostBytes - beforeBytes) / mb, MAX_MEMORY_BYTES / mb, 1, 'MB')
  writeFileSync(`${file}.gz`, gzipSync(lines(FILE_BYTES), { level: 5 }))
  const packed = await inTurn({ packed: () => send(url, { key, headers: { 'Accept-Encoding': 'gzip' } }) }, 9, 2)
  told('the same as stored gzip', quantile(packed.packed!, 0.5), quantile(times.pipe!, 0.5), 1)
})

function lines(bytes: number): string {
  const line = (i: number) =>
    `{"type":"Feature","properties":{"laag":"kabel_of_leiding","id":"nl.imkl-KL9001.${i}"},"geometry":{"type":"Point","coordinates":[${155_000 + (i % 977)}.${i % 1000},${390_000 + (i % 983)}]}},\n`
  const block = Array.from({ length: 20_000 }, (_, i) => line(i)).join('')
  return block.repeat(Math.ceil(bytes / block.length)).slice(0, bytes)
}

await section(async (t) => {
  const [few, many] = [await openFast(t), await openFast(t)]
  await fill(few, 1000)
  await fill(many, MILLION)
  const page =
    (world: World, query = '') =>
    () =>
      send(`${world.baseUrl}/api/v1/requests${query}`, { key: world.keys.read })
  const times = await inTurn({ few: page(few), many: page(many) }, ROUNDS, 50)
  told('GET /requests, p50', quantile(times.many!, 0.5), quantile(times.few!, 0.5), 2)
  told('GET /requests, p99', p99(times.many!), p99(times.few!), 2)
  const deep = await inTurn({ deep: page(many, '?page=10000') }, 20, 3)
  console.log(`       page 10,000 of them, p50: ${quantile(deep.deep!, 0.5).toFixed(1)} ms`)
})

/** Requests spread over jobs of ten parts, as if filed over the years. */
async function fill(world: World, count: number): Promise<void> {
  const { job_id } = await world.quote({ submit: true })
  const db = world.store.db
  const columns = async (table: string, changed: Record<string, string>) => {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
    return rows.map(({ name }) => changed[name] ?? name).join(', ')
  }
  const series = (to: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})`
  const at = (i: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 1600000000 + 100 * ${i}, 'unixepoch')`
  const job = await columns('job', { id: "'job_' || i", created_at: at('10 * i'), submitted_at: at('10 * i') })
  const part = await columns('part', {
    id: "printf('prt_%09d', i)",
    job_id: "'job_' || ((i + 9) / 10)",
    part_no: 'i',
    order_id: "'ord_' || i",
    submitted_at: at('i'),
    gi_aanvraag_id: 'null',
  })
  const from = (table: string, id: string) => `from n, (select * from ${table} where ${id} = '${job_id}' limit 1)`
  await sql.raw(`insert into job ${series(Math.ceil(count / 10))} select ${job} ${from('job', 'id')}`).execute(db)
  await sql.raw(`insert into part ${series(count)} select ${part} ${from('part', 'job_id')}`).execute(db)
}

agent.destroy()
if (missed.length > 0) process.exitCode = 1

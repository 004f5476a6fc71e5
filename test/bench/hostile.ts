/**
 * What the worst that a route takes costs everybody else: how long /health/live waits while each route is sent the worst
 * it takes, beside how long it waits when nothing else is asked; routes of a job show one with an area of 49,000 corners
 * and a result of 20,000 pipes. Each row is the median of the longest waits, its ratio to quiet, and the longest time of
 * the processor that the event loop spent without a pause, which other work on the machine does not change: the median,
 * and that of the first call, which loads and makes what is kept from then on. Then, on a server of an office, what the
 * worst that one company sends costs another: the longest of the other's own calls before, and beside it.
 *
 *   node test/bench/hostile.ts [rounds] [rows whose name holds this]
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { setSetting } from '../../server/features/settings/rows.ts'
import type { ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import { openStore } from '../../server/platform/database/open.ts'
import { hostileFiles } from '../support/hostile-files.ts'
import {
  type HostileRow,
  hostileRows,
  KEEP_OUT,
  type KnownIds,
  MANY_CORNERS,
  MANY_PARTS,
  routesWithoutRow,
} from '../support/hostile-rows.ts'
import { beatsAt, longestTurn } from '../support/longest-turn.ts'
import { joinOfEqualKeys } from '../support/map-files.ts'
import { median } from '../support/median.ts'
import { measureNeighbours } from '../support/neighbours.ts'
import { RealServer } from '../support/real-server.ts'

const forgotten = await routesWithoutRow()
if (forgotten.length > 0) throw new Error(`no row measures ${forgotten.join(', ')}: add them to hostile-rows.ts`)

const ROUNDS = Number(process.argv[2] ?? 3)
const ONLY = process.argv[3] ?? ''
const MAX_PAUSE_MS = 50
/** Of another company's tile or area, more than it takes by itself. */
const MAX_DELAY_MS = 1000
const LISTED = 100
const PIPES = 20_000

const BEATS_PORT = 47_000 + (process.pid % 1000)
const server = new RealServer()
server.env = beatsAt(BEATS_PORT)
await server.open()
const { base_url: base } = server.ready
const agent = new Agent({ keepAlive: true })
const watching = new Agent({ keepAlive: true, maxSockets: 1 })

const send = (method: string, path: string, body?: Buffer, headers: Record<string, string> = {}, through = agent) =>
  new Promise<number>((resolve) => {
    const own = body ? { 'Content-Type': 'application/json', 'Content-Length': String(body.length) } : {}
    const sent = request(base + path, { method, agent: through, headers: { ...own, ...headers } }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })

interface Beside {
  longest: number
  turn: number
  status: number
}

/** @returns the longest wait of a watcher beside the work and the longest turn of the loop, in ms, and the status of the work */
async function beside(work: () => Promise<number>): Promise<Beside> {
  let isDone = false
  let longest = 0
  const watch = async () => {
    while (!isDone) {
      const begun = performance.now()
      await send('GET', '/health/live', undefined, {}, watching)
      longest = Math.max(longest, performance.now() - begun)
      await pause(1)
    }
  }
  await longestTurn(BEATS_PORT)
  const watched = watch()
  await pause(20)
  const status = await work()
  await pause(20)
  isDone = true
  await watched
  return { longest, turn: await longestTurn(BEATS_PORT), status }
}

const session = await (async () => {
  const opened = await fetch(`${base}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: server.ready.window_token }),
  })
  const { csrf_token } = (await opened.json()) as { csrf_token: string }
  return { Cookie: opened.headers.get('set-cookie')!.split(';')[0]!, 'X-CSRF-Token': csrf_token }
})()
const headersOf = { nobody: {}, key: { 'X-API-Key': server.secret }, session }

const SUMMARY: ResultSummary = {
  ...{ deliveries: [], features: PIPES, objecttypes: {}, themes: {}, detail: [], layers: { kabel_of_leiding: PIPES } },
  ...{ documents: { files: 0, identifiers: 0, references: 0 }, operators: [], precautions: 0, warnings: [] },
  extent: [153_000, 388_000, 157_000, 392_000],
}

/** As the worker leaves a job that is ready: 49,000 corners, and a result. */
async function seed(): Promise<KnownIds> {
  const quoted = async (body: object) => {
    const { status, json } = await server.post('/jobs', { klic_type: 'GRAAF', ...body })
    if (status !== 201) throw new Error(JSON.stringify(json))
    return json.job_id
  }
  const jobId = await quoted({ geometry: MANY_CORNERS, klic_type: 'ORIENT' })
  const manyParts = await quoted({ geometry: MANY_PARTS })
  const kept = await quoted({ geometry: KEEP_OUT[0], cut_rules: { keep_out: KEEP_OUT } })
  const store = await openStore(join(server.dataDir, 'app.db'))
  const at = new Date().toISOString()
  const settled = { status: 'ready', submit: 1, submitted_at: at, ready_at: at, revision: 2 } as const
  await store.db
    .updateTable('job')
    .set({ ...settled, summary: JSON.stringify(SUMMARY) })
    .where('id', '=', jobId)
    .execute()
  const folder = join('jobs', jobId)
  mkdirSync(join(server.dataDir, folder), { recursive: true })
  for (const revision of [1, 2]) {
    const path = join(folder, `${revision}.gpkg`)
    writePipes(join(server.dataDir, path))
    const bytes = readFileSync(join(server.dataDir, path))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const ready = {
      state: 'ready',
      path,
      sha256,
      bytes: bytes.length,
      failure: null,
      created_at: at,
      ready_at: at,
    } as const
    await store.db
      .insertInto('artifact')
      .values({ id: `art_bench${revision}`, job_id: jobId, revision, format: 'gpkg', ...ready })
      .execute()
  }
  for (const [from, state] of [
    [kept, 'quoted'],
    [manyParts, 'delivered'],
  ] as const) {
    const job = await store.db.selectFrom('job').selectAll().where('id', '=', from).executeTakeFirstOrThrow()
    const parts = await store.db.selectFrom('part').selectAll().where('job_id', '=', from).execute()
    for (let n = 0; n < (state === 'quoted' ? LISTED : 20); n++) {
      const id = `${from}${n}`
      await store.db
        .insertInto('job')
        .values({ ...job, id, client_ref: null })
        .execute()
      for (let begin = 0; begin < parts.length; begin += 50) {
        const copies = parts.slice(begin, begin + 50).map((part) => ({
          ...part,
          id: `${part.id}${n}`,
          order_id: `${part.order_id}${n}`,
          job_id: id,
          status: state,
          ...(state === 'delivered' && { submitted_at: at }),
        }))
        await store.db.insertInto('part').values(copies).execute()
      }
    }
  }
  const { company_id } = await store.db.selectFrom('job').select('company_id').executeTakeFirstOrThrow()
  await setSetting(store.db, company_id, 'api.requests_per_minute', 100_000)
  await setSetting(store.db, company_id, 'mcp.enabled', true)
  const { order_id } = await store.db
    .selectFrom('part')
    .select('order_id')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  await store.close()
  return { job_id: jobId, order_id, many_parts: manyParts }
}

/** Fifty corners each, one metre apart. */
function writePipes(path: string): void {
  const gpkg = createGeoPackage(path)
  for (let n = 0; n < PIPES; n++) {
    const [x, y] = [153_100 + (n % 7) * 500, 388_100 + Math.floor(n / 7)]
    const line = Array.from({ length: 50 }, (_, i) => [x + 8 * i, y + (i % 2)]).flat()
    gpkg.feature('kabel_of_leiding', { id: `w${n}`, thema: 'water' }, { type: 'MultiLineString', lines: [line] })
  }
  gpkg.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
}

const known = await seed()
const mapFile = join(server.dataDir, 'equal-keys.mbtiles')
joinOfEqualKeys(mapFile, 10_000)
const work = ({ method, path, body, as, type, accept }: HostileRow) =>
  send(method, path, body, {
    ...headersOf[as],
    ...(type && { 'Content-Type': type }),
    ...(accept && { Accept: accept }),
  })
const drawn: HostileRow[] = [
  {
    name: 'get /api/v1/jobs/{job_id} of many parts',
    method: 'GET',
    path: `/api/v1/jobs/${known.many_parts}`,
    as: 'key',
  },
  {
    name: 'put /dashboard/api/settings a map file of 10,000 equal keys',
    method: 'PUT',
    path: '/dashboard/api/settings',
    as: 'session',
    body: Buffer.from(JSON.stringify({ 'maps.offline_file': mapFile })),
  },
]
/** Those that take all their time have it in a process of their own, and the bench would wait for it. */
const brought = hostileFiles({ folder: server.dataDir, secret: join(server.dataDir, 'secret'), address: base })
  .filter(({ gives }) => gives !== 'TOO_LONG')
  .map(
    ({ name, bytes }): HostileRow => ({
      name: `post /dashboard/api/areas ${name}`,
      method: 'POST',
      path: '/dashboard/api/areas',
      as: 'session',
      body: bytes(),
      type: 'application/octet-stream',
    }),
  )
const rows = [...brought, ...hostileRows(known), ...drawn].filter(({ name }) => name.includes(ONLY))

const quiet: number[] = []
for (let round = 0; round < 20; round++) {
  const nothing = () => pause(200, 0)
  quiet.push((await beside(nothing)).longest)
}
const quietMs = median(quiet)
const measured = []
for (const row of rows) {
  const rounds: Beside[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await beside(() => work(row)))
  const { status } = rounds.at(-1)!
  measured.push({
    name: row.name,
    status,
    ms: median(rounds.map(({ longest }) => longest)),
    turn: median(rounds.map(({ turn }) => turn)),
    first: rounds[0]!.turn,
  })
}
await server.close()

process.stdout.write(`quiet ${quietMs.toFixed(1)} ms\n`)
for (const { name, status, ms, turn, first } of measured.toSorted((a, b) => b.first - a.first)) {
  const figures = [`${ms.toFixed(1).padStart(8)} ms`, `${(ms / quietMs).toFixed(1).padStart(6)} x`]
  process.stdout.write(
    `${figures.join(' ')} ${turn.toFixed(1).padStart(7)} ms  first ${first.toFixed(1).padStart(6)} ms  ${status}  ${name}\n`,
  )
}
const neighbours = 'neighbours'.includes(ONLY) || ONLY === '' ? await measureNeighbours(BEATS_PORT + 1) : []
for (const { name, before, beside, failed, calls, took, statuses, turn } of neighbours) {
  const said = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`)
  process.stdout.write(
    `another company: ${before.toFixed(0)} ms before, ${beside.toFixed(0)} ms beside ${name} (${failed} of ${calls} failed; ` +
      `these took ${(took / 1000).toFixed(1)} s: ${said.join(', ')}); longest pause ${turn.toFixed(1)} ms\n`,
  )
}
const late = neighbours.filter(
  ({ before, beside, failed, turn }) => beside - before > MAX_DELAY_MS || failed > 0 || turn > MAX_PAUSE_MS,
)
const over = measured.filter(({ ms, first }) => ms > MAX_PAUSE_MS + quietMs || first > MAX_PAUSE_MS)
process.stdout.write(
  over.length === 0 ? 'every route is within its goal\n' : `${over.length} over ${MAX_PAUSE_MS} ms\n`,
)
// Of a route that breaks nothing was measured.
const broken = measured.filter(({ status }) => status >= 500)
if (broken.length > 0) process.stdout.write(`${broken.length} broke: ${broken.map(({ name }) => name).join(', ')}\n`)
if (late.length > 0) process.stdout.write(`${late.length} delay another company by more than ${MAX_DELAY_MS} ms\n`)
process.exit(over.length + broken.length + late.length === 0 ? 0 : 1)

/**
 * What the worst that a route takes costs everybody else: how long /health/live waits while each route is sent bodies at
 * its bounds, beside how long it waits when nothing else is asked. Each row is the longest wait, and its ratio to quiet.
 *
 *   node test/bench/hostile.ts [rounds]
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { DASHBOARD_ROUTES } from '../../server/contract/dashboard-routes.ts'
import { GIS_ROUTES, PAIR_ROUTES } from '../../server/contract/local.ts'
import { ROUTES, type Route } from '../../server/contract/routes.ts'
import { USER_ROUTES } from '../../server/contract/users.ts'
import { RealServer } from '../support/real-server.ts'

const ROUNDS = Number(process.argv[2] ?? 3)
const MOST_PAUSE_MS = 50
const GEOMETRY_CORNERS = 49_000

const server = await new RealServer().open()
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

/** @returns the longest wait of a watcher beside the work, in ms, and the last status that the work had */
async function beside(work: () => Promise<number>): Promise<{ longest: number; status: number }> {
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
  const watched = watch()
  await pause(20)
  const status = await work()
  await pause(20)
  isDone = true
  await watched
  return { longest, status }
}

const circle = Array.from({ length: GEOMETRY_CORNERS }, (_, i) => {
  const angle = (i / GEOMETRY_CORNERS) * 2 * Math.PI
  return [155_000 + 2000 * Math.cos(angle), 390_000 + 2000 * Math.sin(angle)]
})
const comb = Array.from({ length: 16_000 }, (_, i) => {
  const y = 390_000 + i * 0.004
  return [
    [155_000.01, y],
    [155_100, y + 0.001],
    [155_000.01, y + 0.002],
  ]
}).flat()
const areaOf = (ring: number[][]) => ({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] })
const combed = areaOf([...comb, [155_000, 390_064], [155_000, 390_000]])
const asked = (geometry: object) => Buffer.from(JSON.stringify({ klic_type: 'ORIENT', geometry }))
const fields = (count: number) =>
  Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, [[[[0]]]]]))))
const WORST: readonly [string, Buffer][] = [
  ['fields', fields(1900)],
  ['too many fields', fields(400_000)],
  ['a list', Buffer.from(`{"data":[${'0,'.repeat(100_000)}0]}`)],
]

const session = await (async () => {
  const opened = await fetch(`${base}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: server.ready.window_token }),
  })
  const { csrf_token } = (await opened.json()) as { csrf_token: string }
  return { Cookie: opened.headers.get('set-cookie')!.split(';')[0]!, 'X-CSRF-Token': csrf_token }
})()
const key = { 'X-API-Key': server.secret }

const rows: { name: string; work: () => Promise<number> }[] = []
const add = (name: string, method: string, path: string, body: Buffer, headers: Record<string, string>) =>
  rows.push({ name, work: () => send(method, path, body, headers) })
const tables: [string, Record<string, Route>, Record<string, string>][] = [
  ['/api/v1', ROUTES, key],
  ['/dashboard/api', { ...DASHBOARD_ROUTES, ...GIS_ROUTES, ...USER_ROUTES }, session],
  ['', PAIR_ROUTES, {}],
]
for (const [prefix, table, headers] of tables) {
  for (const { method, path, body, open } of Object.values(table)) {
    if (!body) continue
    const at = prefix + path.replaceAll(/\{\w+\}/g, 'x')
    for (const [name, bytes] of WORST) {
      add(`${method} ${prefix}${path} ${name}`, method.toUpperCase(), at, bytes, open ? {} : headers)
    }
  }
}
for (const [name, geometry] of [
  ['49,000 corners', areaOf(circle)],
  ['a comb', combed],
] as const) {
  add(`post /api/v1/jobs ${name}`, 'POST', '/api/v1/jobs', asked(geometry), key)
  add(`post /dashboard/api/preview ${name}`, 'POST', '/dashboard/api/preview', asked(geometry), session)
  const place = Buffer.from(JSON.stringify({ geometry, limit: 5 }))
  add(`post /dashboard/api/addresses ${name}`, 'POST', '/dashboard/api/addresses', place, session)
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
const quiet: number[] = []
for (let round = 0; round < 20; round++) {
  const nothing = () => pause(200, 0)
  quiet.push((await beside(nothing)).longest)
}
const quietMs = median(quiet)
const measured = []
for (const { name, work } of rows) {
  const longest: number[] = []
  let status = 0
  for (let round = 0; round < ROUNDS; round++) {
    const found = await beside(work)
    longest.push(found.longest)
    status = found.status
  }
  measured.push({ name, status, ms: median(longest) })
}
await server.close()

process.stdout.write(`quiet ${quietMs.toFixed(1)} ms\n`)
for (const { name, status, ms } of measured.toSorted((a, b) => b.ms - a.ms)) {
  process.stdout.write(
    `${ms.toFixed(1).padStart(8)} ms ${(ms / quietMs).toFixed(1).padStart(6)} x  ${status}  ${name}\n`,
  )
}
const over = measured.filter(({ ms }) => ms > MOST_PAUSE_MS + quietMs)
process.stdout.write(
  over.length === 0 ? 'every route is within its goal\n' : `${over.length} over ${MOST_PAUSE_MS} ms\n`,
)
process.exit(over.length === 0 ? 0 : 1)

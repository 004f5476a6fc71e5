/**
 * The worst that each route takes, as calls: made from the tables of routes, so that a new route has its row without
 * being thought of. What is not in a table is listed by hand.
 */
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { GIS_ROUTES, LOCAL_ROUTES, PAIR_ROUTES } from '../../server/features/results/local-schema.ts'
import { REGISTRY_ROUTES } from '../../server/features/settings/registry-schema.ts'
import { USER_ROUTES } from '../../server/features/users/schema.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { routeTables } from './route-tables.ts'

export type SignedInAs = 'nobody' | 'key' | 'session'

export interface HostileRow {
  name: string
  method: string
  path: string
  as: SignedInAs
  body?: Buffer
  type?: string
  accept?: string
}

export interface Table {
  readonly prefix: string
  readonly as: SignedInAs
  readonly routes: Readonly<Record<string, Route>>
}

export const TABLES: readonly Table[] = [
  { prefix: '/api/v1', as: 'key', routes: ROUTES },
  { prefix: '/dashboard/api', as: 'session', routes: DASHBOARD_ROUTES },
  { prefix: '/dashboard/api', as: 'session', routes: REGISTRY_ROUTES },
  { prefix: '/dashboard/api', as: 'session', routes: USER_ROUTES },
  { prefix: '/dashboard/api', as: 'session', routes: GIS_ROUTES },
  { prefix: '', as: 'key', routes: PAIR_ROUTES },
  { prefix: '', as: 'key', routes: LOCAL_ROUTES },
]

/** Route -> why it has no row. */
export const WITHOUT_ROW: Readonly<Record<string, string>> = {
  closeSession: 'it would end the session of all rows after it',
  endSessions: 'it ends that session, too',
}

/** Ids that exist, with the most behind them; every other parameter names nothing. */
export type KnownIds = Readonly<Record<string, string>>

const CORNERS = 49_000
const circle = (reachM: number, corners: number) => {
  const ring = Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI
    return [155_000 + reachM * Math.cos(angle), 390_000 + reachM * Math.sin(angle)]
  })
  return polygon(ring)
}
const polygon = (ring: number[][]) => ({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] })
const comb = (() => {
  const teeth = Array.from({ length: 16_000 }, (_, i) => {
    const y = 390_000 + i * 0.004
    return [
      [155_000.01, y],
      [155_100, y + 0.001],
      [155_000.01, y + 0.002],
    ]
  }).flat()
  return polygon([...teeth, [155_000, 390_064], [155_000, 390_000]])
})()
export const MANY_CORNERS = circle(2000, CORNERS)
/** A part for each 500 m: hundreds. */
export const MANY_PARTS = polygon([
  [150_000, 385_000],
  [160_000, 385_000],
  [160_000, 395_000],
  [150_000, 395_000],
])
/** As much as may be kept out of. */
export const KEEP_OUT = [circle(30, 450)]

const fields = (count: number) =>
  Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, [[[[0]]]]]))))
const BODIES: readonly [string, Buffer][] = [
  ['fields', fields(1900)],
  ['too many fields', fields(400_000)],
  ['a list', Buffer.from(`{"data":[${'0,'.repeat(100_000)}0]}`)],
]
const AREA_BODIES: readonly [string, object][] = [
  ['49,000 corners', { geometry: MANY_CORNERS }],
  ['a comb', { geometry: comb }],
  ['no numbers', { geometry: { type: 'Polygon', coordinates: Array.from({ length: 300_000 }, () => []) } }],
  ['to keep out of', { geometry: MANY_CORNERS, cut_rules: { keep_out: [MANY_CORNERS] } }],
]
const areaFile = Buffer.from(JSON.stringify(MANY_CORNERS))

/** Of routes with a query: what costs most. */
const QUERIES: Readonly<Record<string, string>> = {
  listRequests: 'page_size=100',
  listJobs: 'page_size=100',
  listEvents: 'limit=100',
  exportJob: 'format=gpkg',
  exportResult: 'format=gpkg',
  printJob: 'scale=500&paper=A3',
  listPrintSheets: 'scale=500&paper=A3',
  getJobDifference: 'revision=1',
  getDifferenceFile: 'revision=1&format=gpkg',
  getJobObjects: `refs=${Array.from({ length: 100 }, (_, i) => `kabel_of_leiding/${i + 1}`).join(',')}`,
}

function rowsOf({ prefix, as, routes }: Table, known: KnownIds): HostileRow[] {
  return Object.entries(routes).flatMap(([name, route]): HostileRow[] => {
    if (WITHOUT_ROW[name]) return []
    const { method } = route
    const query = QUERIES[name] ? `?${QUERIES[name]}` : ''
    // What exists is looked at, not taken away.
    const ids = method === 'delete' ? {} : known
    const path = prefix + route.path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? 'x') + query
    const call = { method: method.toUpperCase(), path, as: route.open ? ('nobody' as const) : as }
    const named = (what: string) => `${method} ${prefix}${route.path}${what && ` ${what}`}`
    if (route.takesFile !== undefined) {
      return [{ ...call, name: named('a file'), body: areaFile, type: 'application/octet-stream' }]
    }
    if (!route.body) return [{ ...call, name: named('') }]
    const bodies = BODIES.map(([what, body]) => ({ ...call, name: named(what), body }))
    if (!route.takesArea) return bodies
    const more = name === 'offerAddresses' ? { limit: 5 } : { klic_type: 'ORIENT' }
    const areas = AREA_BODIES.filter(
      ([, { cut_rules }]: [string, { cut_rules?: object }]) => !cut_rules || 'klic_type' in more,
    )
    const withAreas = areas.map(([what, area]) => ({
      ...call,
      name: named(what),
      body: Buffer.from(JSON.stringify({ ...more, ...area })),
    }))
    return [...bodies, ...withAreas]
  })
}

/** What is in no table. */
function others({ job_id: job }: KnownIds): HostileRow[] {
  const get = (path: string, as: SignedInAs = 'nobody', name = path) => ({
    name: `get ${name}`,
    method: 'GET',
    path,
    as,
  })
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  const quote = { name: 'quote_area', arguments: { geometry: MANY_CORNERS, klic_type: 'ORIENT' } }
  const mcp = {
    name: 'post /mcp',
    method: 'POST',
    path: '/mcp',
    as: 'key' as const,
    accept: 'application/json, text/event-stream',
  }
  return [
    get('/'),
    get('/nothing'),
    get(`/${'x'.repeat(15_000)}`, 'nobody', '/xxx...'),
    get('/health/live'),
    get('/health/ready'),
    get('/metrics'),
    get('/api/docs'),
    get('/api/v1/openapi.json'),
    get('/qgis/plugins.xml'),
    get('/qgis/klic_desktop.zip'),
    get(`/ogc`, 'key'),
    get(`/ogc/${job}`, 'key', '/ogc/{job}'),
    get(`/ogc/${job}/collections`, 'key', '/ogc/{job}/collections'),
    get(`/ogc/${job}/collections/kabel_of_leiding/items?limit=1000`, 'key', '/ogc/{job}/…/items?limit=1000'),
    get(`/ogc/${job}/collections/kabel_of_leiding/items?limit=10000`, 'key', '/ogc/{job}/…/items?limit=10000'),
    get(`/ogc/${job}/collections/kabel_of_leiding/items?thema=water&offset=50000`, 'key', '/ogc/{job}/…/items?thema'),
    get(`/ogc/${job}/collections/kabel_of_leiding/items?limit=10000&f=html`, 'key', '/ogc/{job}/…/items?f=html'),
    get(`/tiles/${job}/tile.json`, 'key', '/tiles/{job}/tile.json'),
    get(`/tiles/${job}/style.json`, 'key', '/tiles/{job}/style.json'),
    ...[6, 12, 15].map((z) => get(tileAt(job ?? '', z), 'key', `/tiles/{job}/${z}`)),
    { ...mcp, name: 'post /mcp fields', body: fields(1900) },
    { ...mcp, name: 'post /mcp 49,000 corners', body: Buffer.from(JSON.stringify({ ...tool, params: quote })) },
  ]
}

/** The tile over the middle of the areas above: 5.4° east, 51.5° north. */
function tileAt(job: string, z: number): string {
  const across = 2 ** z
  const x = Math.floor(((5.387 + 180) / 360) * across)
  const lat = (51.5 * Math.PI) / 180
  const y = Math.floor(((1 - Math.log(Math.tan(lat) + 1 / Math.cos(lat)) / Math.PI) / 2) * across)
  return `/tiles/${job}/${z}/${x}/${y}.mvt`
}

export const hostileRows = (known: KnownIds): HostileRow[] => [
  ...TABLES.flatMap((table) => rowsOf(table, known)),
  ...others(known),
]

/** @returns the names of routes of the contract that no row and no reason in WITHOUT_ROW names */
export async function routesWithoutRow(): Promise<string[]> {
  const rows = hostileRows({}).map(({ name }) => name)
  const withRow = new Set<unknown>()
  for (const { prefix, routes } of TABLES)
    for (const [name, route] of Object.entries(routes)) {
      const row = `${route.method} ${prefix}${route.path}`
      if (name in WITHOUT_ROW || rows.some((each) => each === row || each.startsWith(`${row} `))) withRow.add(route)
    }
  const missing: string[] = []
  for (const [table, routes] of await routeTables())
    for (const [name, route] of Object.entries(routes)) if (!withRow.has(route)) missing.push(`${table}.${name}`)
  return missing
}

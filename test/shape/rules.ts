/**
 * What the table of rooms (rooms.ts) forbids, and which packages have one importer: as complaints.
 * Where the table leaves a choice, the choice stands here with its reason.
 */
import { ROOMS } from './rooms.ts'
import { packageOf, type Source, target } from './sources.ts'

/** The API uses only the domain's types, but it must recognise and raise its refusals, and read and write JSON. */
const VALUES_FOR_THE_API = [
  'server/platform/refusal.ts',
  'server/platform/disk-full.ts',
  'server/platform/json-text.ts',
  'server/platform/read-json.ts',
]

const ENTRIES = ['server/start.ts', 'server/work.ts', 'server/caged.ts', 'server/simulate.ts', 'server/klic.ts']

const ONLY_IMPORTER: Record<string, string> = {
  'better-sqlite3': 'server/store',
  pg: 'server/store',
  postgres: 'server/engine',
  openworkflow: 'server/engine',
  'gdal-async': 'server/formats',
  'prom-client': 'server/telemetry',
  '@aws-sdk/client-s3': 'server/storage',
  '@aws-sdk/lib-storage': 'server/storage',
  '@smithy/node-http-handler': 'server/storage',
  '@maplibre/geojson-vt': 'server/tiles',
  pmtiles: 'server/tiles',
  'maplibre-gl': 'renderer',
  electron: 'electron',
}

/** The rooms that also run in the window or must stay pure: these packages and no node: module. */
const ONLY_PACKAGES: Record<string, readonly string[]> = {
  'server/domain': ['proj4', 'polygon-clipping', 'geojson'],
  'server/cut': ['polygon-clipping'],
  'server/contract': ['zod', 'zod-openapi'],
  'server/styling': [],
  'server/texts': ['intl-messageformat'],
}

/** Run while building, never by the room they stand in. */
const BUILD_SCRIPTS = ['renderer/vite.config.ts']

/** The room of a file, 'entry' for the processes' first files, undefined for a file in no room. */
export const roomOf = (file: string): string | undefined => {
  if (ENTRIES.includes(file)) return 'entry'
  const [top = '', second = ''] = file.split('/')
  if (top !== 'server') return top in ROOMS ? top : undefined
  return `${top}/${second}` in ROOMS ? `${top}/${second}` : undefined
}

/** One line for each import that the table forbids. */
export const importComplaints = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ file, imports }) => {
    const room = roomOf(file)
    if (!room) return [`${file} is in no room of the house`]
    return imports.flatMap((each) => {
      const to = target(file, each.from)
      const complaint =
        to === undefined ? packageComplaint(file, room, each.from) : fileComplaint(room, to, each.isTypeOnly)
      return complaint ? [`${file} imports ${each.from}: ${complaint}`] : []
    })
  })

const fileComplaint = (room: string, to: string, isTypeOnly: boolean): string | undefined => {
  const other = roomOf(to)
  if (ENTRIES.includes(to)) return 'an entry is started, never imported'
  if (other === room) return undefined
  if (other === 'entry') return 'only entries use the parts of entries'
  if (room === 'entry') return other?.startsWith('server/') ? undefined : 'an entry imports rooms of the server only'
  const allowed = ROOMS[room]?.mayImport ?? []
  if (!allowed.some((place) => place === to || place === other)) return `${room} may not import ${other ?? to}`
  if (room === 'server/api' && other === 'server/domain' && !isTypeOnly && !VALUES_FOR_THE_API.includes(to)) {
    return 'the API takes only types from the domain'
  }
  return undefined
}

const packageComplaint = (file: string, room: string, from: string): string | undefined => {
  const name = packageOf(from)
  const only = ONLY_PACKAGES[room]
  if (name === undefined) {
    const isPure = only !== undefined || room === 'renderer'
    return isPure && !BUILD_SCRIPTS.includes(file) ? 'no node: module here' : undefined
  }
  const owner = ONLY_IMPORTER[name]
  if (owner && owner !== room) return `only ${owner} imports ${name}`
  if (only && !only.includes(name)) return `not one of its libraries (${only.join(', ')})`
  return undefined
}

/** One line for each circle of files that import each other, types included. */
export const circleComplaints = (sources: readonly Source[]): string[] => {
  const graph = new Map(
    sources.map(({ file, imports }) => [file, imports.map((each) => target(file, each.from)).filter((to) => to)]),
  )
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file)
    if (start >= 0) circles.push([...way.slice(start), file].join(' -> '))
    if (start >= 0 || done.has(file)) return
    for (const to of graph.get(file) ?? []) if (to !== undefined && graph.has(to)) follow(to, [...way, file])
    done.add(file)
  }
  for (const { file } of sources) follow(file, [])
  return circles
}

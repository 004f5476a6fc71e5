/**
 * The rooms of the house and what each may import: architecture.md's table, as data, and the complaints it leads to.
 * Where the table leaves a choice, the choice stands here with its reason.
 */
import { packageOf, type Source, target } from './sources.ts'

/** What of our own each room may import, besides itself: a room, or one file of it. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'server/domain': [],
  // Computed from its arguments alone, by counts of work and no clock.
  'server/cut': ['server/domain'],
  'server/contract': ['server/domain'],
  'server/store': ['server/domain'],
  'server/storage': ['server/domain'],
  'server/registry': ['server/domain'],
  'server/addresses': ['server/domain'],
  'server/imkl': ['server/domain'],
  'server/formats': ['server/domain'],
  // A result read into memory and cut into vector tiles, in a thread of its own.
  'server/tiles': ['server/domain', 'server/store'],
  // Text from facts: it neither reads nor writes a file.
  'server/styling': ['server/domain'],
  // A PDF from rows; what reads them is handed to it.
  'server/print': ['server/domain'],
  // A map's style and legend are answers too; styling is pure.
  'server/actions': ['server/domain', 'server/cut', 'server/store', 'server/storage/port.ts', 'server/styling'],
  'server/engine': [],
  'server/flows': [
    'server/domain',
    'server/store',
    'server/storage/port.ts',
    'server/engine/port.ts',
    'server/registry',
  ],
  'server/api': ['server/contract', 'server/actions', 'server/domain'],
  // Logs, metrics and traces: the one place that knows their libraries.
  'server/telemetry': ['server/domain'],
  // What the entries are made of: like them, these put the rooms together.
  'server/process': ['server/domain', 'server/storage/port.ts', 'server/contract/billing.ts'],
  'server/conversion': [
    'server/domain',
    'server/imkl',
    'server/formats',
    'server/store',
    'server/styling',
    'server/print',
  ],
  'server/cli': [
    'server/api',
    'server/contract',
    'server/actions',
    'server/domain',
    'server/cut',
    'server/process',
    'server/conversion',
    'server/store',
    'server/storage',
    'server/registry',
  ],
  renderer: ['server/contract'],
  electron: [],
}

/** The API uses only the domain's types, but it must recognise and raise its refusals. */
const VALUES_FOR_THE_API = ['server/domain/refusal.ts', 'server/domain/disk-full.ts']

const ENTRIES = [
  'server/start.ts',
  'server/work.ts',
  'server/convert.ts',
  'server/simulate.ts',
  'server/klic.ts',
  'server/areas.ts',
]

const ONLY_IMPORTER: Record<string, string> = {
  'better-sqlite3': 'server/store',
  pg: 'server/store',
  postgres: 'server/engine',
  openworkflow: 'server/engine',
  'gdal-async': 'server/formats',
  'prom-client': 'server/telemetry',
  '@opentelemetry/api': 'server/telemetry',
  '@opentelemetry/context-async-hooks': 'server/telemetry',
  '@opentelemetry/exporter-trace-otlp-http': 'server/telemetry',
  '@opentelemetry/resources': 'server/telemetry',
  '@opentelemetry/sdk-trace': 'server/telemetry',
  '@aws-sdk/client-s3': 'server/storage',
  '@aws-sdk/lib-storage': 'server/storage',
  '@maplibre/geojson-vt': 'server/tiles',
  pmtiles: 'server/tiles',
  'maplibre-gl': 'renderer',
  electron: 'electron',
}

/** The rooms that also run in the window or must stay pure: these packages and no node: module. */
const ONLY_PACKAGES: Record<string, readonly string[]> = {
  // Of Turf the single functions: the whole of it is a hundred packages that every start would load.
  'server/domain': [
    'proj4',
    'polygon-clipping',
    '@turf/bbox-polygon',
    '@turf/boolean-intersects',
    '@turf/helpers',
    'geojson',
  ],
  'server/cut': ['polygon-clipping'],
  'server/contract': ['zod', 'zod-openapi'],
  'server/styling': [],
}

/** Run while building, never by the room they stand in. */
const BUILD_SCRIPTS = ['renderer/vite.config.ts']

/** The room of a file, 'entry' for the processes' first files, undefined for a file in no room. */
export const roomOf = (file: string): string | undefined => {
  if (ENTRIES.includes(file)) return 'entry'
  const [top = '', second = ''] = file.split('/')
  if (top !== 'server') return top in MAY_IMPORT ? top : undefined
  return `${top}/${second}` in MAY_IMPORT ? `${top}/${second}` : undefined
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
  const allowed = MAY_IMPORT[room] ?? []
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

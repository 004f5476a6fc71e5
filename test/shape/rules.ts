/**
 * What the table of rooms (rooms.ts) forbids, which packages have one importer, and what a process never loads: as
 * complaints. Where the table leaves a choice, the choice stands here with its reason.
 */
import { EXCEPTIONS } from './exceptions.ts'
import { ROOMS } from './rooms.ts'
import { packageOf, type Source, target } from './sources.ts'

const ENTRIES = ['server/start.ts', 'server/work.ts', 'server/caged.ts', 'server/simulate.ts', 'server/klic.ts']

/** Rooms and single files. */
const ONLY_IMPORTERS: Record<string, readonly string[]> = {
  // The application's database, and GeoPackages and other SQLite files of results.
  'better-sqlite3': ['server/platform/database', 'server/exports/geopackage'],
  pg: ['server/platform/database'],
  postgres: ['server/platform/queue'],
  openworkflow: ['server/platform/queue'],
  'gdal-async': ['server/exports/formats', 'server/exports/trenches', 'server/features/areas/files/gdal.ts'],
  'prom-client': ['server/platform/log'],
  '@aws-sdk/client-s3': ['server/platform/storage'],
  '@aws-sdk/lib-storage': ['server/platform/storage'],
  '@smithy/node-http-handler': ['server/platform/storage'],
  '@maplibre/geojson-vt': ['server/exports/tiles'],
  pmtiles: ['server/exports/tiles'],
  'maplibre-gl': ['renderer'],
  electron: ['electron'],
}

/** Pure: these packages and no node: module. */
const PURE: Record<string, readonly string[]> = {
  'server/geometry': ['proj4', 'polygon-clipping', 'geojson'],
  'server/cut': ['polygon-clipping'],
  'server/imkl/model': [],
  'server/imkl/look': [],
  'server/exports/styling': [],
  'server/features/jobs/rules': [],
  'server/texts': ['intl-messageformat'],
}

/** Run while building, or once at a start, never by what they stand next to. */
const BUILD_SCRIPTS = ['renderer/vite.config.ts']
const READS_ITS_FILE = ['server/geometry/install-grid.ts']

/** What a client needs beside the schemas; all that it imports is pure as well (see WINDOW_PACKAGES). */
const FOR_CLIENTS = [
  ...['server/features/vocabulary.ts', 'server/features/projects/project-routes.ts', 'server/api/routes.ts'],
  ...['server/geometry/rd/for-clients.ts', 'server/platform/http/errors.ts'],
]
const isForClients = (file: string): boolean => /(^|[/-])schema\.ts$/.test(file) || FOR_CLIENTS.includes(file)

/** What the window loads of the server runs in a browser. */
const WINDOW_PACKAGES = ['zod', 'proj4', 'polygon-clipping', 'geojson', 'intl-messageformat']

/** Files that no way of imports leads to, not even a late one: the API asks no registry and writes no result by itself. */
const NEVER_IN: Record<string, readonly string[]> = {
  'server/start.ts': [
    'server/registry/client/client.ts',
    'server/imkl/merge/merge.ts',
    'server/exports/conversion/task.ts',
    'server/exports/geopackage/write.ts',
  ],
}

const isIn = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`)

/** The room of a file, 'entry' for the processes' first files, undefined for a file in no room. */
export const roomOf = (file: string): string | undefined => {
  if (ENTRIES.includes(file)) return 'entry'
  return Object.keys(ROOMS)
    .filter((room) => isIn(file, room))
    .sort((a, b) => b.length - a.length)[0]
}

/** One line for each import that the table forbids, and for each exception that is none any longer. */
export const importComplaints = (sources: readonly Source[], exceptions = EXCEPTIONS): string[] => {
  const used = new Set<string>()
  const found = sources.flatMap(({ file, imports }) => {
    const room = roomOf(file)
    if (!room) return [`${file} is in no room of the house`]
    return imports.flatMap((each) => {
      const to = target(file, each.from)
      const complaint = to === undefined ? packageComplaint(file, room, each.from) : fileComplaint(room, to)
      if (!complaint) return []
      if (to !== undefined && exceptions[file]?.includes(to)) {
        used.add(`${file} ${to}`)
        return []
      }
      return [`${file} imports ${each.from}: ${complaint}`]
    })
  })
  const idle = Object.entries(exceptions).flatMap(([file, others]) =>
    others.filter((to) => !used.has(`${file} ${to}`)).map((to) => `${file} imports ${to}: no exception is needed`),
  )
  return [...found, ...idle]
}

const fileComplaint = (room: string, to: string): string | undefined => {
  const other = roomOf(to)
  if (ENTRIES.includes(to)) return 'an entry is started, never imported'
  if (other === room) return undefined
  if (other === 'entry') return 'only entries use the parts of entries'
  if (room === 'entry') return other?.startsWith('server/') ? undefined : 'an entry imports rooms of the server only'
  if (room === 'renderer' && isForClients(to)) return undefined
  const allowed = ROOMS[room]?.mayImport ?? []
  return allowed.some((place) => place === to || place === other) ? undefined : `${room} may not import ${other ?? to}`
}

const packageComplaint = (file: string, room: string, from: string): string | undefined => {
  const name = packageOf(from)
  const pure = Object.keys(PURE).find((place) => isIn(file, place))
  if (name === undefined) {
    const isPure = pure !== undefined || room === 'renderer'
    const may = BUILD_SCRIPTS.includes(file) || READS_ITS_FILE.includes(file)
    return isPure && !may ? 'no node: module here' : undefined
  }
  const owners = ONLY_IMPORTERS[name]
  if (owners && !owners.some((place) => isIn(file, place))) return `only ${owners.join(' and ')} import ${name}`
  if (pure && !PURE[pure]?.includes(name)) return `not one of its libraries (${PURE[pure]?.join(', ')})`
  return undefined
}

/** From a file, every file that imports lead to at run time, each with the one that names it. */
const reachedFrom = (start: string, graph: ReadonlyMap<string, Source>): Map<string, string> => {
  const by = new Map([[start, start]])
  for (const file of by.keys()) {
    for (const each of graph.get(file)?.imports ?? []) {
      const to = each.isTypeOnly ? undefined : target(file, each.from)
      if (to !== undefined && !by.has(to)) by.set(to, file)
    }
  }
  return by
}

/** One line for each file that a process must not load and can, and for each package that would not run in the window. */
export const reachComplaints = (sources: readonly Source[]): string[] => {
  const graph = new Map(sources.map((source) => [source.file, source]))
  const loaded = Object.entries(NEVER_IN).flatMap(([entry, never]) => {
    const reached = reachedFrom(entry, graph)
    return never.filter((file) => reached.has(file)).map((file) => `${entry} loads ${file}, by ${reached.get(file)}`)
  })
  const ofWindow = new Set(
    sources
      .filter(({ file }) => isIn(file, 'renderer') && !BUILD_SCRIPTS.includes(file))
      .flatMap(({ file }) => [...reachedFrom(file, graph).keys()])
      .filter((file) => isIn(file, 'server')),
  )
  const foreign = [...ofWindow].flatMap((file) =>
    (graph.get(file)?.imports ?? [])
      .filter((each) => !each.isTypeOnly && target(file, each.from) === undefined)
      .filter((each) => !WINDOW_PACKAGES.includes(packageOf(each.from) ?? each.from))
      .map((each) => `the window loads ${file}, which imports ${each.from}`),
  )
  return [...loaded, ...foreign]
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

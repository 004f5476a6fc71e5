/** The rooms of the house: what each is, and what of our own it may import besides itself. */

export interface Room {
  /** One sentence, for docs/architecture.md. */
  what: string
  /** Rooms, or single files of them. */
  mayImport: readonly string[]
}

/** Both ends of a thread that answers questions. */
const THREADS = ['server/platform/processes/asked-thread.ts', 'server/platform/processes/answering-thread.ts']

export const ROOMS: Record<string, Room> = {
  'server/domain': {
    what: 'The rules: RD New, KLIC, prices, states. Pure functions.',
    mayImport: ['server/texts'],
  },
  'server/texts': { what: 'Every sentence that a person reads, one JSON file per language.', mayImport: [] },
  'server/cut': {
    what: 'Cuts an area into few notifications, from its arguments alone, by counts of work and no clock.',
    mayImport: ['server/domain'],
  },
  'server/contract': { what: 'The wire: schemas, table of errors, table of routes.', mayImport: ['server/domain'] },
  'server/store': {
    what: 'The rows: Kysely on SQLite or PostgreSQL, the declared schema and its steps; writes and reads result GeoPackages.',
    mayImport: ['server/domain'],
  },
  'server/storage': {
    what: 'The files that outlast a process: in a folder of this machine, or in a bucket with copies here.',
    mayImport: ['server/domain'],
  },
  'server/registry': {
    what: "The one client of the registry's interface (Kadaster B2B REST), and of the public register of addresses (BAG).",
    mayImport: ['server/domain', 'server/imkl/open-zip.ts', 'server/texts'],
  },
  'server/simulator': {
    what: 'The invented registry: an HTTP server with a ledger, which costs nothing.',
    mayImport: [
      'server/domain',
      'server/ground',
      'server/registry/types.ts',
      'server/registry/order-body.ts',
      'server/registry/endpoints.ts',
      ...THREADS,
    ],
  },
  'server/imkl': {
    what: 'Reads deliveries as a stream, resolves links, merges.',
    mayImport: ['server/domain', 'server/texts'],
  },
  'server/formats': {
    what: 'GeoJSON, Shapefile, DXF, XLSX; files with areas; GDAL.',
    mayImport: ['server/domain'],
  },
  'server/ground': {
    what: 'Delivered pictures of the ground: read row by row, laid side by side, cut into tiles.',
    mayImport: ['server/domain'],
  },
  'server/styling': {
    what: "The official look as text: QGIS styles, project and page, the map's style, symbols and legend. It neither reads nor writes a file.",
    mayImport: ['server/domain'],
  },
  'server/print': {
    what: 'Writes a result as a PDF of vectors, to exact scale.',
    mayImport: ['server/domain', 'server/texts'],
  },
  'server/tiles': {
    what: 'A result read into memory and cut into vector tiles, its ground into pictures, and read for the page of a site package: in a thread of its own.',
    mayImport: [
      'server/domain',
      'server/store',
      'server/ground',
      'server/exports/styling/first-picture.ts',
      ...THREADS,
    ],
  },
  'server/actions': {
    what: 'The work of a request, one verb a file.',
    mayImport: [
      ...['server/domain', 'server/cut', 'server/store', 'server/styling', 'server/texts'],
      ...[
        'server/platform/storage/port.ts',
        'server/platform/storage/storage-id.ts',
        'server/platform/storage/trouble.ts',
      ],
      ...THREADS,
    ],
  },
  'server/engine': {
    what: 'Durable execution: a port and its adapter over openworkflow, on SQLite or PostgreSQL.',
    mayImport: [],
  },
  'server/flows': {
    what: 'The work of a worker, as steps that can be killed.',
    mayImport: [
      'server/domain',
      'server/store',
      'server/platform/storage/port.ts',
      'server/platform/queue/port.ts',
      'server/registry',
    ],
  },
  'server/api': {
    what: 'HTTP in, HTTP out.',
    mayImport: ['server/contract', 'server/actions', 'server/domain', 'server/texts'],
  },
  'server/telemetry': {
    what: 'Logs without people or secrets, metrics: the one place that knows their libraries.',
    mayImport: ['server/domain'],
  },
  'server/runtime': {
    what: 'What entries share while they run: child processes, the cage, the data folder, ids.',
    mayImport: ['server/domain', 'server/platform/storage/port.ts', 'server/features/settings/billing-schema.ts'],
  },
  'server/config': {
    what: 'What is set from outside: environment, command line, which databases.',
    mayImport: ['server/domain', 'server/runtime', 'server/features/settings/billing-schema.ts'],
  },
  'server/conversion': {
    what: 'One conversion task, from deliveries to sealed files.',
    mayImport: [
      ...['server/domain', 'server/imkl', 'server/formats', 'server/ground', 'server/store', 'server/styling'],
      'server/print',
    ],
  },
  'server/cli': {
    what: 'The commands of `klic`.',
    mayImport: [
      'server/api',
      'server/contract',
      'server/actions',
      'server/domain',
      'server/cut',
      'server/config',
      'server/runtime',
      'server/conversion',
      'server/store',
      'server/storage',
      'server/registry',
      'server/simulator',
      'server/imkl/open-document.ts',
      'server/exports/tiles/tile-pool.ts',
    ],
  },
  renderer: { what: 'The window.', mayImport: ['server/contract', 'server/texts'] },
  electron: {
    what: 'The shell; it talks to the server over HTTP.',
    mayImport: ['server/platform/processes/child.ts', 'server/platform/processes/keep-alive.ts', 'server/texts'],
  },
}

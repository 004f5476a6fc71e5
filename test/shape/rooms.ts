/** The folders of the house: what each holds, and what of our own it may import besides itself. */

export interface Room {
  /** One sentence, for docs/architecture.md. */
  what: string
  /** Rooms, or single files of them. */
  mayImport: readonly string[]
}

/** Knows no noun. */
const BASE = ['server/platform', 'server/geometry', 'server/texts']

const IMKL = ['server/imkl', 'server/imkl/model', 'server/imkl/look']

/** What every feature stands on. Settings and the outbox of webhooks are features that all others use. */
const FEATURE = [
  ...BASE,
  ...IMKL,
  ...['server/cut', 'server/exports', 'server/registry'],
  ...['server/features', 'server/features/http', 'server/features/settings', 'server/features/webhooks'],
]
const ABOVE_JOBS = [...FEATURE, 'server/features/keys', 'server/features/jobs', 'server/features/results']
const ABOVE_DIGGING = [...ABOVE_JOBS, 'server/features/digging']

const EVERY_FEATURE = [
  ...['areas', 'calamities', 'digging', 'imports', 'jobs', 'keys', 'projects', 'results', 'site-package', 'status'],
  ...['trenches', 'users'],
].map((noun) => `server/features/${noun}`)

/** A file belongs to the room with the longest path above it. */
export const ROOMS: Record<string, Room> = {
  'server/platform': {
    what: 'HTTP, database, queue, processes, storage and log; refusals, limits and JSON. It knows no noun of the product.',
    mayImport: [],
  },
  'server/geometry': {
    what: 'RD New, rings and areas. Pure functions.',
    mayImport: ['server/platform', 'server/registry/klic.ts'],
  },
  'server/texts': { what: 'Every sentence that a person reads, one JSON file per language.', mayImport: [] },
  'server/cut': {
    what: 'Cuts an area into few notifications, from its arguments alone, by counts of work and no clock.',
    mayImport: [...BASE, 'server/registry/klic.ts', 'server/registry/prices.ts'],
  },
  'server/registry': {
    what: "Kadaster's B2B REST interface: its client, orders, codes and rules; and the register of addresses (BAG). It knows no rows.",
    mayImport: [...BASE, 'server/imkl/delivery/open-zip.ts'],
  },
  'server/simulator': {
    what: 'The invented registry: an HTTP server with a ledger, which costs nothing.',
    mayImport: [...BASE, 'server/registry', 'server/exports'],
  },
  'server/imkl/model': {
    what: 'The flat schema of a result, the themes and their colours, names in words, and what a conversion task takes and returns. Pure.',
    mayImport: [...BASE, 'server/registry'],
  },
  'server/imkl/look': {
    what: 'The official look of IMKL (PMKL 2.0): lines, points, symbols; the colours of the themes are in `imkl/model`. Pure.',
    mayImport: ['server/imkl/model'],
  },
  'server/imkl': {
    what: 'Reads deliveries as a stream, resolves links, merges.',
    mayImport: [...BASE, 'server/registry', 'server/imkl/model', 'server/imkl/look'],
  },
  'server/exports': {
    what: 'Writes results: GeoPackage, GeoJSON, Shapefile, DXF, XLSX, GeoTIFF, PDF, QGIS project and tiles; and reads result GeoPackages.',
    mayImport: [...BASE, ...IMKL, 'server/registry'],
  },
  'server/features': {
    what: 'What all features share: what actions and tasks are given, and the sweep that finds work in the rows.',
    mayImport: [...FEATURE, ...EVERY_FEATURE, 'server/simulator/control-port.ts'],
  },
  'server/features/http': {
    what: 'From a table of routes and its handlers to an Express router; who calls.',
    mayImport: FEATURE,
  },
  'server/features/settings': {
    what: 'What a company has set, its money and its connection to the registry.',
    mayImport: [...FEATURE, 'server/simulator/control-port.ts'],
  },
  'server/features/webhooks': {
    what: 'Events, the webhooks that deliver them, and their secrets.',
    mayImport: FEATURE,
  },
  'server/features/keys': {
    what: 'What opens something for its holder: API keys, pairing, calendar feeds, links for the site.',
    mayImport: FEATURE,
  },
  'server/features/users': {
    what: 'Users, invitations, passwords and sessions.',
    mayImport: [...FEATURE, 'server/features/keys'],
  },
  'server/features/areas': {
    what: 'Areas of a user: from a file or a drawing to a survey, addresses and safety areas.',
    mayImport: FEATURE,
  },
  'server/features/jobs': {
    what: 'A job from quote to delivery: quoting, submitting, filing, following, and what to do next.',
    mayImport: [...FEATURE, 'server/features/areas', 'server/features/keys'],
  },
  'server/features/results': {
    what: 'The result of a job: merging, exports, base map, tiles, OGC API, print and retention.',
    mayImport: [...FEATURE, 'server/features/areas', 'server/features/keys', 'server/features/jobs'],
  },
  'server/features/digging': {
    what: 'Whether one may dig, what must be done before, and what is on record of it.',
    mayImport: ABOVE_JOBS,
  },
  'server/features/trenches': {
    what: 'The plan of trial trenches of a job, and what was found on site.',
    mayImport: ABOVE_DIGGING,
  },
  'server/features/projects': {
    what: 'Projects: jobs, documents, checklists, log and dossier of one dig.',
    mayImport: [
      ...ABOVE_DIGGING,
      ...['server/features/site-package', 'server/features/trenches', 'server/features/users'],
    ],
  },
  'server/features/site-package': {
    what: 'The site package of a job and the links that lead to it.',
    mayImport: [...ABOVE_DIGGING, 'server/features/trenches'],
  },
  'server/features/imports': {
    what: 'Deliveries that somebody has as files, as jobs.',
    mayImport: [...ABOVE_DIGGING, 'server/features/projects', 'server/features/site-package'],
  },
  'server/features/calamities': { what: 'Calamities (calamiteitenmeldingen).', mayImport: ABOVE_JOBS },
  'server/features/status': {
    what: 'Health, status, figures and diagnostics of an installation.',
    mayImport: ABOVE_JOBS,
  },
  'server/api': {
    what: 'Puts the features together: the app, API v1 and its document, the API of the window, MCP.',
    mayImport: [...FEATURE, ...EVERY_FEATURE],
  },
  'server/config': {
    what: 'What is set from outside: environment, command line, which databases.',
    mayImport: ['server/platform', 'server/registry', 'server/features/settings'],
  },
  'server/cli': {
    what: 'The commands of `klic`.',
    mayImport: [...FEATURE, ...EVERY_FEATURE, 'server/api', 'server/config', 'server/simulator'],
  },
  renderer: {
    what: 'The window: schemas and texts are all that it takes from the server.',
    mayImport: ['server/texts'],
  },
  electron: {
    what: 'The shell; it talks to the server over HTTP.',
    mayImport: ['server/platform/processes/child.ts', 'server/platform/processes/keep-alive.ts', 'server/texts'],
  },
}

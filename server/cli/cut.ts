/** klic cut: how an area is cut into notifications, and what they cost. Nothing is stored and nothing is filed. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { cutArea } from '../cut/cut.ts'
import { quoteFor } from '../cut/quote.ts'
import { normaliseArea } from '../geometry/area.ts'
import { polygonJson } from '../geometry/geometry.ts'
import { installRdGrid } from '../geometry/install-grid.ts'
import { Refusal } from '../platform/refusal.ts'
import { KLIC_TYPES } from '../registry/klic.ts'
import { print, tell, Usage } from './say.ts'

export const help = `klic cut --type GRAAF|ORIENT [--crs CRS] FILE.geojson

  Cuts the polygon in FILE (RD New or WGS84; a geometry, a feature, or a collection with one feature; - for
  standard input) into as few notifications as the registry's rules allow.
  The price is the product's own; that of a server with a price list may differ.
  Prints {"notifications", "total", "parts": [GeoJSON polygons in RD New], ...}.`

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { type: { type: 'string' }, crs: { type: 'string' } },
  })
  const [file, ...others] = positionals
  if (!file || others.length > 0) throw new Usage('Name one file.')
  const klicType = KLIC_TYPES.find((type) => type === values.type)
  if (!klicType) throw new Usage('--type must be GRAAF or ORIENT.')
  await installRdGrid()
  const area = normaliseArea({ geometry: await readGeometry(file), ...(values.crs ? { crs: values.crs } : {}) })
  for (const warning of area.warnings) tell(`Warning: ${warning.message}`)
  const cut = cutArea(area.area, klicType)
  const quote = quoteFor(cut)
  print({
    notifications: quote.notifications,
    total: quote.total,
    price_per_notification: quote.price_per_notification,
    explanation: quote.explanation,
    lower_bound: cut.lowerBound,
    plain_grid: cut.plainGrid,
    extra_area_m2: cut.extraAreaM2,
    orders: cut.orders.map((order) => order.length),
    crs: area.crs,
    parts: cut.parts.map((part) => polygonJson(part.polygon)),
  })
}

/** By the system's code. */
const UNREAD: Readonly<Record<string, string>> = {
  ENOENT: 'is not there.',
  EISDIR: 'is a folder: name the file.',
  EACCES: 'may not be read.',
}

async function readGeometry(file: string): Promise<unknown> {
  const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Refusal('VALIDATION_FAILED', `${file} ${UNREAD[error.code ?? ''] ?? `can't be read: ${error.message}`}`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('MALFORMED_JSON', `${file} holds no JSON. Give a GeoJSON file.`)
  }
  return geometryIn(value)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A crs member of a collection or feature holds for the geometry inside, as the old GeoJSON wrote it. */
function geometryIn(value: unknown, crs?: unknown): unknown {
  if (!isObject(value)) return value
  const known = value.crs ?? crs
  if (value.type === 'FeatureCollection' && Array.isArray(value.features)) {
    if (value.features.length !== 1) {
      throw new Refusal(
        'GEOMETRY_INVALID',
        `The collection has ${value.features.length} features. Give one polygon at a time.`,
      )
    }
    return geometryIn(value.features[0], known)
  }
  if (value.type === 'Feature') return geometryIn(value.geometry, known)
  return known === undefined || value.crs !== undefined ? value : { ...value, crs: known }
}

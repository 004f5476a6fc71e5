/** Areas from text: GeoJSON, WKT (also EWKT, several lines), and corners line by line. Knows nothing of systems. */
import { type RawArea, type RawAreas, UnreadableArea } from './fault.ts'
import { cornersInTable } from './table.ts'

const EXAMPLE = 'Example of corners: 155000 463000 on each line.'

const numbersOf = (position: unknown): number[] => {
  const [x, y] = Array.isArray(position) ? (position as unknown[]) : []
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
    throw new UnreadableArea('NOT_UNDERSTOOD', 'A position is not two numbers.')
  }
  // Height and measure are dropped: an area lies flat.
  return [x, y]
}
const listOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new UnreadableArea('NOT_UNDERSTOOD', 'The coordinates of a geometry are not a list.')
  return value
}
const lineOf = (value: unknown): number[][] => listOf(value).map(numbersOf)

interface Collected {
  areas: RawArea[]
  points: number
  empty: number
}
const nothing = (): Collected => ({ areas: [], points: 0, empty: 0 })

const take = (into: Collected, kind: RawArea['kind'], name: string, coordinates: number[][][]): void => {
  if (coordinates.some((line) => line.length > 0)) into.areas.push({ kind, name, coordinates })
  else into.empty += 1
}

/** One geometry of GeoJSON, of whatever type. */
const collect = (into: Collected, type: string | undefined, coordinates: unknown, name: string): void => {
  if (type === 'Polygon') take(into, 'polygon', name, listOf(coordinates).map(lineOf))
  else if (type === 'MultiPolygon')
    for (const rings of listOf(coordinates)) take(into, 'polygon', name, listOf(rings).map(lineOf))
  else if (type === 'LineString') take(into, 'line', name, [lineOf(coordinates)])
  else if (type === 'MultiLineString') for (const line of listOf(coordinates)) take(into, 'line', name, [lineOf(line)])
  else if (type === 'Point') into.points += 1
  else if (type === 'MultiPoint') into.points += listOf(coordinates).length
  else throw new UnreadableArea('NOT_UNDERSTOOD', `This is no GeoJSON: there is no geometry of type ${type}.`)
}

/** Columns that hold the name of an area, the best first. */
export const NAMES = ['name', 'naam', 'omschrijving', 'title', 'label', 'id']
export const nameIn = (properties: unknown): string => {
  const entries = Object.entries((properties ?? {}) as Record<string, unknown>)
  for (const name of NAMES) {
    const found = entries.find(([key, value]) => key.toLowerCase() === name && value !== null && value !== '')
    if (found && ['string', 'number'].includes(typeof found[1])) return String(found[1]).slice(0, 80)
  }
  return ''
}

interface Json {
  type?: string
  features?: unknown
  geometry?: unknown
  geometries?: unknown
  properties?: unknown
  coordinates?: unknown
  crs?: { properties?: { name?: unknown } }
}
/** Collections in each other; the standard advises against the first. */
const MAX_DEPTH = 10

const collectJson = (into: Collected, node: Json | null, name: string, depth = 0): void => {
  if (depth > MAX_DEPTH) {
    const message = `In this GeoJSON more than ${MAX_DEPTH} collections hold each other: export the areas as single polygons.`
    throw new UnreadableArea('NOT_UNDERSTOOD', message)
  }
  if (node === null) into.empty += 1
  else if (node.type === 'FeatureCollection')
    for (const each of listOf(node.features)) collectJson(into, each as Json, '', depth + 1)
  else if (node.type === 'Feature')
    collectJson(into, (node.geometry ?? null) as Json | null, nameIn(node.properties), depth + 1)
  else if (node.type === 'GeometryCollection')
    for (const each of listOf(node.geometries)) collectJson(into, each as Json, name, depth + 1)
  else collect(into, node.type, node.coordinates, name)
}

export const readGeoJson = (text: string): RawAreas => {
  let json: Json
  try {
    json = JSON.parse(text) as Json
  } catch {
    throw new UnreadableArea('NOT_UNDERSTOOD', 'This is no GeoJSON: the text breaks off or holds a mistake.')
  }
  const found = nothing()
  collectJson(found, json, '')
  const stated = json?.crs?.properties?.name
  return { ...found, stated: typeof stated === 'string' ? stated : null }
}

const WKT = /^\s*(?:SRID=(\d+)\s*;\s*)?(MULTI)?(POLYGON|LINESTRING|POINT)\s*(?:ZM|Z|M)?\s*(\(|EMPTY)/i
export const looksLikeWkt = (text: string): boolean => WKT.test(text)

/** `((1 2, 3 4), (…))` becomes `[[[1,2],[3,4]],[…]]`, and JSON.parse is the parser. */
const wktCoordinates = (body: string): unknown => {
  const json = body
    .replace(/[-+.\deE]+(?:\s+[-+.\deE]+)+/g, (numbers) => `[${numbers.trim().split(/\s+/).map(Number).join(',')}]`)
    .replaceAll('(', '[')
    .replaceAll(')', ']')
  try {
    return JSON.parse(json)
  } catch {
    throw new UnreadableArea('NOT_UNDERSTOOD', 'This WKT breaks off or holds a mistake.')
  }
}

const TYPES = { POLYGON: 'Polygon', LINESTRING: 'LineString', POINT: 'Point' } as const

/** One geometry or several, one after the other. */
export const readWkt = (text: string): RawAreas => {
  const found = nothing()
  let stated: string | null = null
  for (let rest = text.trim(); rest !== ''; ) {
    const head = WKT.exec(rest)
    if (!head) throw new UnreadableArea('NOT_UNDERSTOOD', 'This WKT holds something that is no polygon, line or point.')
    if (head[1]) stated = `EPSG:${head[1]}`
    if (head[4]?.toUpperCase() === 'EMPTY') {
      found.empty += 1
      rest = rest.slice(head[0].length).replace(/^[\s;,]+/, '')
      continue
    }
    const start = head[0].length - 1
    const end = closingOf(rest, start)
    const type = `${head[2] ? 'Multi' : ''}${TYPES[head[3]!.toUpperCase() as keyof typeof TYPES]}`
    if (type.endsWith('Point')) found.points += 1
    else collect(found, type, wktCoordinates(rest.slice(start, end)), '')
    rest = rest.slice(end).replace(/^[\s;,]+/, '')
  }
  return { ...found, stated }
}

const closingOf = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  throw new UnreadableArea('NOT_UNDERSTOOD', 'This WKT breaks off: a bracket is not closed.')
}

/** `155000,5 463000` (decimal comma), `155000.5, 463000`, `155000;463000`, tabs: two or three numbers, or nothing. */
const numbersIn = (line: string): number[] => {
  const byBlank = line
    .split(/[;\s]+/)
    .map((token) => token.replace(/,$/, ''))
    .filter(Boolean)
  const tokens = byBlank.length === 1 ? byBlank[0]!.split(',') : byBlank.map((token) => token.replace(',', '.'))
  const numbers = tokens.map((token) => (token === '' ? Number.NaN : Number(token)))
  return numbers.length >= 2 && numbers.length <= 3 && numbers.every(Number.isFinite) ? numbers.slice(0, 2) : []
}

/** Corners line by line; an empty line begins another area. A first line of words is a heading, as in a CSV file. */
export const readCorners = (text: string): RawAreas => {
  const blocks: number[][][] = [[]]
  const lines = text.split(/\r?\n/)
  const table = cornersInTable(lines)
  for (const [index, line] of lines.entries()) {
    const row = line.trim()
    if (table && row !== '') {
      if (table[index]!.length > 0) blocks.at(-1)!.push(table[index]!)
      continue
    }
    if (row === '') {
      if (blocks.at(-1)!.length > 0) blocks.push([])
      continue
    }
    const corner = numbersIn(row)
    const isFirst = blocks.length === 1 && blocks[0]!.length === 0
    if (corner.length === 0 && isFirst && /^[^\d]*$/.test(row) && text.trim().includes('\n')) continue
    if (corner.length === 0) {
      if (isFirst)
        throw new UnreadableArea('NOT_UNDERSTOOD', `This is no GeoJSON, no WKT and no list of corners. ${EXAMPLE}`)
      throw new UnreadableArea('BAD_LINE', `Line ${index + 1} does not hold two numbers. ${EXAMPLE}`, index + 1)
    }
    blocks.at(-1)!.push(corner)
  }
  const areas = blocks.filter((block) => block.length > 0).map((block) => areaOfCorners(block))
  if (areas.length === 0)
    throw new UnreadableArea('NOT_UNDERSTOOD', `This is no GeoJSON, no WKT and no list of corners. ${EXAMPLE}`)
  return { areas, stated: null, points: 0, empty: 0 }
}

const areaOfCorners = (corners: number[][]): RawArea => {
  const [first, last] = [corners[0]!, corners.at(-1)!]
  const isClosed = first[0] === last[0] && first[1] === last[1]
  if (corners.length < (isClosed ? 4 : 3))
    throw new UnreadableArea('TOO_FEW_CORNERS', 'An area needs three corners or more.')
  // A list of corners need not say that it returns to the first.
  return { kind: 'polygon', name: '', coordinates: [isClosed ? corners : [...corners, first]] }
}

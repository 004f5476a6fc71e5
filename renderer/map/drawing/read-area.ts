/**
 * Reads an area that someone pastes or drops: WKT, GeoJSON (geometry, Feature, FeatureCollection with one polygon), or
 * corners line by line. It only understands the text; whether the area is any good is the server's judgement.
 */
import type { Polygon, Position } from 'geojson'
import type { Frame, Shape } from './shape.ts'

export type Unreadable =
  | { why: 'empty' | 'notUnderstood' | 'tooFew' | 'noPolygon' | 'mixedFrames' }
  | { why: 'badNumber'; line: number }
  | { why: 'severalPolygons'; count: number }

export type ReadArea = { ok: true; shape: Shape & { kind: 'polygon' } } | ({ ok: false } & Unreadable)

const failed = (problem: Unreadable): ReadArea => ({ ok: false, ...problem })
const found = (coordinates: Position[][], frame: Frame | null): ReadArea => ({
  ok: true,
  shape: { kind: 'polygon', frame, geometry: { type: 'Polygon', coordinates }, given: true },
})

const isRd = ([x, y]: Position): boolean => x! > -10_000 && x! < 310_000 && y! > 280_000 && y! < 660_000
const isLngLat = ([x, y]: Position): boolean => x! > 2 && x! < 8 && y! > 50 && y! < 57

const frameOf = (positions: Position[]): Frame | 'mixed' | null => {
  const rd = positions.filter(isRd).length
  const degrees = positions.filter(isLngLat).length
  if (rd === positions.length) return 'EPSG:28992'
  if (degrees === positions.length) return 'EPSG:4326'
  return rd > 0 && degrees > 0 ? 'mixed' : null
}

/** Height and measure are dropped: an area lies flat. */
const flat = (ring: unknown): Position[] =>
  (ring as unknown[]).map((at) => {
    const [x, y] = at as number[]
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new TypeError('not a position')
    return [x!, y!]
  })

const fromRings = (rings: unknown): ReadArea => {
  const coordinates = (rings as unknown[]).map(flat)
  if (coordinates.length === 0) return failed({ why: 'noPolygon' })
  const frame = frameOf(coordinates.flat())
  return frame === 'mixed' ? failed({ why: 'mixedFrames' }) : found(coordinates, frame)
}

const onePolygon = (polygons: unknown[]): ReadArea => {
  if (polygons.length === 0) return failed({ why: 'noPolygon' })
  if (polygons.length > 1) return failed({ why: 'severalPolygons', count: polygons.length })
  return fromRings(polygons[0])
}

const polygonsIn = (json: unknown): unknown[] => {
  const node = json as {
    type?: string
    geometry?: unknown
    features?: unknown[]
    geometries?: unknown[]
    coordinates?: unknown
  }
  switch (node?.type) {
    case 'FeatureCollection':
      return (node.features ?? []).flatMap(polygonsIn)
    case 'Feature':
      return polygonsIn(node.geometry)
    case 'GeometryCollection':
      return (node.geometries ?? []).flatMap(polygonsIn)
    case 'Polygon':
      return [(node as unknown as Polygon).coordinates]
    case 'MultiPolygon':
      return node.coordinates as unknown[]
    default:
      return []
  }
}

const fromJson = (text: string): ReadArea => {
  try {
    return onePolygon(polygonsIn(JSON.parse(text)))
  } catch {
    return failed({ why: 'notUnderstood' })
  }
}

/** `((1 2, 3 4), (…))` becomes `[[[1,2],[3,4]],[…]]`, and JSON.parse is the parser. */
const fromWkt = (body: string, multi: boolean): ReadArea => {
  const json = body
    .replace(/[-+.\deE]+(?:\s+[-+.\deE]+)+/g, (numbers) => `[${numbers.trim().split(/\s+/).map(Number).join(',')}]`)
    .replaceAll('(', '[')
    .replaceAll(')', ']')
  try {
    const rings = JSON.parse(json) as unknown[]
    return multi ? onePolygon(rings) : onePolygon([rings])
  } catch {
    return failed({ why: 'notUnderstood' })
  }
}

/** `155000,5 463000` (decimal comma), `155000.5, 463000`, `155000;463000`, tabs: two numbers or nothing. */
const numbersIn = (line: string): number[] => {
  const byBlank = line
    .split(/[;\s]+/)
    .map((token) => token.replace(/,$/, ''))
    .filter(Boolean)
  const tokens = byBlank.length === 1 ? byBlank[0]!.split(',') : byBlank.map((token) => token.replace(',', '.'))
  const numbers = tokens.map((token) => (token === '' ? Number.NaN : Number(token)))
  return numbers.length >= 2 && numbers.length <= 3 && numbers.every(Number.isFinite) ? numbers.slice(0, 2) : []
}

const fromLines = (text: string): ReadArea => {
  const rows = text.split(/\r?\n/).map((line) => line.trim())
  const corners: Position[] = []
  for (const [index, row] of rows.entries()) {
    if (row === '') continue
    const corner = numbersIn(row)
    // A first line of words is a heading, as in a CSV file.
    if (corner.length === 0 && corners.length === 0 && /^[^\d]*$/.test(row) && rows.length > 1) continue
    if (corner.length === 0)
      return failed(corners.length > 0 ? { why: 'badNumber', line: index + 1 } : { why: 'notUnderstood' })
    corners.push(corner)
  }
  const first = corners[0]
  if (!first) return failed({ why: 'notUnderstood' })
  const swapped = corners.map(([x, y]): Position => [y!, x!])
  const ring = frameOf(corners) === null && frameOf(swapped) === 'EPSG:4326' ? swapped : corners
  const frame = frameOf(ring)
  if (frame === 'mixed') return failed({ why: 'mixedFrames' })
  const [last, start] = [ring.at(-1)!, ring[0]!]
  const closed = last[0] === start[0] && last[1] === start[1]
  if (ring.length < (closed ? 4 : 3)) return failed({ why: 'tooFew' })
  return found([closed ? ring : [...ring, start]], frame)
}

export const readArea = (text: string): ReadArea => {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return failed({ why: 'empty' })
  if (trimmed.startsWith('{')) return fromJson(trimmed)
  const wkt = /^(?:SRID=\d+;\s*)?(MULTI)?POLYGON\s*(?:ZM|Z|M)?\s*(\(.*\))$/is.exec(trimmed)
  if (wkt) return fromWkt(wkt[2]!, wkt[1] !== undefined)
  return fromLines(trimmed)
}

/**
 * Geometry between reading and writing: packed into bytes for the staging, measured, and rounded on the way out.
 * RD New metres throughout. Coordinates stay as they were read until the very end, because operators deliver up to
 * eleven decimals and lengths are compared to the millimetre.
 */
import type { ResultGeometry } from '../../geometry/geometry.ts'

const POINT = 1
const LINES = 2
const POLYGONS = 3

/** Kind, then counts before their contents, then coordinates; all as 64-bit floats. */
export function packGeometry(geometry: ResultGeometry): Uint8Array {
  const out: number[] = []
  if (geometry.type === 'Point') out.push(POINT, geometry.xy[0], geometry.xy[1])
  else if (geometry.type === 'MultiLineString') {
    out.push(LINES, geometry.lines.length)
    for (const line of geometry.lines) pushAll(out, line)
  } else {
    out.push(POLYGONS, geometry.polygons.length)
    for (const rings of geometry.polygons) {
      out.push(rings.length)
      for (const ring of rings) pushAll(out, ring)
    }
  }
  return new Uint8Array(Float64Array.from(out).buffer)
}

function pushAll(out: number[], flat: readonly number[]): void {
  out.push(flat.length)
  for (let i = 0; i < flat.length; i++) out.push(flat[i]!)
}

export function unpackGeometry(bytes: Uint8Array): ResultGeometry {
  // A copy, because a buffer from outside need not start at a multiple of eight bytes.
  const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  let at = 1
  const flat = (): number[] => {
    const length = values[at++]!
    const part = Array.from(values.subarray(at, at + length))
    at += length
    return part
  }
  if (values[0] === POINT) return { type: 'Point', xy: [values[1]!, values[2]!] }
  const count = values[at++]!
  if (values[0] === LINES) {
    const lines: number[][] = []
    for (let i = 0; i < count; i++) lines.push(flat())
    return { type: 'MultiLineString', lines }
  }
  const polygons: number[][][] = []
  for (let i = 0; i < count; i++) {
    const rings: number[][] = []
    for (let n = values[at++]!; n > 0; n--) rings.push(flat())
    polygons.push(rings)
  }
  return { type: 'MultiPolygon', polygons }
}

/** Well-known text, to the millimetre, for a geometry that no layer takes. */
export function wkt(geometry: ResultGeometry): string {
  const path = (flat: readonly number[]): string => {
    const pairs: string[] = []
    for (let i = 0; i < flat.length; i += 2) pairs.push(`${toMillimetre(flat[i]!)} ${toMillimetre(flat[i + 1]!)}`)
    return `(${pairs.join(',')})`
  }
  if (geometry.type === 'Point') return `POINT${path(geometry.xy)}`
  if (geometry.type === 'MultiLineString') return `MULTILINESTRING(${geometry.lines.map(path).join(',')})`
  return `MULTIPOLYGON(${geometry.polygons.map((rings) => `(${rings.map(path).join(',')})`).join(',')})`
}

/** To whole millimetres, which is more than the accuracy of anything in a delivery. */
export const toMillimetre = (metres: number): number => Math.round(metres * 1000) / 1000

export function roundToMillimetres(geometry: ResultGeometry): ResultGeometry {
  const all = (flat: readonly number[]): number[] => flat.map(toMillimetre)
  if (geometry.type === 'Point')
    return { type: 'Point', xy: [toMillimetre(geometry.xy[0]), toMillimetre(geometry.xy[1])] }
  if (geometry.type === 'MultiLineString') return { type: 'MultiLineString', lines: geometry.lines.map(all) }
  return { type: 'MultiPolygon', polygons: geometry.polygons.map((rings) => rings.map(all)) }
}

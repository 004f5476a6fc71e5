/**
 * GeoPackageBinary (OGC 12-128r18, 2.1.3): the header, its envelope, and little-endian WKB, both ways.
 * Points go without an envelope, since it would say the same twice. Reads only what write.ts writes.
 */
import { emptyExtent, isEmpty, pathsOf } from '../../geometry/flat.ts'
import type { Extent, Position, ResultGeometry } from '../../geometry/geometry.ts'
import { doubleArea } from '../../geometry/plane.ts'

const SRS_ID = 28992
const WKB = { Point: 1, LineString: 2, Polygon: 3, MultiLineString: 5, MultiPolygon: 6 } as const
const LITTLE_ENDIAN = 1
/** flags: little-endian, and envelope kind 1 (minx, maxx, miny, maxy) or none */
const FLAGS_PLAIN = 0b0000_0001
const FLAGS_ENVELOPE = 0b0000_0011
const HEADER_BYTES = 8
const ENVELOPE_BYTES = 32
const XY_BYTES = 16
/** That much of a blob tells its extent. */
export const EXTENT_BYTES = HEADER_BYTES + ENVELOPE_BYTES

/** Null when there is no coordinate at all. A coordinate that is no finite number is a bug upstream. */
export function extentOf(geometry: ResultGeometry): Extent | null {
  const extent = emptyExtent()
  for (const path of pathsOf(geometry)) widen(extent, path)
  if (isEmpty(extent)) return null
  const { minX, minY, maxX, maxY } = extent
  if (!Number.isFinite(minX + minY + maxX + maxY)) throw new Error('A geometry has a coordinate that is no number')
  return extent
}

function widen(extent: Extent, flat: readonly number[]): void {
  for (let i = 0; i < flat.length; i += 2) {
    const x = flat[i]!
    const y = flat[i + 1]!
    // A NaN compares false with everything and would pass unseen.
    if (!(x - x === 0 && y - y === 0)) throw new Error('A geometry has a coordinate that is no number')
    if (x < extent.minX) extent.minX = x
    if (x > extent.maxX) extent.maxX = x
    if (y < extent.minY) extent.minY = y
    if (y > extent.maxY) extent.maxY = y
  }
}

/** @param single write the one polygon of a MultiPolygon as a Polygon, for a Polygon layer */
export function encodeGeometry(geometry: ResultGeometry, extent: Extent, single = false): Buffer {
  if (geometry.type === 'Point') {
    const blob = Buffer.allocUnsafe(HEADER_BYTES + 5 + XY_BYTES)
    header(blob, FLAGS_PLAIN)
    const at = start(blob, HEADER_BYTES, WKB.Point)
    coordinates(blob, at, geometry.xy)
    return blob
  }
  const wkbBytes = geometry.type === 'MultiLineString' ? linesBytes(geometry.lines) : polygonsBytes(geometry.polygons)
  const blob = Buffer.allocUnsafe(HEADER_BYTES + ENVELOPE_BYTES + (single ? wkbBytes - 9 : wkbBytes))
  header(blob, FLAGS_ENVELOPE)
  blob.writeDoubleLE(extent.minX, 8)
  blob.writeDoubleLE(extent.maxX, 16)
  blob.writeDoubleLE(extent.minY, 24)
  blob.writeDoubleLE(extent.maxY, 32)
  let at = HEADER_BYTES + ENVELOPE_BYTES
  if (geometry.type === 'MultiLineString') {
    at = blob.writeUInt32LE(geometry.lines.length, start(blob, at, WKB.MultiLineString))
    for (const line of geometry.lines) at = path(blob, start(blob, at, WKB.LineString), line)
    return blob
  }
  if (single && geometry.polygons.length !== 1) throw new Error('A Polygon layer takes exactly one polygon per feature')
  if (!single) at = blob.writeUInt32LE(geometry.polygons.length, start(blob, at, WKB.MultiPolygon))
  for (const rings of geometry.polygons) {
    at = blob.writeUInt32LE(rings.length, start(blob, at, WKB.Polygon))
    for (const [i, ring] of rings.entries()) at = path(blob, at, turned(ring, i === 0))
  }
  return blob
}

/** An outline against the clock, a hole with it: as GeoJSON (RFC 7946, 3.1.6) and the Dutch rules for GeoPackages have it. */
const turned = (ring: readonly number[], isOutline: boolean): readonly number[] => {
  const area = doubleArea(ring)
  return area === 0 || area > 0 === isOutline ? ring : reversed(ring)
}

const reversed = (ring: readonly number[]): number[] => {
  const back: number[] = []
  for (let i = ring.length - 2; i >= 0; i -= 2) back.push(ring[i]!, ring[i + 1]!)
  return back
}

const linesBytes = (lines: readonly (readonly number[])[]): number =>
  lines.reduce((sum, line) => sum + 9 + line.length * 8, 9)

const polygonsBytes = (polygons: readonly (readonly (readonly number[])[])[]): number =>
  polygons.reduce((sum, rings) => rings.reduce((inner, ring) => inner + 4 + ring.length * 8, sum + 9), 9)

function header(blob: Buffer, flags: number): void {
  blob[0] = 0x47
  blob[1] = 0x50
  blob[2] = 0
  blob[3] = flags
  blob.writeInt32LE(SRS_ID, 4)
}

function start(blob: Buffer, at: number, type: number): number {
  blob[at] = LITTLE_ENDIAN
  return blob.writeUInt32LE(type, at + 1)
}

const path = (blob: Buffer, at: number, flat: readonly number[]): number =>
  coordinates(blob, blob.writeUInt32LE(flat.length / 2, at), flat)

function coordinates(blob: Buffer, at: number, flat: readonly number[]): number {
  for (let i = 0; i < flat.length; i++) at = blob.writeDoubleLE(flat[i]!, at)
  return at
}

/** The extent as the blob's header has it, or of its point: without decoding the rest. */
export function extentOfBlob(blob: Buffer): Extent {
  const view = viewOf(blob)
  if (view.getUint8(3) === FLAGS_PLAIN) {
    const x = view.getFloat64(HEADER_BYTES + 5, true)
    const y = view.getFloat64(HEADER_BYTES + 13, true)
    return { minX: x, minY: y, maxX: x, maxY: y }
  }
  return {
    minX: view.getFloat64(8, true),
    maxX: view.getFloat64(16, true),
    minY: view.getFloat64(24, true),
    maxY: view.getFloat64(32, true),
  }
}

/** A Polygon comes back as a MultiPolygon of one, as ResultGeometry has it. */
export function decodeGeometry(blob: Buffer): ResultGeometry {
  const view = viewOf(blob)
  const cursor = { at: HEADER_BYTES + (view.getUint8(3) === FLAGS_PLAIN ? 0 : ENVELOPE_BYTES) }
  const type = next(view, cursor)
  switch (type) {
    case WKB.Point:
      return { type: 'Point', xy: flat(view, cursor, 1) as Position }
    case WKB.MultiLineString:
      return {
        type: 'MultiLineString',
        lines: times(count(view, cursor), () => {
          next(view, cursor)
          return flat(view, cursor, count(view, cursor))
        }),
      }
    case WKB.Polygon:
      return { type: 'MultiPolygon', polygons: [rings(view, cursor)] }
    case WKB.MultiPolygon:
      return {
        type: 'MultiPolygon',
        polygons: times(count(view, cursor), () => {
          next(view, cursor)
          return rings(view, cursor)
        }),
      }
    default:
      throw new Error(`A result holds geometry type ${type}, which no result has`)
  }
}

interface Cursor {
  at: number
}

function viewOf(blob: Buffer): DataView {
  if (blob[0] !== 0x47 || blob[1] !== 0x50 || (blob[3] !== FLAGS_PLAIN && blob[3] !== FLAGS_ENVELOPE)) {
    throw new Error('A geometry is not written as this product writes it')
  }
  return new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
}

function next(view: DataView, cursor: Cursor): number {
  cursor.at += 5
  return view.getUint32(cursor.at - 4, true)
}

function count(view: DataView, cursor: Cursor): number {
  cursor.at += 4
  return view.getUint32(cursor.at - 4, true)
}

const rings = (view: DataView, cursor: Cursor): number[][] =>
  times(count(view, cursor), () => flat(view, cursor, count(view, cursor)))

function flat(view: DataView, cursor: Cursor, positions: number): number[] {
  const out: number[] = []
  const end = cursor.at + positions * XY_BYTES
  for (; cursor.at < end; cursor.at += 8) out.push(view.getFloat64(cursor.at, true))
  return out
}

function times<T>(n: number, make: () => T): T[] {
  const out: T[] = []
  for (let i = 0; i < n; i++) out.push(make())
  return out
}

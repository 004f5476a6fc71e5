/**
 * Well-known binary as GeoJSON has it: every kind of SQL/MM, the first two dimensions, curves as lines. By hand,
 * because the binding of GDAL knows no polygon of curves, and what QGIS draws with arcs is one.
 */
import { arcAsLine } from '../../../geometry/arc.ts'
import type { Shape } from './collect.ts'

const MAX_DEPTH = 8

const GEOMETRY = {
  point: 1,
  line: 2,
  polygon: 3,
  multiPoint: 4,
  multiLine: 5,
  multiPolygon: 6,
  collection: 7,
  circular: 8,
  compound: 9,
  curvePolygon: 10,
  multiCurve: 11,
  multiSurface: 12,
  polyhedral: 15,
  tin: 16,
  triangle: 17,
} as const

/** Beside the number of the kind, in two spellings: thousands (ISO), and bits (what PostGIS and old GDAL write). */
const [HAS_Z, HAS_M, HAS_SRID] = [0x8000_0000, 0x4000_0000, 0x2000_0000]

/** @throws Error for what is none, or breaks off */
export function shapeOfWkb(wkb: Buffer): Shape {
  return new WkbReader(wkb).geometry(0)
}

/** Of what PostGIS writes, which states its system by a number; null: it states none. */
export function sridOfWkb(wkb: Buffer): number | null {
  const isLittle = wkb[0] === 1
  const read = (at: number): number => (isLittle ? wkb.readUInt32LE(at) : wkb.readUInt32BE(at))
  return read(1) & HAS_SRID ? read(5) : null
}

class WkbReader {
  private readonly view: DataView
  private at = 0
  private isLittle = true

  constructor(wkb: Buffer) {
    this.view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  }

  geometry(depth: number): Shape {
    if (depth > MAX_DEPTH) throw new Error('A geometry holds others too deep')
    const { kind, numbers } = this.head()
    switch (kind) {
      case GEOMETRY.point:
        this.positions(1, numbers)
        return { type: 'Point' }
      case GEOMETRY.line:
        return { type: 'LineString', coordinates: this.positions(this.count(), numbers) }
      case GEOMETRY.circular:
        return { type: 'LineString', coordinates: curveAsLine(this.positions(this.count(), numbers)) }
      case GEOMETRY.polygon:
      case GEOMETRY.triangle:
        return { type: 'Polygon', coordinates: this.times(() => this.positions(this.count(), numbers)) }
      case GEOMETRY.compound:
        return { type: 'LineString', coordinates: joinCurves(this.lines(depth)) }
      case GEOMETRY.curvePolygon:
        return { type: 'Polygon', coordinates: this.lines(depth) }
      case GEOMETRY.multiPoint:
      case GEOMETRY.multiLine:
      case GEOMETRY.multiPolygon:
      case GEOMETRY.collection:
      case GEOMETRY.multiCurve:
      case GEOMETRY.multiSurface:
      case GEOMETRY.polyhedral:
      case GEOMETRY.tin:
        return { type: 'GeometryCollection', geometries: this.times(() => this.geometry(depth + 1)) }
      default:
        throw new Error(`There is no geometry of kind ${kind}`)
    }
  }

  private head(): { kind: number; numbers: number } {
    this.isLittle = this.view.getUint8(this.at++) === 1
    const type = this.count()
    if (type & HAS_SRID) this.at += 4
    const iso = type & 0x0fff_ffff
    const thousands = Math.floor(iso / 1000)
    if (thousands > 3) throw new Error(`There is no geometry of kind ${iso}`)
    const hasZ = (type & HAS_Z) !== 0 || thousands === 1 || thousands === 3
    const hasM = (type & HAS_M) !== 0 || thousands >= 2
    return { kind: iso % 1000, numbers: 2 + Number(hasZ) + Number(hasM) }
  }

  private count(): number {
    const value = this.view.getUint32(this.at, this.isLittle)
    this.at += 4
    return value
  }

  /** What it says there is, until the bytes end. */
  private times<T>(read: () => T): T[] {
    const found: T[] = []
    for (let left = this.count(); left > 0; left--) found.push(read())
    return found
  }

  private lines(depth: number): number[][][] {
    return this.times(() => {
      const line = this.geometry(depth + 1)
      if (line.type !== 'LineString') throw new Error('A curve is made of something else')
      return line.coordinates
    })
  }

  private positions(count: number, numbers: number): number[][] {
    const found: number[][] = []
    for (let left = count; left > 0; left--) {
      found.push([this.view.getFloat64(this.at, this.isLittle), this.view.getFloat64(this.at + 8, this.isLittle)])
      this.at += 8 * numbers
    }
    return found
  }
}

/** As GDAL does for the other formats: what lies between an arc and its chord is 0.06 % of the radius at most. */
const RADIANS_A_CHORD = (4 / 180) * Math.PI

type Pair = readonly [number, number]

/** Arcs share their ends: the second of three positions is on the way. */
export function curveAsLine(positions: readonly number[][]): number[][] {
  const line = positions.slice(0, 1)
  for (let i = 2; i < positions.length; i += 2) {
    line.push(...arcThrough(positions[i - 2]!, positions[i - 1]!, positions[i]!).slice(1))
  }
  return line
}

function arcThrough(from: readonly number[], through: readonly number[], to: readonly number[]): number[][] {
  const [[x1, y1], [x2, y2], [x3, y3]] = [from, through, to] as [Pair, Pair, Pair]
  if (x1 === x3 && y1 === y3) {
    // A whole circle: the one on the way is on its other side.
    const [cx, cy, dx, dy] = [(x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / 2, (y2 - y1) / 2]
    return [...arcThrough(from, [cx - dy, cy + dx], through), ...arcThrough(through, [cx + dy, cy - dx], to).slice(1)]
  }
  const flat = arcAsLine([...from, ...through, ...to], false, () => RADIANS_A_CHORD)
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!])
}

/** Each begins where the one before it ends. */
export const joinCurves = (lines: readonly number[][][]): number[][] =>
  lines.flatMap((line, i) => (i === 0 ? line : line.slice(1)))

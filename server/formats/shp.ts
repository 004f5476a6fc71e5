/**
 * The shapes of a Shapefile and their index, as ESRI's Shapefile Technical Description (1998) has them: an outline runs
 * clockwise, a hole the other way, and what has no shape is a Null Shape. Lengths and places are counted in words of two
 * bytes.
 */

import { emptyExtent, isEmpty, widen } from '../domain/geometry/flat.ts'
import type { Extent, ResultGeometry } from '../domain/geometry/geometry.ts'
import { doubleArea } from '../domain/geometry/plane.ts'
import type { LayerGeometry } from '../domain/imkl/layers.ts'

export const SHP_HEADER_BYTES = 100
export const INDEX_BYTES = 8
const RECORD_HEADER_BYTES = 8
const FILE_CODE = 9994
const VERSION = 1000
const NULL_SHAPE = 0
const NULL_BYTES = 4
const POINT_BYTES = 20
/** Kind, box, and how many parts and points. */
const PARTS_AT = 44
const XY_BYTES = 16

export const SHAPE_KIND: Readonly<Record<LayerGeometry, number>> = {
  Point: 1,
  MultiLineString: 3,
  MultiPolygon: 5,
  Polygon: 5,
}

/** Of a .shp or .shx; the box of a file without shapes is zero. */
export function shpHeader(geometry: LayerGeometry, bytes: number, extent: Extent): Buffer {
  const header = Buffer.alloc(SHP_HEADER_BYTES)
  header.writeInt32BE(FILE_CODE, 0)
  header.writeInt32BE(bytes / 2, 24)
  header.writeInt32LE(VERSION, 28)
  header.writeInt32LE(SHAPE_KIND[geometry], 32)
  if (!isEmpty(extent)) putBox(header, 36, extent)
  return header
}

/** Of the record of one object, its header included. */
export function shapeBytes(geometry: ResultGeometry | null): number {
  if (geometry === null) return RECORD_HEADER_BYTES + NULL_BYTES
  if (geometry.type === 'Point') return RECORD_HEADER_BYTES + POINT_BYTES
  const { parts, numbers } = sizeOf(geometry)
  return RECORD_HEADER_BYTES + (parts === 0 ? NULL_BYTES : PARTS_AT + parts * 4 + numbers * 8)
}

/**
 * @param number of the record, from 1
 * @param bytes as `shapeBytes` says
 * @param within is widened to hold it
 */
export function putShape(
  geometry: ResultGeometry | null,
  number: number,
  bytes: number,
  into: Buffer,
  at: number,
  within: Extent,
): void {
  into.writeInt32BE(number, at)
  into.writeInt32BE((bytes - RECORD_HEADER_BYTES) / 2, at + 4)
  const content = at + RECORD_HEADER_BYTES
  if (bytes === RECORD_HEADER_BYTES + NULL_BYTES || geometry === null) {
    into.writeInt32LE(NULL_SHAPE, content)
  } else if (geometry.type === 'Point') {
    into.writeInt32LE(SHAPE_KIND.Point, content)
    into.writeDoubleLE(geometry.xy[0], content + 4)
    into.writeDoubleLE(geometry.xy[1], content + 12)
    widen(within, geometry.xy)
  } else putParts(geometry, into, content, within)
}

/** @param at of the shape's record in the .shp, in bytes */
export function putIndex(at: number, bytes: number, into: Buffer, to: number): void {
  into.writeInt32BE(at / 2, to)
  into.writeInt32BE((bytes - RECORD_HEADER_BYTES) / 2, to + 4)
}

type Parts = Exclude<ResultGeometry, { type: 'Point' }>

function sizeOf(geometry: Parts): { parts: number; numbers: number } {
  const size = { parts: 0, numbers: 0 }
  const add = (paths: readonly (readonly number[])[]): void => {
    size.parts += paths.length
    for (const path of paths) size.numbers += path.length
  }
  if (geometry.type === 'MultiLineString') add(geometry.lines)
  else geometry.polygons.forEach(add)
  return size
}

function putParts(geometry: Parts, into: Buffer, at: number, within: Extent): void {
  const { parts, numbers } = sizeOf(geometry)
  into.writeInt32LE(geometry.type === 'MultiLineString' ? SHAPE_KIND.MultiLineString : SHAPE_KIND.Polygon, at)
  into.writeInt32LE(parts, at + 36)
  into.writeInt32LE(numbers / 2, at + 40)
  const box = emptyExtent()
  const first = at + PARTS_AT + parts * 4
  let part = at + PARTS_AT
  let to = first
  const put = (path: readonly number[], isReversed: boolean): void => {
    part = into.writeInt32LE((to - first) / XY_BYTES, part)
    to = isReversed ? putBackwards(path, into, to) : putForwards(path, into, to)
    widen(box, path)
  }
  if (geometry.type === 'MultiLineString') for (const line of geometry.lines) put(line, false)
  else
    for (const rings of geometry.polygons)
      for (let r = 0; r < rings.length; r++)
        put(rings[r]!, r === 0 ? doubleArea(rings[r]!) > 0 : doubleArea(rings[r]!) < 0)
  putBox(into, at + 4, box)
  widen(within, [box.minX, box.minY, box.maxX, box.maxY])
}

function putForwards(path: readonly number[], into: Buffer, at: number): number {
  let to = at
  for (let i = 0; i < path.length; i++) to = into.writeDoubleLE(path[i]!, to)
  return to
}

function putBackwards(path: readonly number[], into: Buffer, at: number): number {
  let to = at
  for (let i = path.length - 2; i >= 0; i -= 2) to = into.writeDoubleLE(path[i + 1]!, into.writeDoubleLE(path[i]!, to))
  return to
}

function putBox(into: Buffer, at: number, { minX, minY, maxX, maxY }: Extent): void {
  let to = at
  for (const edge of [minX, minY, maxX, maxY]) to = into.writeDoubleLE(edge, to)
}

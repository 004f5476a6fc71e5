/**
 * Reads the registry's list of safety areas: `{"veiligheidgebieden": [{polygon}, …]}`, each in RD New with a `crs` that
 * says so. That is all that is published of it, so the shape may stand in an item or be the item, and be of several pieces.
 */
import type { Position, Ring } from '../geometry/geometry.ts'
import { NETHERLANDS_BOX } from '../geometry/rd/crs.ts'
import { MAX_SAFETY_AREAS, MAX_SAFETY_POSITIONS, type ReadSafetyAreas } from './safety-area-list.ts'

type Json = Record<string, unknown>

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null
const { minX, minY, maxX, maxY } = NETHERLANDS_BOX

const positionOf = (value: unknown): Position | undefined => {
  if (!Array.isArray(value)) return undefined
  const [x, y] = value
  const isInside = typeof x === 'number' && typeof y === 'number' && x >= minX && x <= maxX && y >= minY && y <= maxY
  return isInside ? [x, y] : undefined
}

/** Closed, whether it came so or not. */
const ringOf = (value: unknown): Ring | undefined => {
  if (!Array.isArray(value)) return undefined
  const ring: Ring = []
  for (const each of value) {
    const position = positionOf(each)
    if (!position) return undefined
    ring.push(position)
  }
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last) return undefined
  if (first[0] !== last[0] || first[1] !== last[1]) ring.push([...first])
  return ring.length >= 4 ? ring : undefined
}

const isRd = (shape: Json): boolean => {
  if (!isRecord(shape.crs)) return true
  const { properties } = shape.crs
  return isRecord(properties) && /28992$/.test(String(properties.name))
}

/** @returns of each piece its rings; undefined: it is no area */
const piecesOf = (item: unknown): Ring[][] | undefined => {
  if (!isRecord(item)) return undefined
  const shape = isRecord(item.polygon) ? item.polygon : isRecord(item.geometry) ? item.geometry : item
  const { type, coordinates } = shape
  if (!isRd(shape) || !Array.isArray(coordinates) || coordinates.length === 0) return undefined
  const pieces: unknown[] = type === 'MultiPolygon' ? coordinates : [coordinates]
  const read: Ring[][] = []
  for (const piece of pieces) {
    if (!Array.isArray(piece) || piece.length === 0) return undefined
    const rings = piece.map(ringOf)
    if (!rings.every((ring) => ring !== undefined)) return undefined
    read.push(rings)
  }
  return read
}

/** @returns undefined: it is no list, or more than one of the Netherlands can be */
export const readSafetyAreas = (json: Json | undefined): ReadSafetyAreas | undefined => {
  const items = json?.veiligheidgebieden ?? json?.veiligheidsgebieden
  if (!Array.isArray(items) || items.length > MAX_SAFETY_AREAS) return undefined
  const areas: Ring[][] = []
  let [leftOut, positions] = [0, 0]
  for (const item of items) {
    const pieces = piecesOf(item)
    if (!pieces) leftOut++
    for (const piece of pieces ?? []) {
      positions += piece.reduce((sum, ring) => sum + ring.length, 0)
      if (positions > MAX_SAFETY_POSITIONS) return undefined
      areas.push(piece)
    }
  }
  // A list of which nothing can be read says nothing of the country.
  return areas.length === 0 && leftOut > 0 ? undefined : { areas, leftOut }
}

/**
 * From what a caller sent to an area the cut can work on: one polygon in RD New on the millimetre grid, outline
 * counter-clockwise, holes clockwise. It refuses rather than repairs: people dig by this area, so nothing about its
 * shape is guessed. What is only a matter of writing (direction of a ring, repeated positions, heights) is put right.
 * Rules: design of the API part 2, "Geometry and crs"; polygon rules and box of the registry: Kadaster KLIC B2B.
 */

import { Refusal, type RefusalCode } from '../platform/refusal.ts'
import { foundAbroad } from './abroad.ts'
import { eachContact, type RingContact } from './contacts.ts'
import type { Position, RdPolygon } from './geometry.ts'
import { doubleArea, extentOfRing, type MmRing, metreRing, mmRings, sideOfRing } from './plane.ts'
import { NETHERLANDS_BOX, numbersSay, recogniseCrs, statedCrs } from './rd/crs.ts'
import { APPROXIMATION_ERROR_M, lngLatFromRd, rdFromLngLat, transformationKind } from './rd/rd.ts'
import { MAX_INPUT_POSITIONS } from './registry-limits.ts'

export type AreaCrs = 'EPSG:28992' | 'EPSG:4326'

export interface AreaWarning {
  code: 'HEIGHTS_DROPPED' | 'POSITIONS_DROPPED' | 'APPROXIMATE_TRANSFORMATION' | 'SEEMS_ABROAD' | 'AREA_TINY'
  message: string
}

export interface NormalisedArea {
  /** What the caller's numbers were taken for. */
  crs: AreaCrs
  area: RdPolygon
  warnings: AreaWarning[]
  /** The corner that the warning SEEMS_ABROAD is about; RD New, metres. */
  abroad: Position | null
}

/**
 * @param input `geometry` is the untrusted GeoJSON; `crs` the member beside it, when given
 * @throws Refusal GEOMETRY_INVALID, GEOMETRY_OUTSIDE_NETHERLANDS, GEOMETRY_TOO_LARGE, CRS_INVALID or CRS_MISMATCH
 */
export const normaliseArea = (input: { geometry: unknown; crs?: string }): NormalisedArea => {
  const warnings: AreaWarning[] = []
  const rings = readRings(input.geometry, warnings)
  const crs = recogniseCrs(statedCrs(input.crs, input.geometry), numbersSay(rings))
  if (crs === 'EPSG:4326' && transformationKind() === 'approximation') {
    warnings.push({
      code: 'APPROXIMATE_TRANSFORMATION',
      message: `The official RDNAPTRANS2018 grid is not installed: positions were turned into RD New with an error of at most ${APPROXIMATION_ERROR_M * 1000} mm.`,
    })
  }
  const placed = rings.map((ring, r) => place(ring, r, crs))
  const kept = placed.map((ring, r) => dropRepeats(ring, r, rings[r]!))
  const dropped = placed.reduce((sum, ring, r) => sum + ring.length / 2 - 1 - kept[r]!.flat.length / 2, 0)
  if (dropped > 0) {
    warnings.push({ code: 'POSITIONS_DROPPED', message: `${dropped} repeated position(s) were dropped.` })
  }
  refuseContacts(kept, crs)
  refuseMisplacedHoles(kept, crs)
  const area: RdPolygon = {
    crs: 'EPSG:28992',
    rings: kept.map(({ flat }, r) => metreRing(doubleArea(flat) > 0 === (r === 0) ? flat : reversed(flat))),
  }
  const outline = area.rings[0]!
  const found = foundAbroad(outline)
  const abroad = found ? outline[found.at]! : null
  if (found && abroad) {
    const where = showMm(abroad[0] * 1000, abroad[1] * 1000, crs)
    warnings.push({
      code: 'SEEMS_ABROAD',
      message: `Position ${where} seems to lie in ${found.country}; the registry knows the Netherlands only. Check the area before you submit it.`,
    })
  }
  const size = areaM2(area)
  if (size < TINY_M2) {
    const message = `The area is ${size} m2, smaller than a table: check its numbers. A notification costs the same for it.`
    warnings.push({ code: 'AREA_TINY', message })
  }
  return { crs, area, warnings, abroad }
}

/** Nobody digs a hole of this size by notification: more likely a number is wrong. */
const TINY_M2 = 1

const refuse = (code: RefusalCode, pointer: string, message: string): never => {
  throw new Refusal(code, message, { complaints: [{ pointer, code, message }] })
}

const INSTEAD: Record<string, string> = {
  MultiPolygon: 'make a request of its own for each polygon',
  GeometryCollection: 'send one Polygon',
  Feature: 'send its geometry member',
  FeatureCollection: 'send the geometry of one feature',
  Point: 'draw the area around it',
  MultiPoint: 'draw the area around it',
  LineString: 'draw the area around it, for instance a strip along the line',
  MultiLineString: 'draw the area around it, for instance a strip along the line',
}

/** The rings as they came, checked for their form only. */
const readRings = (geometry: unknown, warnings: AreaWarning[]): Position[][] => {
  if (typeof geometry !== 'object' || geometry === null || Array.isArray(geometry)) {
    return refuse('GEOMETRY_INVALID', '/geometry', 'The geometry must be a GeoJSON Polygon object.')
  }
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  if (type !== 'Polygon') {
    const name = typeof type === 'string' ? type.slice(0, 40) : 'geometry without a type'
    const instead = INSTEAD[name] ?? 'send a GeoJSON Polygon'
    return refuse('GEOMETRY_INVALID', '/geometry/type', `A ${name} is not accepted: ${instead}.`)
  }
  if (!Array.isArray(coordinates) || coordinates.length === 0) {
    return refuse('GEOMETRY_INVALID', '/geometry/coordinates', 'The polygon has no rings.')
  }
  let total = 0
  for (const ring of coordinates) total += Array.isArray(ring) ? ring.length : 0
  if (total > MAX_INPUT_POSITIONS) {
    const message = `The polygon has ${total} positions; at most ${MAX_INPUT_POSITIONS} are accepted. Simplify it or split it.`
    return refuse('GEOMETRY_TOO_LARGE', '/geometry/coordinates', message)
  }
  let heights = false
  const rings = coordinates.map((ring: unknown, r): Position[] => {
    const pointer = `/geometry/coordinates/${r}`
    if (!Array.isArray(ring)) return refuse('GEOMETRY_INVALID', pointer, 'A ring must be a list of positions.')
    const positions = ring.map((position: unknown, i): Position => {
      if (!Array.isArray(position) || position.length < 2 || !position.every(Number.isFinite)) {
        const shown = JSON.stringify(position)?.slice(0, 60)
        const message = `A position must be two finite numbers, and a height if any; this one is ${shown}.`
        return refuse('GEOMETRY_INVALID', `${pointer}/${i}`, message)
      }
      heights ||= position.length > 2
      return [position[0], position[1]]
    })
    const first = positions[0]
    const last = positions.at(-1)
    if (!first || !last || positions.length < 4) {
      return refuse('GEOMETRY_INVALID', pointer, 'A ring needs at least four positions, the closing one included.')
    }
    if (first[0] !== last[0] || first[1] !== last[1]) {
      const message = `The ring is not closed: it starts at ${show(first)} and ends at ${show(last)}. Repeat the first position at the end.`
      return refuse('GEOMETRY_INVALID', `${pointer}/${positions.length - 1}`, message)
    }
    return positions
  })
  if (heights)
    warnings.push({ code: 'HEIGHTS_DROPPED', message: 'Only x and y are used; further figures were dropped.' })
  return rings
}

const show = (position: readonly number[]): string => `[${position.join(', ')}]`

/** To whole millimetres RD, still closed. */
const place = (ring: Position[], r: number, crs: AreaCrs): number[] => {
  const flat: number[] = []
  ring.forEach((position, i) => {
    const [x, y] = crs === 'EPSG:4326' ? rdFromLngLat(position) : position
    const inside =
      x >= NETHERLANDS_BOX.minX && x <= NETHERLANDS_BOX.maxX && y >= NETHERLANDS_BOX.minY && y <= NETHERLANDS_BOX.maxY
    if (!inside) {
      const { minX, minY, maxX, maxY } = NETHERLANDS_BOX
      const swapped = crs === 'EPSG:28992' && y >= minX && y <= maxX && x >= minY && x <= maxY
      const message = swapped
        ? `Position ${show(position)} seems to be y, x; RD New is written x (east) first.`
        : `Position ${show(position)} lies outside the Netherlands (RD New x ${minX} to ${maxX}, y ${minY} to ${maxY}).`
      refuse('GEOMETRY_OUTSIDE_NETHERLANDS', `/geometry/coordinates/${r}/${i}`, message)
    }
    flat.push(Math.round(x * 1000), Math.round(y * 1000))
  })
  return flat
}

/** An open ring and, for each position, its number in what the caller sent. */
interface KeptRing {
  flat: number[]
  numbers: number[]
}

const dropRepeats = (closed: MmRing, r: number, sent: Position[]): KeptRing => {
  const flat: number[] = []
  const numbers: number[] = []
  for (let i = 0; i + 2 < closed.length; i += 2) {
    if (flat.length > 0 && flat.at(-2) === closed[i] && flat.at(-1) === closed[i + 1]) continue
    flat.push(closed[i]!, closed[i + 1]!)
    numbers.push(i / 2)
  }
  while (flat.length > 2 && flat[0] === flat.at(-2) && flat[1] === flat.at(-1)) {
    flat.length -= 2
    numbers.pop()
  }
  if (flat.length < 6 || isFlat(flat)) {
    const message = `The ring at ${show(sent[0]!)} has no area: its positions lie on one point or one line.`
    refuse('GEOMETRY_INVALID', `/geometry/coordinates/${r}`, message)
  }
  return { flat, numbers }
}

/** No area by mistake of one bow-tie balancing another is left to the search for crossings, which can say where. */
const isFlat = (flat: MmRing): boolean => {
  if (doubleArea(flat) !== 0) return false
  const [x0, y0, x1, y1] = flat as [number, number, number, number]
  for (let i = 4; i < flat.length; i += 2) {
    if ((x1 - x0) * (flat[i + 1]! - y0) !== (y1 - y0) * (flat[i]! - x0)) return false
  }
  return true
}

/** In the caller's own system, so that it can be found on the caller's map. */
const showMm = (x: number, y: number, crs: AreaCrs): string => {
  if (crs === 'EPSG:28992') return show([Math.round(x) / 1000, Math.round(y) / 1000])
  const [lng, lat] = lngLatFromRd([x / 1000, y / 1000])
  return show([Number(lng.toFixed(8)), Number(lat.toFixed(8))])
}

/**
 * A ring may not meet itself; two rings may touch in one point (a hole on the outline), not more, because then they
 * would cut the area in two.
 */
const refuseContacts = (rings: readonly KeptRing[], crs: AreaCrs): void => {
  const touches = new Map<string, string>()
  eachContact(
    rings.map((ring) => ring.flat),
    (contact) => {
      const { kind, ringA, ringB, x, y } = contact
      if (kind === 'touch' && ringA !== ringB) {
        const pair = `${ringA} ${ringB}`
        const here = `${x} ${y}`
        const before = touches.get(pair)
        touches.set(pair, here)
        if (before === undefined || before === here) return false
      }
      const verb = kind === 'cross' ? 'cross' : kind === 'touch' ? 'touch' : 'run over each other'
      const edge = (ring: number, index: number) => {
        const numbers = rings[ring]!.numbers
        return `${numbers[index]} to ${numbers[(index + 1) % numbers.length]}`
      }
      const message =
        ringA === ringB
          ? `The ring meets itself at ${showMm(x, y, crs)}: its sides ${edge(ringA, contact.edgeA)} and ${edge(ringB, contact.edgeB)} ${verb}.`
          : `Rings ${ringA} and ${ringB} ${kind === 'touch' ? 'touch in more than one point, also' : verb} at ${showMm(x, y, crs)}.`
      return refuse('GEOMETRY_INVALID', pointerOf(rings, contact), message)
    },
  )
}

const pointerOf = (rings: readonly KeptRing[], { ringA, edgeA }: RingContact): string =>
  `/geometry/coordinates/${ringA}/${rings[ringA]!.numbers[edgeA]}`

/** After the contacts: rings are now apart or one in the other, but for a common point. */
const refuseMisplacedHoles = (rings: readonly KeptRing[], crs: AreaCrs): void => {
  const boxes = rings.map(({ flat }) => extentOfRing(flat))
  const isIn = (inner: number, outer: number): boolean => {
    const a = boxes[inner]!
    const b = boxes[outer]!
    if (a.minX < b.minX || a.minY < b.minY || a.maxX > b.maxX || a.maxY > b.maxY) return false
    const { flat } = rings[inner]!
    for (let i = 0; i < flat.length; i += 2) {
      const side = sideOfRing(rings[outer]!.flat, flat[i]!, flat[i + 1]!)
      if (side !== 0) return side === 1
    }
    return true
  }
  for (let hole = 1; hole < rings.length; hole++) {
    const { flat } = rings[hole]!
    const where = showMm(flat[0]!, flat[1]!, crs)
    const pointer = `/geometry/coordinates/${hole}`
    if (!isIn(hole, 0)) refuse('GEOMETRY_INVALID', pointer, `The hole at ${where} does not lie in the outline.`)
    for (let other = 1; other < rings.length; other++) {
      if (other === hole || !isIn(hole, other)) continue
      refuse('GEOMETRY_INVALID', pointer, `The hole at ${where} lies in hole ${other}.`)
    }
  }
}

/** The same first position, the other way round. */
const reversed = (flat: MmRing): number[] => {
  const turned = [flat[0]!, flat[1]!]
  for (let i = flat.length - 2; i > 0; i -= 2) turned.push(flat[i]!, flat[i + 1]!)
  return turned
}

/** Area in m2, holes taken off. */
export const areaM2 = (polygon: RdPolygon): number => {
  const [outline, ...holes] = mmRings(polygon).map((ring) => Math.abs(doubleArea(ring)) / 2e6)
  return holes.reduce((sum, hole) => sum - hole, outline ?? 0)
}

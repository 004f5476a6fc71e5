/**
 * Cuts an area into the parts that are filed, each one paid notification: as few as we can find, each within every
 * rule of the registry, together covering the whole area. How many there are is what the customer pays for.
 *
 * Rules of a part (Kadaster KLIC B2B, polygon rules; figures in prices.ts): one ring without holes that neither crosses
 * nor touches itself, at most 50 positions, whole millimetres, an axis-aligned extent of at most 500 x 500 m (GRAAF)
 * or 2500 x 2500 m (ORIENT). A part may cover somewhat more than was drawn: holes inside one part, bridges between
 * pieces and simplified outlines; `extraAreaM2` says how much.
 *
 * The same area gives the same parts, always; moved by whole metres it gives the same parts, moved.
 */
import { clipToTile, Tangled } from './cut/clip.ts'
import { ordersOf } from './cut/orders.ts'
import { outlineOf } from './cut/outline.ts'
import { plainGridOf, plansOf } from './cut/plan.ts'
import type { Tile } from './cut/strips.ts'
import type { Extent, RdPolygon } from './geometry.ts'
import type { KlicType } from './klic.ts'
import { doubleArea, type MmRing, metreRing, mmRings } from './plane.ts'
import { REGISTRY_LIMITS } from './prices.ts'
import { Refusal } from './refusal.ts'

/** An area that takes more is no single job. */
export const MAX_PARTS = 2000

export interface CutPart {
  /** One ring. */
  polygon: RdPolygon
  widthM: number
  heightM: number
  areaM2: number
}

export interface Cut {
  parts: CutPart[]
  /** Indices of parts, one list for each order at the registry. */
  orders: number[][]
  /** Proven: no cut has fewer parts. */
  lowerBound: number
  /** Parts that a fixed grid anchored at the origin of RD would take. */
  plainGrid: number
  /** What the parts cover beyond the area, overlaps counted. */
  extraAreaM2: number
  /** For people, in English. */
  explanation: string
}

/**
 * @param area as domain/area.ts makes it: valid, whole millimetres, outline counter-clockwise, holes clockwise
 * @throws Refusal GEOMETRY_TOO_LARGE above 2000 parts
 */
export const cutArea = (area: RdPolygon, klicType: KlicType): Cut => {
  const limits = REGISTRY_LIMITS[klicType]
  const side = limits.partSideM * 1000
  const rings = mmRings(area)
  const { plans, lowerBound } = plansOf(rings, side, MAX_PARTS)
  if (plans.length === 0) {
    const message = `The area takes more than ${MAX_PARTS} notifications. Split it into smaller jobs.`
    throw new Refusal('GEOMETRY_TOO_LARGE', message, {
      complaints: [{ pointer: '/geometry', code: 'GEOMETRY_TOO_LARGE', message }],
    })
  }
  const outlines = plans.map((tiles) => outlinesOf(rings, tiles)).reduce((best, other) => better(best, other))
  const parts = outlines.map(partOf)
  const drawnM2 = rings.reduce((sum, ring) => sum + doubleArea(ring), 0) / 2e6
  const cut = {
    parts,
    orders: ordersOf(outlines.map(extentOfMm), limits.orderSideM * 1000),
    lowerBound: Math.min(lowerBound, parts.length),
    plainGrid: plainGridOf(rings, side),
    extraAreaM2: Math.max(0, Math.round((parts.reduce((sum, part) => sum + part.areaM2, 0) - drawnM2) * 1000) / 1000),
  }
  return { ...cut, explanation: explain(cut, klicType) }
}

const outlinesOf = (rings: readonly MmRing[], tiles: readonly Tile[]): number[][] =>
  tiles.map((tile) => outlineIn(rings, tile)).filter((outline) => outline !== undefined)

const outlineIn = (rings: readonly MmRing[], tile: Tile): number[] | undefined => {
  try {
    return outlineOf(clipToTile(rings, tile), tile)
  } catch (error) {
    if (!(error instanceof Tangled)) throw error
    // Rounding made two edges cross by less than a millimetre: the tile within the area's extent serves.
    const extent = extentOfMm(rings[0]!)
    const [x0, x1] = [Math.max(tile.x0, extent.minX), Math.min(tile.x1, extent.maxX)]
    const [y0, y1] = [Math.max(tile.y0, extent.minY), Math.min(tile.y1, extent.maxY)]
    return [x0, y0, x1, y0, x1, y1, x0, y1]
  }
}

/** Fewer parts, then less area. */
const better = (one: number[][], other: number[][]): number[][] => {
  const covered = (outlines: number[][]) => outlines.reduce((sum, ring) => sum + doubleArea(ring), 0)
  if (one.length !== other.length) return one.length < other.length ? one : other
  return covered(one) <= covered(other) ? one : other
}

const partOf = (outline: MmRing): CutPart => {
  const extent = extentOfMm(outline)
  return {
    polygon: { crs: 'EPSG:28992', rings: [metreRing(outline)] },
    widthM: (extent.maxX - extent.minX) / 1000,
    heightM: (extent.maxY - extent.minY) / 1000,
    areaM2: doubleArea(outline) / 2e6,
  }
}

const extentOfMm = (ring: MmRing): Extent => {
  const extent = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (let i = 0; i < ring.length; i += 2) {
    extent.minX = Math.min(extent.minX, ring[i]!)
    extent.maxX = Math.max(extent.maxX, ring[i]!)
    extent.minY = Math.min(extent.minY, ring[i + 1]!)
    extent.maxY = Math.max(extent.maxY, ring[i + 1]!)
  }
  return extent
}

const explain = (cut: Omit<Cut, 'explanation'>, klicType: KlicType): string => {
  const { partSideM, orderSideM } = REGISTRY_LIMITS[klicType]
  const count = cut.parts.length
  const sentences =
    count === 1
      ? [`The area fits one notification of at most ${partSideM} x ${partSideM} m.`]
      : [`The area is covered by ${count} notifications of at most ${partSideM} x ${partSideM} m.`]
  if (cut.plainGrid > count) sentences.push(`A fixed grid of ${partSideM} m would take ${cut.plainGrid}.`)
  if (count > 1) {
    sentences.push(
      cut.lowerBound === count ? 'Fewer is not possible.' : `No cut can do with fewer than ${cut.lowerBound}.`,
    )
  }
  if (cut.orders.length > 1) {
    sentences.push(
      `They are filed as ${cut.orders.length} orders, because one spans at most ${orderSideM} m and 100 notifications.`,
    )
  }
  const extraM2 = Math.round(cut.extraAreaM2)
  if (extraM2 > 0) sentences.push(`Together they ask for ${extraM2} m2 more than was drawn.`)
  return sentences.join(' ')
}

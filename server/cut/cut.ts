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
import type { RdPolygon } from '../geometry/geometry.ts'
import { doubleArea, extentOfRing, type MmRing, metreRing, mmRings } from '../geometry/plane.ts'
import { MAX_PARTS, REGISTRY_LIMITS } from '../geometry/registry-limits.ts'
import { Refusal } from '../platform/refusal.ts'
import type { KlicType } from '../registry/klic.ts'
import { withLessExtraArea } from './borders.ts'
import type { Cut, CutPart, CutRules } from './cut-rules.ts'
import { explain } from './explain.ts'
import { ordersOf } from './orders.ts'
import { withSharedCornersOnce } from './outline/corners.ts'
import { outlinesIn, outlinesInRoom } from './outline/parts-in.ts'
import { type Effort, plainGridOf, plansByPieces, plansOf } from './plan.ts'
import { type Allowance, allowanceOf } from './rules.ts'
import type { Tile } from './strips.ts'

/** Extra area below this share of what was drawn is not worth a search. */
const NOTICEABLE = 0.001
/** Positions cut to a tile while borders are moved, after which those found are good enough. */
const MAX_CLIPPED = 200_000

/**
 * The best cut we know how to find, with work bounded by counts: milliseconds where the strips meet the lower bound, up to
 * half a second of annealing elsewhere.
 *
 * @param area as geometry/area.ts makes it: valid, whole millimetres, outline counter-clockwise, holes clockwise
 * @param cents price of one notification, for the explanation
 * @throws Refusal GEOMETRY_TOO_LARGE above 2000 parts; VALIDATION_FAILED when the user's rules can't be kept
 */
export const cutArea = (area: RdPolygon, klicType: KlicType, rules: CutRules = {}, cents?: number): Cut =>
  cutWith(area, klicType, rules, 'best', cents)

/** At once, while the user still draws: `canImprove` says whether `cutArea` would try more. Throws as that does. */
export const firstCut = (area: RdPolygon, klicType: KlicType, rules: CutRules = {}, cents?: number): Cut =>
  cutWith(area, klicType, rules, 'first', cents)

const cutWith = (area: RdPolygon, klicType: KlicType, rules: CutRules, effort: Effort, cents?: number): Cut => {
  const limits = REGISTRY_LIMITS[klicType]
  const fullSide = limits.partSideM * 1000
  const bufferM = klicType === 'GRAAF' ? (rules.infoBufferM ?? 0) : 0
  const side = fullSide - 2 * Math.round(bufferM * 1000)
  const rings = mmRings(area)
  const allowance = allowanceOf(rules)
  const { outlines, lowerBound, canImprove } = outlinesOf(rings, side, effort, allowance)
  const isFree = !allowance && side === fullSide
  const withoutRules = isFree ? outlines.length : outlinesOf(rings, fullSide, effort, undefined).outlines.length
  const parts = outlines.map(partOf)
  const drawnM2 = rings.reduce((sum, ring) => sum + doubleArea(ring), 0) / 2e6
  const cut = {
    parts,
    orders: ordersOf(outlines.map(extentOfRing), limits.orderSideM * 1000),
    lowerBound: Math.min(lowerBound, parts.length),
    plainGrid: plainGridOf(rings, fullSide),
    extraAreaM2: Math.max(0, Math.round((parts.reduce((sum, part) => sum + part.areaM2, 0) - drawnM2) * 1000) / 1000),
    rulesCost: Math.max(0, parts.length - withoutRules),
    canImprove,
  }
  return { ...cut, explanation: explain(cut, klicType, side / 1000, cents) }
}

const outlinesOf = (rings: readonly MmRing[], side: number, effort: Effort, allowance: Allowance | undefined) => {
  const { plans, lowerBound, canImprove } = plansOf(rings, side, MAX_PARTS, effort)
  if (plans.length === 0) throw tooLarge()
  const outlines = (allowance ? [...plans, ...plansByPieces(rings, side)] : plans)
    .map((tiles) => outlinesOfPlan(rings, tiles, allowance))
    .reduce((best, other) => better(best, other))
  if (outlines.length > MAX_PARTS) throw tooLarge()
  if (allowance || !hasBlocksFilled(rings, outlines)) return { outlines, lowerBound, canImprove }
  if (effort === 'first') return { outlines, lowerBound, canImprove: true }
  const askedIn = (tile: Tile) => coveredBy(outlinesIn(rings, tile, undefined))
  const moves = Math.floor(MAX_CLIPPED / plans.length / rings.reduce((sum, ring) => sum + ring.length / 2, 0))
  const calm = plans
    .map((tiles) => withLessExtraArea(rings, tiles, side, askedIn, moves))
    .map((tiles) => outlinesOfPlan(rings, tiles, undefined))
  return { outlines: calm.reduce((best, other) => better(best, other), outlines), lowerBound, canImprove }
}

/** The parts ask for enough blocks that streets surround to search for tiles that ask for fewer. */
const hasBlocksFilled = (rings: readonly MmRing[], outlines: readonly MmRing[]): boolean => {
  const drawn = rings.reduce((sum, ring) => sum + doubleArea(ring), 0)
  return rings.length > 1 && outlines.length > 1 && coveredBy(outlines) - drawn > drawn * NOTICEABLE
}

const coveredBy = (outlines: readonly MmRing[]): number => outlines.reduce((sum, ring) => sum + doubleArea(ring), 0)

const tooLarge = (): Refusal => {
  const message = `The area takes more than ${MAX_PARTS} notifications. Split it into smaller jobs.`
  return new Refusal('GEOMETRY_TOO_LARGE', message, {
    complaints: [{ pointer: '/geometry', code: 'GEOMETRY_TOO_LARGE', message }],
  })
}

/** Tiles are first drawn in to the area's extent, so that no part leaves the country which the area does not leave. */
const outlinesOfPlan = (rings: readonly MmRing[], plan: readonly Tile[], allowance: Allowance | undefined) => {
  const { minX, minY, maxX, maxY } = extentOfRing(rings[0]!)
  const tiles = plan.map(({ x0, y0, x1, y1 }) => ({
    x0: Math.max(x0, minX),
    y0: Math.max(y0, minY),
    x1: Math.min(x1, maxX),
    y1: Math.min(y1, maxY),
  }))
  if (allowance) return tiles.flatMap((tile) => outlinesIn(rings, tile, allowance))
  const rooms = withSharedCornersOnce(tiles, (room) => coveredBy(outlinesInRoom(rings, room)))
  return rooms.flatMap((room) => outlinesInRoom(rings, room))
}

/** Fewer parts, then less area, then calmer: with fewer positions. */
const better = (one: number[][], other: number[][]): number[][] => {
  const positions = (outlines: number[][]) => outlines.reduce((sum, ring) => sum + ring.length, 0)
  const order = one.length - other.length || coveredBy(one) - coveredBy(other) || positions(one) - positions(other)
  return order <= 0 ? one : other
}

const partOf = (outline: MmRing): CutPart => {
  const extent = extentOfRing(outline)
  return {
    polygon: { crs: 'EPSG:28992', rings: [metreRing(outline)] },
    widthM: (extent.maxX - extent.minX) / 1000,
    heightM: (extent.maxY - extent.minY) / 1000,
    areaM2: doubleArea(outline) / 2e6,
  }
}

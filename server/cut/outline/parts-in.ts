/**
 * The parts of one tile: one, when the user's rules leave it; else as few as we find. Pieces that may not be joined
 * become parts of their own; a hole that may not be filled is cut open, which takes two:
 *
 *     ┌─────┐      ┌──┐┌──┐
 *     │ ┌─┐ │      │ ┌┘└┐ │
 *     │ └─┘ │      │ └┐┌┘ │
 *     └─────┘      └──┘└──┘
 */
import { doubleArea, type MmRing } from '../../geometry/plane.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Allowance } from '../rules.ts'
import { boxAround, type Tile } from '../strips.ts'
import { ClipError, clipToTile } from './clip.ts'
import { clipToRoom, type Room } from './corners.ts'
import { isWithin, outermost, outlineOf } from './outline.ts'

/** Halvings of a tile, after which the rules are taken to be unkeepable. */
const MAX_HALVINGS = 10

/** @param allowance the user's rules, if any. @returns outlines that together cover the area inside the tile */
export const outlinesIn = (
  rings: readonly MmRing[],
  tile: Tile,
  allowance: Allowance | undefined,
  halvings = MAX_HALVINGS,
): number[][] => {
  const inTile = clipped(rings, tile)
  if (!inTile) return inHalves(rings, tile, allowance, halvings)
  const whole = outlineOf(inTile, tile)
  if (!whole) return []
  if (!allowance || allowance.permits(whole, inTile, tile)) return [whole]
  const pieces = piecesOf(inTile)
  if (pieces.length < 2) return inHalves(inTile, tile, allowance, halvings)
  return grouped(pieces, tile, allowance).flatMap(({ rings: group, outline }) =>
    allowance.permits(outline, group, tile) ? [outline] : outlinesIn(group, tile, allowance, halvings),
  )
}

/** @returns undefined when rounding made two edges cross and no rules are there to mind */
const clipped = (rings: readonly MmRing[], tile: Tile): number[][] | undefined => {
  try {
    return clipToTile(rings, tile)
  } catch (error) {
    if (!(error instanceof ClipError)) throw error
    return undefined
  }
}

/** The same for a tile without some of its corners; @throws ClipError */
export const outlinesInRoom = (rings: readonly MmRing[], room: Room): number[][] => {
  if (room.given.length === 0) return outlinesIn(rings, room.tile, undefined)
  const outline = outlineOf(clipToRoom(rings, room), room.tile)
  return outline ? [outline] : []
}

/** Each piece's outline and its holes. */
const piecesOf = (rings: readonly MmRing[]): MmRing[][] => {
  const outlines = rings.filter((ring) => doubleArea(ring) > 0)
  const holes = rings.filter((ring) => doubleArea(ring) < 0)
  return outlines
    .filter((ring) => outermost([ring]).length > 0)
    .map((ring) => [
      ring,
      ...holes.filter((hole) => {
        const around = outlines.filter((other) => isWithin(hole, other))
        // The innermost outline around a hole is its own.
        return around.includes(ring) && !around.some((other) => other !== ring && isWithin(other, ring))
      }),
    ])
}

interface Group {
  rings: MmRing[]
  outline: number[]
}

/** Each piece with the first group it may be joined with. */
const grouped = (pieces: readonly MmRing[][], tile: Tile, allowance: Allowance): Group[] => {
  const groups: Group[] = []
  const order = [...pieces].sort((p, q) => doubleArea(q[0]!) - doubleArea(p[0]!))
  for (const piece of order) {
    const alone = outlineOf(piece, tile)
    if (!alone) continue
    let isJoined = false
    for (const group of groups) {
      const rings = [...group.rings, ...piece]
      const outline = outlineOf(rings, tile)
      if (!outline || !allowance.permits(outline, rings, tile)) continue
      Object.assign(group, { rings, outline })
      isJoined = true
      break
    }
    if (!isJoined) groups.push({ rings: piece, outline: alone })
  }
  return groups
}

const inHalves = (
  rings: readonly MmRing[],
  tile: Tile,
  allowance: Allowance | undefined,
  halvings: number,
): number[][] => {
  const extent = meeting(tile, boxAround(rings.filter((ring) => doubleArea(ring) > 0)))
  if (!extent) return []
  const { x0, y0, x1, y1 } = extent
  // Rounding made two edges cross by less than a millimetre: the whole rectangle serves.
  if (!allowance) return [[x0, y0, x1, y0, x1, y1, x0, y1]]
  if (halvings === 0 || (x1 - x0 < 2 && y1 - y0 < 2)) throw unkeepable()
  const hole = rings
    .filter((ring) => doubleArea(ring) < 0)
    .map((ring) => meeting(extent, boxAround([ring])))
    .filter((box) => box !== undefined)
    .sort((p, q) => (q.x1 - q.x0) * (q.y1 - q.y0) - (p.x1 - p.x0) * (p.y1 - p.y0))[0]
  const at = hole ?? extent
  const isUpright = hole ? hole.x1 - hole.x0 < hole.y1 - hole.y0 : x1 - x0 >= y1 - y0
  const x = Math.round((at.x0 + at.x1) / 2)
  const y = Math.round((at.y0 + at.y1) / 2)
  const halves: Tile[] = isUpright
    ? [
        { ...extent, x1: x },
        { ...extent, x0: x },
      ]
    : [
        { ...extent, y1: y },
        { ...extent, y0: y },
      ]
  return halves.flatMap((half) => outlinesIn(rings, half, allowance, halvings - 1))
}

const unkeepable = (): Refusal => {
  const message = "The area can't be cut within these rules. Allow more area around it."
  return new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/cut_rules', code: 'CUT_RULES_UNKEEPABLE', message }],
  })
}

const meeting = (a: Tile, b: Tile): Tile | undefined => {
  const [x0, x1] = [Math.max(a.x0, b.x0), Math.min(a.x1, b.x1)]
  const [y0, y1] = [Math.max(a.y0, b.y0), Math.min(a.y1, b.y1)]
  return x0 < x1 && y0 < y1 ? { x0, y0, x1, y1 } : undefined
}

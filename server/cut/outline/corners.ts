/**
 * Who asks for what two tiles share. Fewer tiles often means tiles that overlap at a corner; asked for once is enough,
 * so one of the two leaves its corner to the other, whichever then asks for less:
 *
 *     ┌───────┐              ┌───────┐
 *     │     ┌─┼─────┐        │     ┌─┴─────┐
 *     └─────┼─┘     │  ───►  └─────┤       │
 *           └───────┘              └───────┘
 */
import type { MmRing } from '../../geometry/plane.ts'
import type { Tile } from '../strips.ts'
import { ClipError, clipToTile } from './clip.ts'
import { withoutCorner } from './notch.ts'

/** A tile without those of its corners that others ask for. */
export interface Room {
  readonly tile: Tile
  readonly given: readonly Tile[]
}

/** @throws ClipError */
export const clipToRoom = (rings: readonly MmRing[], { tile, given }: Room): number[][] =>
  given.reduce((kept, corner) => withoutCorner(kept, tile, corner), clipToTile(rings, tile))

/**
 * @param tiles that cover the area. @param askedIn what the part of a room asks for, any unit; may throw ClipError
 * @returns rooms that still cover it together
 */
export const withSharedCornersOnce = (tiles: readonly Tile[], askedIn: (room: Room) => number): Room[] => {
  const rooms: Room[] = tiles.map((tile) => ({ tile, given: [] }))
  /** Corners that the other tile has given away: the tile that keeps one must keep all of it. */
  const kept: Tile[][] = tiles.map(() => [])
  const asked = new Map<number, number>()
  const askedBy = (t: number): number => {
    const known = asked.get(t) ?? askedOr(askedIn, rooms[t]!, Infinity)
    asked.set(t, known)
    return known
  }
  for (let a = 0; a < tiles.length; a++) {
    for (let b = a + 1; b < tiles.length; b++) {
      const shared = meetingOf(tiles[a]!, tiles[b]!)
      if (!shared) continue
      let giver = -1
      let most = 0
      for (const [t, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const { tile, given } = rooms[t]!
        const isTheirs = kept[t]!.some((corner) => meetingOf(corner, shared))
        const isGone = rooms[other]!.given.some((corner) => meetingOf(corner, shared))
        if (isTheirs || isGone || !isCornerOf(shared, tile)) continue
        const gain = askedBy(t) - askedOr(askedIn, { tile, given: [...given, shared] }, Infinity)
        if (!(gain > most)) continue
        most = gain
        giver = t
      }
      if (giver < 0) continue
      const { tile, given } = rooms[giver]!
      rooms[giver] = { tile, given: [...given, shared] }
      asked.delete(giver)
      kept[giver === a ? b : a]!.push(shared)
    }
  }
  return rooms
}

const askedOr = (askedIn: (room: Room) => number, room: Room, otherwise: number): number => {
  try {
    return askedIn(room)
  } catch (error) {
    if (!(error instanceof ClipError)) throw error
    return otherwise
  }
}

const meetingOf = (a: Tile, b: Tile): Tile | undefined => {
  const [x0, x1] = [Math.max(a.x0, b.x0), Math.min(a.x1, b.x1)]
  const [y0, y1] = [Math.max(a.y0, b.y0), Math.min(a.y1, b.y1)]
  return x0 < x1 && y0 < y1 ? { x0, y0, x1, y1 } : undefined
}

/** Shares just two sides that meet, so that what is left is an L. */
const isCornerOf = (shared: Tile, tile: Tile): boolean =>
  (shared.x0 === tile.x0) !== (shared.x1 === tile.x1) && (shared.y0 === tile.y0) !== (shared.y1 === tile.y1)

/** Memory of tiles that were packed, for those that follow: to get a megabyte anew for each takes longer than to clear it. */
import { TILE } from '../../imkl/model/ground-tiles.ts'

/** More than a band of a picture is wide. */
const MOST_KEPT = 32

const kept: Uint32Array[] = []

export const emptyTile = (): Uint32Array => kept.pop()?.fill(0) ?? new Uint32Array(TILE * TILE)

/** @param tile that nobody reads any more */
export function giveBack(tile: Uint32Array): void {
  if (kept.length < MOST_KEPT) kept.push(tile)
}

/** A tile of the ground: its size, and memory for its pixels. */

/** Pixels along a side. */
export const TILE = 512

/** The places of a tile's colours in its palette. Used for every tile: they are read before the next is begun. */
export const indexes = new Uint8Array(TILE * TILE)

/** More than a band of a picture is wide. */
const MOST_KEPT = 32

/** Of tiles that were packed: to get a megabyte anew for each takes longer than to clear it. */
const kept: Uint32Array[] = []

export const emptyTile = (): Uint32Array => kept.pop()?.fill(0) ?? new Uint32Array(TILE * TILE)

/** @param tile that nobody reads any more */
export function giveBack(tile: Uint32Array): void {
  if (kept.length < MOST_KEPT) kept.push(tile)
}

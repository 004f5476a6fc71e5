/** Tiles of another matrix out of the tiles of the ground. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TILE } from '../../server/ground/png-tile.ts'
import { type WarpSource, warpedTile } from '../../server/ground/warp.ts'
import { pixelsOf, rgb } from '../support/png.ts'

/** One tile of pixels of a metre, its top left at 0, TILE. */
const ground = (colour: (x: number, y: number) => number): WarpSource => {
  const tile = Uint32Array.from({ length: TILE * TILE }, (_, at) => colour(at % TILE, Math.floor(at / TILE)))
  return {
    origin: { x: 0, y: TILE },
    pixel: { x: 1, y: 1 },
    level: 0,
    tile: (level, column, row) => (level === 0 && column === 0 && row === 0 ? tile : undefined),
  }
}

test('smaller than its coarsest level the ground is as dark as its lines make it, not as dark as the one that was met', async () => {
  const lines = ground((x) => (x % 10 === 0 ? rgb(0, 0, 0) : rgb(255, 255, 255)))
  const times = 16
  const tile = await warpedTile([lines], (across, down) => [across * times * TILE, TILE - down * times * TILE])
  const pixels = await pixelsOf(tile!)
  const inside = [...pixels].filter((_, at) => {
    const [x, y] = [at % TILE, Math.floor(at / TILE)]
    return x > 0 && y > 0 && x < TILE / times - 1 && y < TILE / times - 1
  })
  const reds = inside.map((pixel) => pixel & 255)
  assert.equal(inside.length, (TILE / times - 2) ** 2)
  assert.ok(Math.max(...reds) - Math.min(...reds) < 100, `from ${Math.min(...reds)} to ${Math.max(...reds)}`)
  assert.ok(Math.max(...reds) < 240)
})

/** Tiles of another matrix out of the tiles of the ground. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TILE } from '../../server/exports/ground/tile.ts'
import { type WarpSource, warpedTile } from '../../server/exports/ground/warp.ts'
import { pixelsOf, rgb } from '../support/png.ts'

type Colour = (x: number, y: number) => number

/** So many tiles along a side, of pixels of a metre; its top left is at 0, across * TILE. */
const ground = (across: number, colour: Colour): WarpSource => ({
  origin: { x: 0, y: across * TILE },
  pixel: { x: 1, y: 1 },
  level: 0,
  tile: (level, column, row) =>
    level === 0 && column < across && row < across
      ? Uint32Array.from({ length: TILE * TILE }, (_, at) =>
          colour(column * TILE + (at % TILE), row * TILE + Math.floor(at / TILE)),
        )
      : undefined,
})

for (const across of [1, 2])
  test(`smaller than its coarsest level (${across} by ${across}) the ground is as dark as its lines make it, not as dark as the one that was met`, async () => {
    const lines = ground(across, (x) => (x % 10 === 0 ? rgb(0, 0, 0) : rgb(255, 255, 255)))
    const times = 16
    const tile = await warpedTile([lines], (right, down) => [right * times * TILE, across * TILE - down * times * TILE])
    const pixels = await pixelsOf(tile!)
    const side = (across * TILE) / times
    const inside = [...pixels].filter((_, at) => {
      const [x, y] = [at % TILE, Math.floor(at / TILE)]
      return x > 0 && y > 0 && x < side - 1 && y < side - 1
    })
    const reds = inside.map((pixel) => pixel & 255)
    assert.equal(inside.length, (side - 2) ** 2)
    assert.ok(Math.max(...reds) - Math.min(...reds) < 100, `from ${Math.min(...reds)} to ${Math.max(...reds)}`)
    assert.ok(Math.max(...reds) < 240)
    assert.equal(pixels.filter((pixel) => pixel !== 0).length, side ** 2, 'and beside it is nothing')
  })

test('smaller than its coarsest level each quarter of the ground lies where it lay', async () => {
  const colours = [rgb(192, 0, 0), rgb(0, 192, 0), rgb(0, 0, 192), rgb(192, 192, 0)]
  const quarters = ground(2, (x, y) => colours[(x < TILE ? 0 : 1) + (y < TILE ? 0 : 2)]!)
  for (const times of [2, 4, 32]) {
    const tile = await warpedTile([quarters], (right, down) => [right * times * TILE, 2 * TILE - down * times * TILE])
    const pixels = await pixelsOf(tile!)
    const [near, far] = [0.5, 1.5].map((share) => Math.floor((share * TILE) / times))
    const found = [near!, far!].flatMap((y) => [near!, far!].map((x) => pixels[y * TILE + x]))
    assert.deepEqual(found, colours, `${times}`)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groundWindow, type WindowSource } from '../../server/exports/ground/window.ts'
import { rgb } from '../support/png.ts'

const TILE = 512

/** A grey of a place: it says which pixel it is, as far as a byte can. */
const shade = (x: number, y: number): number => 10 + ((x * 7 + y * 13) % 200)

interface Read {
  level: number
  column: number
  row: number
}

/** Of two by two tiles whose top left is at 1000, 2000; each level has the shades of its own pixels. */
function source(perMetre: number, read: Read[] = [], colour = shade): WindowSource {
  const metres = (TILE * 2) / perMetre
  return {
    origin: { x: 1000, y: 2000 },
    pixel: { x: 1 / perMetre, y: 1 / perMetre },
    level: 1,
    extent: { minX: 1000, maxX: 1000 + metres, minY: 2000 - metres, maxY: 2000 },
    tile(level, column, row) {
      if (column > level || row > level) return undefined
      read.push({ level, column, row })
      return Uint32Array.from({ length: TILE * TILE }, (_, i) => {
        const value = colour(column * TILE + (i % TILE), row * TILE + Math.floor(i / TILE))
        return rgb(value, value, value)
      })
    },
  }
}

const pixelsOf = (window: NonNullable<ReturnType<typeof groundWindow>>): Buffer =>
  Buffer.concat([...window.bands()].map((band) => Buffer.from(band)))

test('the pixels of a piece are those of the ground, and their edges lie where they lay', () => {
  const window = groundWindow([source(4)], { minX: 1010.1, maxX: 1200, minY: 1790.3, maxY: 1990 }, 4)!
  assert.deepEqual(window.extent, { minX: 1010, maxX: 1200, minY: 1790.25, maxY: 1990 })
  assert.deepEqual([window.width, window.height], [760, 799])
  const pixels = pixelsOf(window)
  assert.equal(pixels.length, 760 * 799)
  for (const [x, y] of [
    [0, 0],
    [759, 0],
    [0, 798],
    [500, 471],
    [471, 472],
    [472, 471],
  ] as const)
    assert.equal(pixels[y * 760 + x], shade(40 + x, 40 + y), `${x} ${y}`)
})

test('a level with fewer pixels is taken as soon as it has enough', () => {
  const wanted = { minX: 1000, maxX: 1100, minY: 1900, maxY: 2000 }
  for (const [enough, width] of [
    [40, 400],
    [4, 400],
    [2.1, 400],
    [2, 200],
    [0.1, 200],
  ] as const)
    assert.equal(groundWindow([source(4)], wanted, enough)!.width, width, `${enough}`)
})

test('no more than a row of tiles is asked for at a time, and each tile once', () => {
  const read: Read[] = []
  const window = groundWindow([source(4, read)], { minX: 1000, maxX: 1256, minY: 1744, maxY: 2000 }, 4)!
  const rows: number[][] = []
  for (const band of window.bands()) {
    rows.push([...new Set(read.splice(0).map(({ row }) => row))])
    assert.equal(band.length, 1024 * TILE)
  }
  assert.deepEqual(rows, [[0], [1]])
})

test('a fine scale lies over a coarse one, which is drawn on its raster; beyond both there is nothing', () => {
  const [coarse, fine] = [source(1, [], () => 100), source(4, [], () => 200)]
  const { extent, width, height, ...window } = groundWindow(
    [coarse, fine],
    { minX: 900, maxX: 1300, minY: 1900, maxY: 2100 },
    4,
  )!
  assert.deepEqual([extent.minX, extent.maxX, extent.maxY], [1000, 1300, 2000])
  assert.deepEqual([width, height], [1200, 400])
  const pixels = pixelsOf({ extent, width, height, ...window })
  assert.deepEqual([pixels[0], pixels[1023], pixels[1024], pixels[1199]], [200, 200, 100, 100])
  assert.equal(groundWindow([coarse, fine], { minX: 900, maxX: 1000, minY: 1900, maxY: 2000 }, 4), null)
  assert.equal(groundWindow([], { minX: 900, maxX: 1100, minY: 1900, maxY: 2000 }, 4), null)
})

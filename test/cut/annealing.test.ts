import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { annealedCover } from '../../server/cut/annealing.ts'
import { columnsBetween, gapsClosed, openBoxes } from '../../server/cut/coverage.ts'
import { cutArea, firstCut } from '../../server/cut/cut.ts'
import { type Raster, rasterOf, Squares, tilesAt } from '../../server/cut/raster.ts'
import { boxAround, type Tile } from '../../server/cut/strips.ts'
import { normaliseArea } from '../../server/geometry/area.ts'
import { type MmRing, mmRings } from '../../server/geometry/plane.ts'
import { faultsOf } from '../support/check-cut.ts'
import { everydayArea } from '../support/everyday-areas.ts'

const SIDE = 500_000

const polder = (number: number) => normaliseArea({ geometry: everydayArea('polder', number).geometry }).area

const isCovered = (rings: readonly MmRing[], tiles: readonly Tile[]) =>
  openBoxes(columnsBetween(rings, tiles, SIDE / 100), tiles).length === 0

/** By going through all cells. */
const openCells = ({ occupied, across, width, height }: Raster, places: readonly number[]): number => {
  const left = Uint8Array.from(occupied)
  for (let k = 0; k < places.length; k += 2) {
    const [x, y] = [places[k]!, places[k + 1]!]
    for (let column = x; column < x + across; column++) {
      left.fill(0, column * height + y, column * height + y + across)
    }
  }
  assert.equal(left.length, width * height)
  return left.reduce((sum, cell) => sum + cell, 0)
}

test('what is open after any moves is what a new count finds', () => {
  const raster = rasterOf(mmRings(polder(96)), SIDE, 25, 1_000_000)!
  const start = [30, 30, 60, 40, 60, 60, 62, 58, 64, 61]
  const step = fc.integer({ min: -40, max: 40 })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(4), step, step), { minLength: 1, maxLength: 30 }), (moves) => {
      const squares = new Squares(raster, start)
      for (const [square, columns, rows] of moves) {
        squares.changeBy(square, columns, rows)
        squares.move()
        assert.equal(squares.open, openCells(raster, squares.places))
        assert.equal(squares.open, new Squares(raster, squares.places).open)
      }
      for (const [k, place] of squares.places.entries()) {
        assert.ok(place >= 0 && place + raster.across <= (k % 2 === 0 ? raster.width : raster.height))
      }
    }),
  )
})

test('squares that leave no cell open cover the area, and without one of them they do not', () => {
  const rings = mmRings(polder(96))
  const raster = rasterOf(rings, SIDE, 25, 1_000_000)!
  const places: number[] = []
  for (let x = 25; x < raster.width - 25; x += 25) {
    for (let y = 25; y < raster.height - 25; y += 25) places.push(Math.min(x, raster.width - 25), y)
  }
  assert.equal(new Squares(raster, places).open, 0)
  assert.ok(isCovered(rings, tilesAt(raster, places)))
  const middle = 2 * Math.floor(places.length / 4)
  const fewer = places.toSpliced(middle, 2)
  assert.ok(new Squares(raster, fewer).open > 0)
  assert.ok(!isCovered(rings, tilesAt(raster, fewer)))
  assert.equal(rasterOf(rings, SIDE, 25, 1000), undefined)
})

test('fewer squares than strips take are found, the same wherever the area lies', () => {
  const rings = mmRings(polder(75))
  const found = (laid: readonly MmRing[]) => {
    const budget = { left: 40_000_000 }
    return annealedCover(laid, SIDE, 22, budget, (squares) => gapsClosed(laid, squares, SIDE, budget))
  }
  const squares = found(rings)
  assert.equal(squares?.length, 22)
  assert.ok(isCovered(rings, squares))
  for (const { x0, y0, x1, y1 } of squares) assert.deepEqual([x1 - x0, y1 - y0], [SIDE, SIDE])
  const [east, north] = [3000, -7000]
  const moved = rings.map((ring) => ring.map((value, i) => value + (i % 2 === 0 ? east : north)))
  assert.deepEqual(
    found(moved),
    squares.map(({ x0, y0, x1, y1 }) => ({ x0: x0 + east, y0: y0 + north, x1: x1 + east, y1: y1 + north })),
  )
})

test('nothing is found of what is impossible, nor without work, nor when no squares are taken for a cover', () => {
  const rings = mmRings(polder(96))
  const { x0, x1, y0, y1 } = boxAround(rings)
  const tooFew = Math.floor(((x1 - x0) * (y1 - y0)) / SIDE / SIDE / 2)
  let judged = 0
  const refusing = () => {
    judged++
    return undefined
  }
  assert.equal(annealedCover(rings, SIDE, tooFew, { left: 5_000_000 }, refusing), undefined)
  assert.equal(judged, 0, 'so much is open that going on is not worth it')
  assert.equal(annealedCover(rings, SIDE, 20, { left: 0 }, refusing), undefined)
  assert.equal(judged, 0)
  assert.equal(annealedCover(rings, SIDE, 20, { left: 5_000_000 }, refusing), undefined)
  assert.ok(judged > 1, 'the next are tried')
})

test('squares of a side that is no whole number of cells lie on whole millimetres all the same', () => {
  const rings = mmRings(polder(75))
  const side = 433_334
  const judged: Tile[] = []
  annealedCover(rings, side, 30, { left: 20_000_000 }, (squares) => {
    judged.push(...squares)
    return squares
  })
  assert.ok(judged.length > 0)
  for (const { x0, y0, x1, y1 } of judged) {
    assert.ok(Number.isInteger(x0) && Number.isInteger(y0))
    assert.deepEqual([x1 - x0, y1 - y0], [side, side])
  }
})

test('broad areas are cut with fewer parts than strips take', () => {
  for (const [number, parts] of [
    [4, 34],
    [75, 21],
  ] as const) {
    const area = polder(number)
    const cut = cutArea(area, 'GRAAF')
    assert.equal(cut.parts.length, parts)
    assert.ok(firstCut(area, 'GRAAF').parts.length > parts)
    assert.deepEqual(faultsOf(area, cut, 'GRAAF'), [])
  }
})

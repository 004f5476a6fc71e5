import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import polygonClipping from 'polygon-clipping'
import { proofOf } from '../../server/domain/cut/dual.ts'
import { cannotHold } from '../../server/domain/cut/exhaust.ts'
import { type Cell, heaviestSquares } from '../../server/domain/cut/heaviest.ts'
import { witnessesAcross, witnessesOn } from '../../server/domain/cut/witnesses.ts'

const SIDE = 5
const someCells = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 0, max: 18 })), {
  selector: String,
  minLength: 1,
  maxLength: 9,
})

const isIn = ([x, y]: Cell, [i, j]: readonly number[]): boolean => i! >= x && i! < x + SIDE && j! >= y && j! < y + SIDE

/** By trying: the fewest squares that hold all cells. */
const fewestSquares = (cells: readonly Cell[]): number => {
  const first = cells[0]
  if (!first) return 0
  let fewest = Infinity
  for (const [x] of cells) {
    for (const [, y] of cells) {
      if (!isIn([x, y], first)) continue
      fewest = Math.min(fewest, 1 + fewestSquares(cells.filter((cell) => !isIn([x, y], cell))))
    }
  }
  return fewest
}

test('the bound is never above the fewest squares there are, found by trying all', () => {
  let tight = 0
  fc.assert(
    fc.property(someCells, (cells) => {
      const fewest = fewestSquares(cells)
      const { lowerBound } = proofOf(cells, [0], [], SIDE, Infinity, 1e6)
      assert.ok(lowerBound <= fewest, `${lowerBound} is proven, yet ${fewest} do`)
      if (lowerBound === fewest) tight++
    }),
    { numRuns: 200, seed: 5 },
  )
  assert.ok(tight > 190, `tight ${tight} times of 200`)
})

test('what is said to be impossible is impossible, and all that is impossible is found', () => {
  fc.assert(
    fc.property(someCells, (cells) => {
      const fewest = fewestSquares(cells)
      for (const count of [fewest - 1, fewest]) {
        assert.equal(cannotHold(cells, count, SIDE, { left: 1e6 }), count < fewest)
      }
    }),
    { numRuns: 200, seed: 8 },
  )
})

test('the heaviest square is found, whatever the weights', () => {
  const weighed = someCells.chain((cells) =>
    fc.record({
      cells: fc.constant(cells),
      weights: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: cells.length, maxLength: cells.length }),
    }),
  )
  fc.assert(
    fc.property(weighed, ({ cells, weights }) => {
      let most = 0
      for (let x = -SIDE; x < 20; x++) {
        for (let y = -SIDE; y < 20; y++) {
          most = Math.max(
            most,
            cells.reduce((sum, cell, k) => sum + (isIn([x, y], cell) ? weights[k]! : 0), 0),
          )
        }
      }
      const found = heaviestSquares(cells, weights, SIDE)
      assert.equal(Math.max(...found.map(({ weight }) => weight)), most)
    }),
    { numRuns: 400, seed: 6 },
  )
})

test('every witness is a square millimetre that holds some of the area', () => {
  const corner = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
  fc.assert(
    fc.property(corner, corner, corner, (a, b, c) => {
      const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
      fc.pre(twice !== 0)
      const ring = (twice > 0 ? [a, b, c] : [a, c, b]).flat()
      const triangle = [a, b, c].map(([x, y]): [number, number] => [x, y])
      for (const [x, y] of [...witnessesOn([ring], 1, 1), ...witnessesAcross([ring], 1, 1)]) {
        const cell: [number, number][] = [
          [x, y],
          [x + 1, y],
          [x + 1, y + 1],
          [x, y + 1],
        ]
        assert.ok(polygonClipping.intersection([triangle], [cell]).length > 0, `${x} ${y} of ${ring}`)
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})

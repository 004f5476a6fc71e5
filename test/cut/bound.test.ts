import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import polygonClipping from 'polygon-clipping'
import { candidatesOf } from '../../server/cut/candidates.ts'
import { heldBy } from '../../server/cut/exhaust.ts'
import { fractionalOf } from '../../server/cut/fractional.ts'
import { heldInOrder } from '../../server/cut/in-order.ts'
import { guessedCover } from '../../server/cut/local-search.ts'
import { plansOf } from '../../server/cut/plan.ts'
import { type Cell, witnessesAcross, witnessesOn } from '../../server/cut/witnesses.ts'
import { listOf } from '../support/list-of.ts'

const SIDE = 5
const someCells = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 0, max: 18 })), {
    selector: String,
    minLength: 1,
    maxLength: 9,
  })
  .map((cells) => cells.sort((p, q) => p[0] - q[0] || p[1] - q[1]))

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

const weighed = (cells: readonly Cell[]) => {
  const candidates = candidatesOf(cells, SIDE)
  const squares = Array.from({ length: candidates.count }, (_, c) => [...listOf(candidates.held, c)])
  return { candidates, squares, ...fractionalOf(cells.length, candidates.held, 1e-6, Infinity, { left: 1e6 }) }
}

test('what a square holds, some candidate holds, and no candidate holds more than a square', () => {
  fc.assert(
    fc.property(someCells, (cells) => {
      const { count, xs, ys, held: lists } = candidatesOf(cells, SIDE)
      const all = Array.from({ length: count }, (_, c) => [...listOf(lists, c)])
      all.forEach((held, c) => {
        assert.deepEqual(
          held,
          [...cells.keys()].filter((k) => isIn([xs[c]!, ys[c]!], cells[k]!)),
        )
      })
      for (let x = -SIDE; x < 20; x++) {
        for (let y = -SIDE; y < 20; y++) {
          const held = [...cells.keys()].filter((k) => isIn([x, y], cells[k]!))
          assert.ok(held.length === 0 || all.some((each) => held.every((k) => each.includes(k))))
        }
      }
    }),
    { numRuns: 200, seed: 6 },
  )
})

test('weights and shares are legal, and prove each other the best', () => {
  fc.assert(
    fc.property(someCells, (cells) => {
      const { squares, weights, shares } = weighed(cells)
      for (const held of squares) assert.ok(held.reduce((sum, k) => sum + weights[k]!, 0) <= 1 + 1e-9)
      cells.forEach((_, k) => {
        assert.ok(squares.reduce((sum, held, s) => sum + (held.includes(k) ? shares[s]! : 0), 0) >= 1 - 1e-9)
      })
      const [most, least] = [weights, shares].map((values) => values.reduce((sum, value) => sum + value, 0))
      assert.ok(least! - most! >= -1e-9 && least! - most! < 1e-4, `${most} ${least}`)
    }),
    { numRuns: 300, seed: 5 },
  )
})

test('what is said to be impossible is impossible, and what is possible is found, whatever the weights', () => {
  fc.assert(
    fc.property(someCells, fc.boolean(), (cells, isWeighed) => {
      const fewest = fewestSquares(cells)
      const { candidates, squares, weights } = weighed(cells)
      const whole = weights.map((weight) => (isWeighed ? Math.round(weight * 1e6) : 0))
      const most = squares.reduce(
        (heaviest, held) =>
          Math.max(
            heaviest,
            held.reduce((sum, k) => sum + whole[k]!, 0),
          ),
        1,
      )
      assert.equal(heldBy(candidates, whole, most, fewest - 1, { left: 1e6 }), 'impossible')
      const found = heldBy(candidates, whole, most, fewest, { left: 1e6 })
      assert.ok(Array.isArray(found) && found.length <= fewest)
      assert.equal(new Set(found.flatMap((c) => squares[c]!)).size, cells.length)
    }),
    { numRuns: 200, seed: 8 },
  )
})

test('along a road, and in any other order, what is impossible and what is possible is told as well', () => {
  fc.assert(
    fc.property(someCells, fc.boolean(), (cells, isTurned) => {
      const fewest = fewestSquares(cells)
      const candidates = candidatesOf(cells, SIDE)
      const order = Int32Array.from(cells, (_, k) => k)
      if (isTurned) order.sort((p, q) => cells[p]![1] - cells[q]![1] || q - p)
      assert.equal(heldInOrder(candidates, order, fewest - 1, { left: 1e6 }), 'impossible')
      const found = heldInOrder(candidates, order, fewest, { left: 1e6 })
      assert.ok(Array.isArray(found) && found.length <= fewest)
      assert.equal(new Set(found.flatMap((c) => [...listOf(candidates.held, c)])).size, cells.length)
      const budget = { left: 0 }
      assert.equal(heldInOrder(candidates, order, fewest, budget), 'unknown')
    }),
    { numRuns: 200, seed: 13 },
  )
})

test('a guess holds all cells with as many squares as were asked', () => {
  fc.assert(
    fc.property(someCells, (cells) => {
      const fewest = fewestSquares(cells)
      const candidates = candidatesOf(cells, SIDE)
      const guessed = guessedCover(cells.length, candidates, fewest, [], { left: 1e6 })
      assert.ok(guessed && guessed.length <= fewest)
      assert.equal(new Set(guessed.flatMap((c) => [...listOf(candidates.held, c)])).size, cells.length)
      if (fewest > 1) assert.equal(guessedCover(cells.length, candidates, fewest - 1, [], { left: 1e4 }), undefined)
    }),
    { numRuns: 100, seed: 9 },
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

/** A few boxes of cells that hang together, as an area on whole millimetres; and each of its cells. */
const someArea = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 14 }),
      y: fc.integer({ min: 0, max: 14 }),
      width: fc.integer({ min: 1, max: 9 }),
      height: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((boxes) => {
    const corners = boxes.map(({ x, y, width, height }): [number, number][][] => [
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
    ])
    const pieces = polygonClipping.union(corners[0]!, ...corners.slice(1))
    const cells = new Map<string, Cell>()
    for (const { x, y, width, height } of boxes) {
      for (let i = x; i < x + width; i++) for (let j = y; j < y + height; j++) cells.set(`${i} ${j}`, [i, j])
    }
    return { rings: pieces.flat().map((ring) => ring.slice(0, -1).flat()), isOne: pieces.length === 1, cells }
  })
  .filter(({ isOne }) => isOne)

test('no area takes fewer squares than is said to be proven, nor more than were found', () => {
  let exact = 0
  let judged = 0
  fc.assert(
    fc.property(someArea, fc.constantFrom(4, 5, 6), ({ rings, cells }, side) => {
      const { plans, lowerBound } = plansOf(rings, side, 100, 'best')
      const fewest = fewestOfSide([...cells.values()], side)
      assert.ok(lowerBound <= fewest, `${lowerBound} proven, ${fewest} are enough`)
      assert.ok(plans[0]!.length >= fewest)
      for (const tiles of plans) {
        for (const [x, y] of cells.values()) {
          assert.ok(tiles.some(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1))
        }
        for (const { x0, y0, x1, y1 } of tiles) assert.ok(x1 - x0 <= side && y1 - y0 <= side)
      }
      judged++
      if (lowerBound === fewest && plans[0]!.length === fewest) exact++
    }),
    { numRuns: 150, seed: 12 },
  )
  assert.ok(exact >= 0.98 * judged, `${exact} of ${judged} are cut into the fewest, and that is proven`)
})

/** By trying: the first open cell is the leftmost, so some square with its left side there holds it. */
const fewestOfSide = (cells: readonly Cell[], side: number, most = Infinity): number => {
  if (cells.length === 0) return 0
  if (most <= 0) return Infinity
  const [left, row] = cells.reduce((first, cell) => (cell[0] < first[0] ? cell : first))
  let fewest = most
  for (let y = row - side + 1; y <= row; y++) {
    const rest = cells.filter(([i, j]) => i >= left + side || j < y || j >= y + side)
    fewest = Math.min(fewest, 1 + fewestOfSide(rest, side, fewest - 1))
  }
  return fewest
}

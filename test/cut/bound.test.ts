import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import polygonClipping from 'polygon-clipping'
import { branchAndBound } from '../../server/cut/branch-and-bound.ts'
import { candidatesOf } from '../../server/cut/candidates.ts'
import { coverInOrder } from '../../server/cut/dynamic-programming.ts'
import { localSearch } from '../../server/cut/local-search.ts'
import { lpRelaxation } from '../../server/cut/lp-relaxation.ts'
import { plansOf } from '../../server/cut/plan.ts'
import { type Cell, samplesAcross, samplesOn } from '../../server/cut/samples.ts'
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

/** By trying: the fewest squares that cover all cells. */
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

const relaxed = (cells: readonly Cell[]) => {
  const candidates = candidatesOf(cells, SIDE)
  const squares = Array.from({ length: candidates.count }, (_, c) => [...listOf(candidates.covers, c)])
  return { candidates, squares, ...lpRelaxation(cells.length, candidates.covers, 1e-6, Infinity, { left: 1e6 }) }
}

test('what any square covers, some candidate square covers, and no candidate covers more than a square can', () => {
  fc.assert(
    fc.property(someCells, (cells) => {
      const { count, xs, ys, covers: lists } = candidatesOf(cells, SIDE)
      const all = Array.from({ length: count }, (_, c) => [...listOf(lists, c)])
      all.forEach((cover, c) => {
        assert.deepEqual(
          cover,
          [...cells.keys()].filter((k) => isIn([xs[c]!, ys[c]!], cells[k]!)),
        )
      })
      for (let x = -SIDE; x < 20; x++) {
        for (let y = -SIDE; y < 20; y++) {
          const cover = [...cells.keys()].filter((k) => isIn([x, y], cells[k]!))
          assert.ok(cover.length === 0 || all.some((each) => cover.every((k) => each.includes(k))))
        }
      }
    }),
    { numRuns: 200, seed: 6 },
  )
})

test('primal and dual values of the relaxation are feasible, and prove each other optimal', () => {
  fc.assert(
    fc.property(someCells, (cells) => {
      const { squares, duals, primals } = relaxed(cells)
      for (const cover of squares) assert.ok(cover.reduce((sum, k) => sum + duals[k]!, 0) <= 1 + 1e-9)
      cells.forEach((_, k) => {
        assert.ok(squares.reduce((sum, cover, s) => sum + (cover.includes(k) ? primals[s]! : 0), 0) >= 1 - 1e-9)
      })
      const [most, least] = [duals, primals].map((values) => values.reduce((sum, value) => sum + value, 0))
      assert.ok(least! - most! >= -1e-9 && least! - most! < 1e-4, `${most} ${least}`)
    }),
    { numRuns: 300, seed: 5 },
  )
})

test('branch and bound says impossible of what is impossible, and finds what is possible, whatever the dual values', () => {
  fc.assert(
    fc.property(someCells, fc.boolean(), (cells, hasDuals) => {
      const fewest = fewestSquares(cells)
      const { candidates, squares, duals } = relaxed(cells)
      const whole = duals.map((dual) => (hasDuals ? Math.round(dual * 1e6) : 0))
      const most = squares.reduce(
        (heaviest, cover) =>
          Math.max(
            heaviest,
            cover.reduce((sum, k) => sum + whole[k]!, 0),
          ),
        1,
      )
      assert.equal(branchAndBound(candidates, whole, most, fewest - 1, { left: 1e6 }), 'impossible')
      const found = branchAndBound(candidates, whole, most, fewest, { left: 1e6 })
      assert.ok(Array.isArray(found) && found.length <= fewest)
      assert.equal(new Set(found.flatMap((c) => squares[c]!)).size, cells.length)
    }),
    { numRuns: 200, seed: 8 },
  )
})

test('dynamic programming says the same, along a road and in any other order', () => {
  fc.assert(
    fc.property(someCells, fc.boolean(), (cells, isTurned) => {
      const fewest = fewestSquares(cells)
      const candidates = candidatesOf(cells, SIDE)
      const order = Int32Array.from(cells, (_, k) => k)
      if (isTurned) order.sort((p, q) => cells[p]![1] - cells[q]![1] || q - p)
      assert.equal(coverInOrder(candidates, order, fewest - 1, { left: 1e6 }), 'impossible')
      const found = coverInOrder(candidates, order, fewest, { left: 1e6 })
      assert.ok(Array.isArray(found) && found.length <= fewest)
      assert.equal(new Set(found.flatMap((c) => [...listOf(candidates.covers, c)])).size, cells.length)
      const budget = { left: 0 }
      assert.equal(coverInOrder(candidates, order, fewest, budget), 'unknown')
    }),
    { numRuns: 200, seed: 13 },
  )
})

test('local search covers all cells with as many squares as it was given', () => {
  fc.assert(
    fc.property(someCells, (cells) => {
      const fewest = fewestSquares(cells)
      const candidates = candidatesOf(cells, SIDE)
      const found = localSearch(cells.length, candidates, fewest, [], { left: 1e6 })
      assert.ok(found && found.length <= fewest)
      assert.equal(new Set(found.flatMap((c) => [...listOf(candidates.covers, c)])).size, cells.length)
      if (fewest > 1) assert.equal(localSearch(cells.length, candidates, fewest - 1, [], { left: 1e4 }), undefined)
    }),
    { numRuns: 100, seed: 9 },
  )
})

test('every sample is a square millimetre that holds some of the area', () => {
  const corner = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
  fc.assert(
    fc.property(corner, corner, corner, (a, b, c) => {
      const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
      fc.pre(twice !== 0)
      const ring = (twice > 0 ? [a, b, c] : [a, c, b]).flat()
      const triangle = [a, b, c].map(([x, y]): [number, number] => [x, y])
      for (const [x, y] of [...samplesOn([ring], 1, 1), ...samplesAcross([ring], 1, 1)]) {
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

test('no area takes fewer squares than the lower bound, nor more than were found', () => {
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

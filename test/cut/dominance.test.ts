import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { branchAndBound } from '../../server/cut/branch-and-bound.ts'
import { type Candidates, candidatesOf } from '../../server/cut/candidates.ts'
import { reducedByDominance } from '../../server/cut/dominance.ts'
import type { Cell } from '../../server/cut/samples.ts'
import { listOf } from '../support/list-of.ts'

const SIDE = 5
const MANY = { left: Infinity }
/** More than 32, so that bits go on in a second word. */
const cellsUpTo = (far: number, most: number) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: far }), fc.integer({ min: 0, max: far })), {
      selector: String,
      minLength: 1,
      maxLength: most,
    })
    .map((cells) => cells.sort((p, q) => p[0] - q[0] || p[1] - q[1]))
const someCells = fc.oneof(cellsUpTo(12, 20), cellsUpTo(16, 70))

const isIn = (x: number, y: number, [i, j]: Cell): boolean => i >= x && i < x + SIDE && j >= y && j < y + SIDE

const squaresOf = ({ count, xs, ys, covers }: Candidates) =>
  Array.from({ length: count }, (_, c) => ({ x: xs[c]!, y: ys[c]!, covers: [...listOf(covers, c)] }))

const smallestPlans = (count: number, candidates: Candidates): number => {
  for (let squares = 1; ; squares++) {
    const nothing = new Float64Array(count)
    const answer = branchAndBound(candidates, nothing, 1, squares, { left: 200_000 })
    assert.notEqual(answer, 'unknown')
    if (answer !== 'impossible') return squares
  }
}

test('squares that cover the cells that are left cover all cells, and as few of them do', () => {
  fc.assert(
    fc.property(cellsUpTo(12, 40), (cells) => {
      const candidates = candidatesOf(cells, SIDE)
      const reduced = reducedByDominance(cells.length, candidates, { ...MANY })
      const fewest = smallestPlans(reduced.kept.length, reduced.candidates)
      assert.equal(fewest, smallestPlans(cells.length, candidates))
      const covers = branchAndBound(reduced.candidates, new Float64Array(reduced.kept.length), 1, fewest, { ...MANY })
      assert.ok(Array.isArray(covers))
      for (const cell of cells) {
        assert.ok(
          covers.some((c) => isIn(reduced.candidates.xs[c]!, reduced.candidates.ys[c]!, cell)),
          `${cell} is open`,
        )
      }
    }),
    { numRuns: 300, seed: 9 },
  )
})

test('a dominated cell is covered by every square that covers what dominates it, so dual values can be moved there', () => {
  fc.assert(
    fc.property(someCells, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (cells, numbers) => {
      const candidates = candidatesOf(cells, SIDE)
      const { kept, representatives, candidates: left } = reducedByDominance(cells.length, candidates, { ...MANY })
      assert.deepEqual(
        kept.map((k) => representatives[k]!),
        kept.map((_, place) => place),
      )
      const weights = cells.map(() => numbers.next().value as number)
      const moved = kept.map(() => 0)
      weights.forEach((weight, k) => {
        moved[representatives[k]!]! += weight
      })
      const sumOf = (covers: readonly number[], of: readonly number[]) => covers.reduce((sum, k) => sum + of[k]!, 0)
      for (const { x, y, covers } of squaresOf(left)) {
        const own = squaresOf(candidates).find((each) => each.x === x && each.y === y)!.covers
        // What the square covers of those that are left, no more and no less.
        assert.deepEqual(
          covers.map((place) => kept[place]!),
          own.filter((k) => kept.includes(k)),
        )
        for (const k of cells.keys())
          if (covers.includes(representatives[k]!)) assert.ok(own.includes(k), `${k} is not covered`)
        assert.ok(sumOf(covers, moved) <= sumOf(own, weights))
      }
    }),
    { numRuns: 300, seed: 10 },
  )
})

test('nothing is left that could go at once, and what it took is counted', () => {
  const cells: Cell[] = [
    [0, 0],
    [3, 1],
    [4, 4],
    [8, 2],
    [12, 3],
  ]
  const budget = { left: 1 }
  const { kept, candidates } = reducedByDominance(cells.length, candidatesOf(cells, SIDE), budget)
  // (3, 1) is in every square with (0, 0); so is (4, 4). What covers (8, 2) and (12, 3) is needed for (12, 3).
  assert.deepEqual(kept, [0, 4])
  assert.equal(candidates.count, 2)
  assert.ok(budget.left < 1)
})

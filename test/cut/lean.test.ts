import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Candidates, candidatesOf } from '../../server/cut/candidates.ts'
import { heldBy } from '../../server/cut/exhaust.ts'
import { leanOf } from '../../server/cut/lean.ts'
import type { Cell } from '../../server/cut/witnesses.ts'
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

const squaresOf = ({ count, xs, ys, held }: Candidates) =>
  Array.from({ length: count }, (_, c) => ({ x: xs[c]!, y: ys[c]!, held: [...listOf(held, c)] }))

const fewestOf = (count: number, candidates: Candidates): number => {
  for (let squares = 1; ; squares++) {
    const nothing = new Float64Array(count)
    const answer = heldBy(candidates, nothing, 1, squares, { left: 200_000 })
    assert.notEqual(answer, 'unknown')
    if (answer !== 'impossible') return squares
  }
}

test('squares that hold the cells that are left hold all cells, and as few of them do', () => {
  fc.assert(
    fc.property(cellsUpTo(12, 40), (cells) => {
      const candidates = candidatesOf(cells, SIDE)
      const lean = leanOf(cells.length, candidates, { ...MANY })
      const fewest = fewestOf(lean.kept.length, lean.candidates)
      assert.equal(fewest, fewestOf(cells.length, candidates))
      const held = heldBy(lean.candidates, new Float64Array(lean.kept.length), 1, fewest, { ...MANY })
      assert.ok(Array.isArray(held))
      for (const cell of cells) {
        assert.ok(
          held.some((c) => isIn(lean.candidates.xs[c]!, lean.candidates.ys[c]!, cell)),
          `${cell} is open`,
        )
      }
    }),
    { numRuns: 300, seed: 9 },
  )
})

test('a cell that is left out is held by every square that holds what stands for it, so weights can be moved there', () => {
  fc.assert(
    fc.property(someCells, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (cells, numbers) => {
      const candidates = candidatesOf(cells, SIDE)
      const { kept, standIns, candidates: left } = leanOf(cells.length, candidates, { ...MANY })
      assert.deepEqual(
        kept.map((k) => standIns[k]!),
        kept.map((_, place) => place),
      )
      const weights = cells.map(() => numbers.next().value as number)
      const moved = kept.map(() => 0)
      weights.forEach((weight, k) => {
        moved[standIns[k]!]! += weight
      })
      const sumOf = (held: readonly number[], of: readonly number[]) => held.reduce((sum, k) => sum + of[k]!, 0)
      for (const { x, y, held } of squaresOf(left)) {
        const own = squaresOf(candidates).find((each) => each.x === x && each.y === y)!.held
        // What the square holds of those that are left, no more and no less.
        assert.deepEqual(
          held.map((place) => kept[place]!),
          own.filter((k) => kept.includes(k)),
        )
        for (const k of cells.keys()) if (held.includes(standIns[k]!)) assert.ok(own.includes(k), `${k} is not held`)
        assert.ok(sumOf(held, moved) <= sumOf(own, weights))
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
  const { kept, candidates } = leanOf(cells.length, candidatesOf(cells, SIDE), budget)
  // (3, 1) is in every square with (0, 0); so is (4, 4). What holds (8, 2) and (12, 3) is needed for (12, 3).
  assert.deepEqual(kept, [0, 4])
  assert.equal(candidates.count, 2)
  assert.ok(budget.left < 1)
})

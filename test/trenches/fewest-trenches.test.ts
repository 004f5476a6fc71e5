/** The fewest trial trenches: by brute force on small cases, and each line met as often as it must. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fewestTrenches, type Opening, type ToMeet } from '../../server/geometry/fewest-trenches.ts'
import { randomFrom } from '../support/random.ts'

const SHARE = 2.5
const SPACING = 25

const isMet = (at: number, openings: readonly Opening[]) => openings.some(({ from, to }) => at >= from && at <= to)

/** Of a stretch, the longest part without an opening. */
function longestGap([from, to]: readonly [number, number], openings: readonly Opening[]): number {
  const met = openings.filter((each) => each.to >= from && each.from <= to)
  if (met.length === 0) return Infinity
  const ends = [from, ...met.flatMap((each) => [Math.max(each.from, from), Math.min(each.to, to)]), to]
  return Math.max(...ends.filter((_end, i) => i % 2 === 0).map((begin, i) => ends[2 * i + 1]! - begin))
}

const isEnough = (lines: readonly ToMeet[], openings: readonly Opening[], spacing: number): boolean =>
  lines.every(
    ({ crossings, stretches }) =>
      crossings.every((at) => isMet(at, openings)) &&
      stretches.every((each) => longestGap(each, openings) <= spacing + 1e-9),
  )

test('lines within the share of one trench get one, others get their own', () => {
  const crossing = (at: number): ToMeet => ({ crossings: [at], stretches: [] })
  const openings = fewestTrenches([3, 4, 5.5, 5.6, 20].map(crossing), SHARE, SPACING)
  assert.deepEqual(openings, [
    { from: 3, to: 5.5 },
    { from: 5.6, to: 5.6 },
    { from: 20, to: 20 },
  ])
})

test('a line along the whole axis is met every 25 m, a short one once', () => {
  const along = (from: number, to: number): ToMeet => ({ crossings: [], stretches: [[from, to]] })
  const openings = fewestTrenches([along(0, 100), along(40, 44)], 0, SPACING)
  assert.ok(isEnough([along(0, 100), along(40, 44)], openings, SPACING))
  assert.equal(openings.length, 4)
  assert.deepEqual(fewestTrenches([along(10, 14)], SHARE, SPACING), [{ from: 14, to: 14 }])
})

test('every line is met, no trench is longer than its share, and none can be spared: 400 seeded plans', () => {
  const random = randomFrom(20261130)
  for (let round = 0; round < 400; round++) {
    const spacing = 4
    const lines: ToMeet[] = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
      const from = Math.round(random() * 24) / 2
      const to = from + Math.round(random() * 16) / 2
      const kind = random()
      return { crossings: kind < 0.6 ? [from] : [], stretches: kind > 0.4 ? [[from, to]] : [] }
    })
    const openings = fewestTrenches(lines, 1, spacing)
    assert.ok(isEnough(lines, openings, spacing), JSON.stringify({ lines, openings }))
    for (const { from, to } of openings) assert.ok(to >= from && to - from <= 1 + 1e-9)
    // All places on half metres: where a trench can begin in a plan with one less. Ends and spacings lie there as well.
    const places = Array.from({ length: 42 }, (_, i) => i / 2 - 0.5)
    const tryFewer = (chosen: Opening[], left: number, begin: number): boolean => {
      if (left === 0) return isEnough(lines, chosen, spacing)
      for (let i = begin; i < places.length; i++)
        if (tryFewer([...chosen, { from: places[i]!, to: places[i]! + 1 }], left - 1, i + 1)) return true
      return false
    }
    if (openings.length > 0 && openings.length <= 4)
      assert.equal(tryFewer([], openings.length - 1, 0), false, JSON.stringify({ lines, openings }))
  }
})

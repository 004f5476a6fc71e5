/** Merging the versions of one line, as rules that hold for any line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lengthOf } from '../../server/geometry/flat.ts'
import { type Lines, mergeLines } from '../../server/imkl/merge/join-at-border.ts'

/** Lines of whole metres, so that two of them are the same or clearly apart. */
const walk = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), { minLength: 2, maxLength: 12 })
  .map((points): number[] => points.flat())
  .filter((line) => lengthOf([line]) > 0)

function distanceTo(lines: Lines, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const line of lines)
    for (let i = 2; i < line.length; i += 2) {
      const dx = line[i]! - line[i - 2]!
      const dy = line[i + 1]! - line[i - 1]!
      const square = dx * dx + dy * dy
      const along = square === 0 ? 0 : ((x - line[i - 2]!) * dx + (y - line[i - 1]!) * dy) / square
      const t = Math.max(0, Math.min(1, along))
      nearest = Math.min(nearest, Math.hypot(x - line[i - 2]! - t * dx, y - line[i - 1]! - t * dy))
    }
  return nearest
}

test('no stretch of any version is lost: every point stays within 5 mm, or 10 mm at a dropped remainder', () => {
  fc.assert(
    fc.property(walk, walk, (a, b) => {
      const { lines: merged } = mergeLines([[a], [b]])
      for (const line of [a, b])
        for (let i = 2; i < line.length; i += 2)
          for (const t of [0, 0.13, 0.5, 0.87, 1]) {
            const x = line[i - 2]! + t * (line[i]! - line[i - 2]!)
            const y = line[i - 1]! + t * (line[i + 1]! - line[i - 1]!)
            assert.ok(distanceTo(merged, x, y) <= 0.016)
          }
    }),
  )
})

test('the result is never shorter than the longest version nor longer than all together', () => {
  fc.assert(
    fc.property(walk, walk, walk, (a, b, c) => {
      const lengths = [a, b, c].map((line) => lengthOf([line]))
      const merged = lengthOf(mergeLines([[a], [b], [c]]).lines)
      assert.ok(merged >= Math.max(...lengths) - 1e-9)
      assert.ok(merged <= lengths.reduce((sum, one) => sum + one, 0) + 1e-9)
    }),
  )
})

test('a version that is part of another adds nothing', () => {
  fc.assert(
    fc.property(walk, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (line, t) => {
      const x = line[0]! + t * (line[2]! - line[0]!)
      const y = line[1]! + t * (line[3]! - line[1]!)
      assert.deepEqual(mergeLines([[line], [[x, y, ...line.slice(2)]]]).lines, [line])
    }),
  )
})

test('a line of ten thousand points merges with its shifted self in reasonable time', () => {
  const long = (shift: number): number[] => Array.from({ length: 10_000 }, (_, i) => [i, Math.sin(i) + shift]).flat()
  const { lines: merged } = mergeLines([[long(0)], [long(0.001)], [long(3)]])
  assert.equal(merged[0]!.length, 20_000)
  assert.ok(lengthOf(merged) > 1.9 * lengthOf([long(0)]))
})

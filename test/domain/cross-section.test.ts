/** Where a line over the ground crosses others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crossings, lengthWithin } from '../../server/domain/cross-section.ts'
import type { Position } from '../../server/domain/geometry.ts'

const across: Position[] = [
  [0, 0],
  [10, 0],
]
const places = (section: Position[], ...lines: number[][]) => crossings(section, lines).map(({ at }) => at)

test('crossings come in the order of the section, whatever the order of the lines', () => {
  assert.deepEqual(places(across, [7, -1, 7, 1], [2, 1, 2, -1]), [2, 7])
})

test('a corner on the section is one crossing', () => {
  assert.deepEqual(places(across, [4, -1, 4, 0, 5, 1]), [4])
})

test('a line that turns back is crossed twice', () => {
  assert.deepEqual(places(across, [2, -1, 3, 1, 4, -1]), [2.5, 3.5])
})

test('what runs along the section or ends before it is not crossed', () => {
  assert.deepEqual(places(across, [1, 0, 9, 0], [3, -2, 3, -0.1]), [])
})

test('the way goes on around a corner of the section', () => {
  const bent: Position[] = [
    [0, 0],
    [10, 0],
    [10, 10],
  ]
  assert.deepEqual(places(bent, [9, 4, 11, 4]), [14])
})

const square = (from: number, to: number): Position[] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
]

test('of a line only what lies within the area is counted, and nothing of its holes', () => {
  const within = (...line: number[]) => Math.round(lengthWithin([line], [square(0, 10), square(4, 6)]) * 1e6) / 1e6
  assert.equal(within(-5, 5, 15, 5), 8)
  assert.equal(within(1, 1, 1, 3, 2, 3), 3)
  assert.equal(within(4.5, 5, 5.5, 5), 0)
  assert.equal(within(-5, 2, -1, 2), 0)
})

/** Where a line over the ground crosses others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crossings } from '../../server/domain/cross-section.ts'
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

/** Where a line over the ground crosses others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booleanIntersects } from '@turf/boolean-intersects'
import { lineString, polygon } from '@turf/helpers'
import { crossings } from '../../server/geometry/cross-section.ts'
import { drawnArea } from '../../server/geometry/drawn-area.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { randomFrom } from '../support/random.ts'

const across: Position[] = [
  [0, 0],
  [10, 0],
]
const places = (section: Position[], ...lines: number[][]) => crossings(section, lines).map(({ at }) => at)

test('crossings come in the order of the section, for any order of the lines', () => {
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
  const within = (...line: number[]) =>
    Math.round(drawnArea([square(0, 10), square(4, 6)]).lengthOf([line]) * 1e6) / 1e6
  assert.equal(within(-5, 5, 15, 5), 8)
  assert.equal(within(1, 1, 1, 3, 2, 3), 3)
  assert.equal(within(4.5, 5, 5.5, 5), 0)
  assert.equal(within(-5, 2, -1, 2), 0)
})

test('an area meets what crosses it, lies in it, or has it inside', () => {
  const area = drawnArea([square(0, 10)])
  const line = (...flat: number[]) => area.meets({ type: 'MultiLineString', lines: [flat] })
  assert.deepEqual(
    [line(-5, 5, 15, 5), line(2, 2, 3, 3), line(-5, 12, 15, 12), line(-3, 5, 5, -4)],
    [true, true, false, true],
  )
  const box = (from: number, to: number) => area.meets({ type: 'MultiPolygon', polygons: [[square(from, to).flat()]] })
  assert.deepEqual([box(-5, 15), box(4, 6), box(20, 30)], [true, true, false])
  assert.deepEqual(
    [area.meets({ type: 'Point', xy: [5, 5] }), area.meets({ type: 'Point', xy: [11, 5] })],
    [true, false],
  )
})

test('an area of many corners meets what Turf says it meets', () => {
  const random = randomFrom(500)
  const outline = Array.from({ length: 300 }, (_, i): Position => {
    const reach = 100 * (0.3 + 0.7 * random())
    return [reach * Math.cos((i / 300) * 2 * Math.PI), reach * Math.sin((i / 300) * 2 * Math.PI)]
  })
  const ring = [...outline, outline[0]!]
  const area = drawnArea([ring])
  for (let round = 0; round < 500; round++) {
    const [x, y] = [200 * random() - 100, 200 * random() - 100]
    const line = [x, y, x + 40 * random() - 20, y + 40 * random() - 20]
    const pairs = [line.slice(0, 2), line.slice(2)]
    const said = booleanIntersects(lineString(pairs), polygon([ring]))
    assert.equal(area.meets({ type: 'MultiLineString', lines: [line] }), said, String(line))
  }
})

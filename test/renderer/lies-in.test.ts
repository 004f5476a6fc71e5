/** Whether something lies in an area of precaution: inside, across, around a hole, beside it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Geometry } from 'geojson'
import { liesIn } from '../../renderer/map/containment.ts'

const square = (min: number, max: number): [number, number][] => [
  [min, min],
  [max, min],
  [max, max],
  [min, max],
  [min, min],
]
const AREA: Geometry = { type: 'Polygon', coordinates: [square(0, 10), square(4, 6)] }
const line = (...coordinates: [number, number][]): Geometry => ({ type: 'MultiLineString', coordinates: [coordinates] })

test('what lies in an area or crosses it is found, what lies beside it or in its hole is not', () => {
  const found: [what: string, thing: Geometry, is: boolean][] = [
    ['inside', line([1, 1], [2, 2]), true],
    ['across, both ends outside', line([-1, 5], [11, 5.5]), true],
    ['beside', line([11, 0], [11, 10]), false],
    ['in the hole', line([4.5, 4.5], [5.5, 5.5]), false],
    ['from the hole outwards', line([5, 5], [8, 8]), true],
    ['a point inside', { type: 'Point', coordinates: [1, 9] }, true],
    ['a point outside', { type: 'Point', coordinates: [-1, 9] }, false],
  ]
  for (const [what, thing, is] of found) {
    assert.equal(liesIn(thing, AREA), is, what)
    assert.equal(
      liesIn(thing, { type: 'MultiPolygon', coordinates: [AREA.coordinates as [number, number][][]] }),
      is,
      what,
    )
  }
})

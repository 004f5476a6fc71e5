/** Which of the things within reach of the pointer is picked first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Geometry, Position } from 'geojson'
import { toDegrees, toRd } from '../../renderer/map/exact.ts'
import { pickFeatures } from '../../renderer/map/picking.ts'

const AT: Position = [155_000, 463_000]
const at = (x: number, y: number): Position => toDegrees([AT[0]! + x, AT[1]! + y])
/** From west to east, so many metres north of the place. */
const line = (name: string, north: number): { name: string; geometry: Geometry } => ({
  name,
  geometry: { type: 'LineString', coordinates: [at(-50, north), at(50, north)] },
})
const point = (name: string, north: number): { name: string; geometry: Geometry } => ({
  name,
  geometry: { type: 'Point', coordinates: at(0, north) },
})
const square = [at(-9, -9), at(9, -9), at(9, 9), at(-9, 9), at(-9, -9)]
const area: { name: string; geometry: Geometry } = {
  name: 'area',
  geometry: { type: 'MultiPolygon', coordinates: [[square]] },
}

test('lines and points come before areas, the nearest first; what is drawn at the very place before what is near it', () => {
  const order = (under: ReturnType<typeof line>[], near: ReturnType<typeof line>[]): string =>
    pickFeatures(under, near, toRd(at(0, 0)))
      .map(({ name }) => name)
      .filter((name, i, all) => all.indexOf(name) === i)
      .join(' ')
  const [close, far, dot] = [line('close', -0.3), line('far', 0.9), point('dot', 0.5)]
  // As a map gives them: the uppermost first.
  assert.equal(order([area], [far, area, close]), 'close far area')
  assert.equal(order([], [far, dot, close, area]), 'close dot far area')
  // A symbol is larger than its place, and lies on a line.
  assert.equal(order([dot], [dot, far, close]), 'dot close far')
  assert.equal(order([area, far], [area, far, close]), 'far close area')
  assert.equal(order([area], [area]), 'area')
  const both: Geometry = {
    type: 'MultiLineString',
    coordinates: [
      [at(40, 40), at(50, 40)],
      [at(-5, 0.1), at(5, 0.1)],
    ],
  }
  assert.equal(order([], [close, { name: 'both', geometry: both }]), 'both close')
})

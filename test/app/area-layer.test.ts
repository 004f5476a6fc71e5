/** The border of what was asked for, as the map draws it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeatureCollection } from 'geojson'
import { areaLayer, requestOutlines } from '../../renderer/map/layers/area.ts'
import { PALETTES } from '../../renderer/map/palette.ts'
import type { JobMap } from '../../server/contract/dashboard.ts'

type Polygon = JobMap['area_lnglat']

const box = (west: number, east: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 52],
      [east, 52],
      [east, 52.001],
      [west, 52.001],
      [west, 52],
    ],
  ],
})
/** Two requests with a street between them, and the hull around them, which is all that a job has. */
const [WEST, EAST, HULL] = [box(5, 5.001), box(5.002, 5.003), box(5, 5.003)]
const parts: JobMap['parts'] = [WEST, EAST].map((geometry_lnglat, i) => ({
  part_no: i + 1,
  geometry_lnglat,
})) as JobMap['parts']

const drawn = (source: 'ordered' | 'imported') => {
  const outlines = requestOutlines(source, { area_lnglat: HULL, parts })
  const { features } = areaLayer(PALETTES.light, outlines, parts, () => 'delivered').data as FeatureCollection
  return features.map(({ geometry }) => geometry).find(({ type }) => type === 'MultiLineString')
}

test('each request of what was opened has a border of its own: nothing that nobody asked about is within one', () => {
  const border = { type: 'MultiLineString', coordinates: [WEST.coordinates[0], EAST.coordinates[0]] }
  assert.deepEqual(drawn('imported'), border)
})

test('what was drawn here is outlined as it was drawn, not as it was cut', () => {
  assert.deepEqual(drawn('ordered'), { type: 'MultiLineString', coordinates: HULL.coordinates })
})

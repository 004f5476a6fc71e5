/** The border of what was asked for, as the map draws it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeatureCollection } from 'geojson'
import { areaLayer, areasLayer, digNote } from '../../renderer/map/layers/area.ts'
import { PALETTES } from '../../renderer/map/palette.ts'
import type { JobMap } from '../../server/features/jobs/dashboard-schema.ts'
import type { ProjectMap } from '../../server/features/projects/schema.ts'

type Polygon = JobMap['outlines_lnglat'][number]

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
/** Two requests with a street between them. */
const OUTLINES = [box(5, 5.001), box(5.002, 5.003)]
const [WEST, EAST] = OUTLINES as [Polygon, Polygon]
const RINGS = [WEST.coordinates[0], EAST.coordinates[0]]

test('each request of what was opened has a border of its own: nothing that nobody asked about is within one', () => {
  const { features } = areaLayer(PALETTES.light, OUTLINES, [], () => 'delivered').data as FeatureCollection
  assert.deepEqual(features[0]?.geometry, { type: 'MultiLineString', coordinates: RINGS })
})

test('the same on the map of a project, and what may be dug stands on their common northern edge', () => {
  const job = { status: 'ready', dig_answer: 'yes', outlines_lnglat: OUTLINES } as ProjectMap['data'][number]
  const { features } = areasLayer(PALETTES.light, [job]).data as FeatureCollection
  assert.deepEqual(features[0]?.geometry, { type: 'MultiPolygon', coordinates: RINGS.map((ring) => [ring]) })
  assert.deepEqual(digNote(OUTLINES, 'yes', 'Yes').at, [5.0015, 52.001])
})

/** What the map lies on comes in two files: the window opens on the small one, and the whole one takes its place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseMapFeatures } from '../../renderer/map/layers/base-map-features.ts'

const country = (id: string) => ({
  type: 'Feature' as const,
  id,
  properties: {},
  geometry: {
    type: 'MultiPolygon' as const,
    coordinates: [
      [
        [
          [5.1234567, 52],
          [6, 52],
          [6, 53],
          [5.1234567, 52],
        ],
      ],
    ],
  },
})
const { baseMap, outline } = baseMapFeatures([country('528'), country('056')], ({ id }) => id === '528')
const kinds = ({ features }: typeof baseMap) => new Set(features.map(({ properties }) => properties?.kind as string))

test('the outline is all of the baseMap but the lines of RD New', () => {
  assert.deepEqual(kinds(outline), new Set(['home', 'neighbour', 'lake']))
  assert.deepEqual(kinds(baseMap), new Set([...kinds(outline), 'km', 'ten-km']))
  assert.deepEqual(baseMap.features.slice(0, outline.features.length), outline.features)
})

test('countries are kept to five decimals of a degree: a metre', () => {
  assert.deepEqual(outline.features[0]!.geometry, {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [5.12346, 52],
          [6, 52],
          [6, 53],
          [5.12346, 52],
        ],
      ],
    ],
  })
})

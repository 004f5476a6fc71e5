/** Pins of jobs: what each says, and what those say that lie close together. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeatureCollection } from 'geojson'
import { pinFeatures, pinsLayer } from '../../renderer/map/layers/pins.ts'
import { PALETTES } from '../../renderer/map/palette.ts'
import { MAP_SCALES } from '../../renderer/map/scale.ts'
import type { JobPins } from '../../server/features/jobs/dashboard-schema.ts'

type Pin = JobPins['data'][number]
const pin = (answer: Pin['dig_status']['answer'], more: Partial<Omit<Pin, 'dig_status'>> = {}): Pin => ({
  job_id: `job_${answer}`,
  name: null,
  klic_type: 'GRAAF',
  status: 'ready',
  next_action_reason: 'ready',
  dig_status: { answer },
  lnglat: [5, 52],
  ...more,
})
const PINS = [
  pin('no_longer'),
  pin('not_yet', { name: 'Dorpsstraat 1' }),
  pin('yes', { status: 'processing', next_action_reason: 'merging' }),
  pin('yes'),
  pin('not_for_digging', { klic_type: 'ORIENT' }),
]
const data = pinFeatures(PINS, ({ name }) => name ?? 'No reference')
const LAYER = pinsLayer(PALETTES.light, data, false)

test('a pin has the title and the place of its job, and the worse of answer and state as the list has it', () => {
  const { features } = data as FeatureCollection
  assert.deepEqual(
    features.map(({ properties }) => properties?.worst),
    [4, 3, 2, 1, 0],
  )
  assert.deepEqual(features[1], {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [5, 52] },
    properties: { job: 'job_not_yet', title: 'Dorpsstraat 1', order: 1, worst: 3 },
  })
})

test('several at one place are counted, and show the worst of them in colour and sign', () => {
  assert.deepEqual(LAYER.clusters?.clusterProperties, { worst: ['max', ['get', 'worst']] })
  const [many, one, count, sign] = LAYER.styles as readonly { paint: object; layout: object }[]
  const colours = Object.values(many!.paint)[1] as unknown[]
  for (const [tone, value] of [
    ['good', 1],
    ['care', 3],
    ['bad', 4],
  ] as const)
    assert.equal(colours[colours.indexOf(value) + 1], PALETTES.light[tone])
  assert.deepEqual(Object.values(one!.paint)[1], colours)
  const signs = (sign!.layout as { 'text-field': unknown[] })['text-field']
  assert.equal(new Set(signs.slice(3).filter((each) => typeof each === 'string')).size, 5, 'each tone has its own')
  assert.deepEqual((count!.layout as { 'text-field': unknown[] })['text-field'], [
    'concat',
    ['get', 'point_count_abbreviated'],
    '\n',
    signs,
  ])
})

test('an open result has the map to itself at every scale that can be chosen', () => {
  assert.ok(LAYER.styles.every(({ maxzoom }) => maxzoom === undefined))
  // As zoom of pixels of 0.28 mm, at the north of the country, where the same scale is a lower one.
  const equator = 40_075_017 / 512 / (Math.max(...MAP_SCALES) * 0.00028)
  const lowest = Math.log2(equator * Math.cos((53.6 / 180) * Math.PI))
  assert.ok(pinsLayer(PALETTES.dark, data, true).styles.every(({ maxzoom }) => maxzoom! < lowest))
})

/** The layer of a trench plan: a style that the map takes, and colours that follow how far each line is located. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import type { FeatureCollection } from 'geojson'
import { trenchesLayer } from '../../renderer/map/layers/trenches.ts'
import { styleLayersOf } from '../../renderer/map/map-layer.ts'
import { PALETTES, SCHEMES } from '../../renderer/map/palette.ts'
import type { TrenchPlanView } from '../../server/features/trenches/schema.ts'

const [X, Y] = [155_000, 463_000]
const WORKS: TrenchPlanView['works'] = {
  type: 'LineString',
  coordinates: [
    [X, Y],
    [X + 60, Y],
  ],
}
const row = (id: string, state: TrenchPlanView['rows'][number]['state'], at: number) => ({
  ...{ id, state, crossings: at < 30 ? [{ chainage_m: at, angle_deg: 90 }] : [] },
  stretches: at < 30 ? [] : [{ from_m: at, to_m: at + 5 }],
})
const trench = (no: number, from: number, rows: string[]) => ({
  ...{ no, rows },
  outline: [
    [X + from, Y - 1.5],
    [X + from + 3, Y - 1.5],
    [X + from + 3, Y + 1.5],
    [X + from, Y - 1.5],
  ],
})
const VIEW = {
  works: WORKS,
  search_m: 1.8,
  rows: [row('a', 'found', 10), row('b', 'not_found', 11), row('c', 'found', 40)],
  trenches: [trench(1, 9, ['a', 'b']), trench(2, 39, ['c'])],
} as unknown as TrenchPlanView

for (const scheme of SCHEMES) {
  const palette = PALETTES[scheme]
  test(`a trench has the colour of its gravest line, a line its own: ${scheme}`, () => {
    const layer = trenchesLayer(palette, WORKS, VIEW, 1)
    const { features } = layer.data as FeatureCollection
    const coloured = (part: string) =>
      features.filter(({ properties }) => properties?.part === part).map(({ properties }) => properties?.colour)
    assert.deepEqual(coloured('trench'), [palette.bad, palette.good])
    assert.deepEqual(coloured('row'), [palette.good, palette.bad, palette.good])
    const style = {
      version: 8,
      glyphs: 'http://127.0.0.1/{fontstack}/{range}.pbf',
      sources: { trenches: { type: 'geojson', data: layer.data } },
      layers: styleLayersOf(layer),
    }
    assert.deepEqual(validateStyleMin(style as StyleSpecification), [])
  })
}

test('works whose plan is not computed yet are drawn alone', () => {
  const { features } = trenchesLayer(PALETTES.light, WORKS, null, null).data as FeatureCollection
  assert.deepEqual(
    features.map(({ properties }) => properties?.part),
    ['works'],
  )
})

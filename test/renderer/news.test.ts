/** What came of a waiting job since it was looked at, and how it is marked on the map. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { newsLayers } from '../../renderer/map/layers/news.ts'
import { type MapLayer, styleLayersOf } from '../../renderer/map/map-layer.ts'
import { PALETTES } from '../../renderer/map/palette.ts'
import { newsOf, seenOf } from '../../renderer/news.ts'

type Come = Parameters<typeof seenOf>[0]

const delivery = (part_no: number, sequence: number): Come['deliveries'][number] => ({
  part_no,
  sequence,
  order_id: `ord_${part_no}`,
  klic_number: `26G00${part_no}`,
  complete: false,
  received_at: '2026-11-23T09:00:00Z',
  features: 10,
})
const operator = (code: string, missing_in: string[]): Come['operators'][number] => ({
  code,
  name: `Net ${code}`,
  missing_in,
  delivered: missing_in.length === 0,
  precaution: false,
  involved: true,
  themes: [],
  contacts: [],
})

const before: Come = {
  deliveries: [delivery(1, 1), delivery(2, 1)],
  operators: [operator('KL1', ['26G001']), operator('KL2', ['26G001', '26G002'])],
}

test('a part that has come is new, an operator that was silent is new in the part that it was silent in, and nothing else', () => {
  const seen = seenOf(before, '2026-11-20T09:00:00Z')
  assert.deepEqual(newsOf(before, seen), [])
  const now: Come = {
    deliveries: [delivery(1, 2), delivery(2, 1), delivery(3, 1)],
    operators: [operator('KL1', []), operator('KL2', ['26G001', '26G002'])],
  }
  assert.deepEqual(
    newsOf(now, seen).map(({ partNo, operators }) => [partNo, operators.map(({ code }) => code)]),
    [
      [1, ['KL1']],
      [3, []],
    ],
  )
  assert.deepEqual(newsOf(now, seenOf(now, '2026-11-23T09:00:00Z')), [])
})

test('what is new is marked by the area of its part, or along the lines of its operator there', () => {
  const ring = [
    [5, 52],
    [5.01, 52],
    [5.01, 52.01],
    [5, 52],
  ]
  const parts = [1, 3].map((part_no) => ({
    part_no,
    extent_m: { width: 1, height: 1 },
    area_m2: 1,
    geometry: { type: 'Polygon', coordinates: [ring] },
    geometry_lnglat: { type: 'Polygon', coordinates: [ring] },
  })) as Parameters<typeof newsLayers>[2]
  const result: MapLayer = { id: 'result:x', data: { type: 'vector', tiles: ['http://x/{z}/{x}/{y}'] }, styles: [] }
  const switched = { hidden: ['water'], hiddenOperators: [] }
  const layers = newsLayers(
    PALETTES.light,
    [
      { partNo: 1, operators: [{ code: 'KL1' }] },
      { partNo: 3, operators: [] },
    ],
    parts,
    result,
    switched,
  )
  assert.deepEqual(
    layers.map(({ id, source }) => [id, source]),
    [
      ['news-areas', undefined],
      ['news:result:x', 'result:x'],
    ],
  )
  const style = {
    version: 8 as const,
    sources: { 'news-areas': { type: 'geojson' as const, data: layers[0]!.data as never }, 'result:x': result.data },
    layers: layers.flatMap(styleLayersOf),
  }
  assert.deepEqual(
    validateStyleMin(style as never).map(({ message }) => message),
    [],
  )
  assert.deepEqual(newsLayers(PALETTES.light, [], parts, result, switched), [])
})

/** A result's sheet keeps to the style language for all options: the map takes it unchecked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { type ResultChoice, resultLayer } from '../../renderer/map/layers/result.ts'
import { isFeature, sourceId, styleLayersOf } from '../../renderer/map/map-layer.ts'
import { mapStyle, SCHEMES } from '../../server/exports/styling/map/style.ts'
import { TILE_LAYERS } from '../../server/exports/tiles/map-tiles.ts'
import { MapStyle } from '../../server/features/results/map/map-style-schema.ts'
import { EXTRA_GROUPS } from '../../server/imkl/look/styles.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'

const ADDRESSES = {
  tiles: 'http://127.0.0.1:4780/tiles/job_1/tile.json',
  sprite: 'http://127.0.0.1:4780/tiles/sprite',
  glyphs: 'http://127.0.0.1:4780/tiles/fonts/{fontstack}/{range}.pbf',
}
const TILES = { tiles: ['http://127.0.0.1:4780/tiles/job_1/{z}/{x}/{y}.mvt'], minzoom: 6, maxzoom: 19, ground: null }
const NOTHING: ResultChoice = { hidden: [], hiddenOperators: [], extra: [], strengths: {} }
/** Of #rrggbb or rgba(r, g, b, a): from 0 to 1. */
const lightness = (colour: unknown): number => {
  const text = String(colour)
  const parts = text.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
    : [...text.matchAll(/\d+/g)].slice(0, 3).map(Number)
  return parts.reduce((sum, part) => sum + part, 0) / 3 / 255
}
const WISHES: Record<string, ResultChoice> = {
  'as it is': NOTHING,
  'with themes and operators switched off': {
    ...NOTHING,
    hidden: THEMES.map(({ id }) => id),
    hiddenOperators: ['KL1012', "d'Or"],
  },
  'with every group switched on': { ...NOTHING, extra: Object.keys(EXTRA_GROUPS) },
  'fainter as a whole': { ...NOTHING, strengths: { '': 0.4 } },
  'with a fainter theme': { ...NOTHING, strengths: { '': 0.9, [THEMES[0]!.id]: 0.1, [THEMES[1]!.id]: 0.5 } },
}

for (const scheme of SCHEMES) {
  const served = mapStyle({ name: 'Proef', scheme, latitude: 52, center: [5, 52], zoom: 15, ...ADDRESSES })
  const { layers } = MapStyle.parse(JSON.parse(JSON.stringify(served)))
  for (const [how, wish] of Object.entries(WISHES)) {
    test(`a result is drawn ${how} in the language of styles, ${scheme}`, () => {
      const layer = resultLayer('job_1:1', { layers, tiles: TILES }, wish, '#fbfaf6')
      assert.ok(layer.styles.length > 50)
      const style = {
        version: 8,
        sprite: ADDRESSES.sprite,
        glyphs: ADDRESSES.glyphs,
        sources: { [sourceId(layer)]: layer.data },
        layers: styleLayersOf(layer),
      }
      assert.deepEqual(validateStyleMin(style as StyleSpecification), [])
    })
  }
  test(`texts of drawings can be read on their ground without hiding it, ${scheme}`, () => {
    const texts = layers.filter(({ paint }) => paint && 'text-color' in paint)
    assert.equal(texts.length, 3)
    for (const { id, paint } of texts) {
      const isDark = scheme === 'dark'
      assert.equal(lightness(paint!['text-color']) > 0.5, isDark, id)
      assert.equal(lightness(paint!['text-halo-color']) > 0.5, !isDark, id)
      assert.ok(Number(paint!['text-halo-width']) < 2, id)
    }
  })
  test(`appurtenances cover 0.4 m of ground where there is no room for a symbol, ${scheme}`, () => {
    const { styles: looks } = resultLayer('job_1:1', { layers, tiles: TILES }, NOTHING, '#fbfaf6')
    const dots = looks.filter((look) => look.type === 'circle' && look['source-layer'] === 'leidingelement')
    assert.ok(dots.length > 0)
    for (const { minzoom, maxzoom, paint } of dots) {
      const { 'circle-radius': radius, 'circle-stroke-width': edge } = paint as Record<string, unknown[]>
      // Doubling with each zoom, as the ground does.
      const at = (curve: unknown[], zoom: number) => Number(curve[4]) * 2 ** (zoom - Number(curve[3]))
      for (const [zoom, scale] of [
        [minzoom!, 1250],
        [maxzoom!, 500],
      ] as const) {
        const metres = (2 * at(radius!, zoom) + 2 * at(edge!, zoom)) * 0.00028 * scale
        assert.ok(Math.abs(metres - 0.4) < 0.01, `${metres} m at 1:${scale}`)
      }
    }
  })
  test(`lines whose position is invented are cut to pieces, and not twice picked, ${scheme}`, () => {
    const wish = { ...NOTHING, hidden: ['water'] }
    const { styles: looks } = resultLayer('job_1:1', { layers, tiles: TILES }, wish, '#fbfaf6')
    const [invented, ...more] = looks.filter(({ filter }) => JSON.stringify(filter ?? '').includes('fictief'))
    assert.equal(more.length, 0)
    assert.ok(JSON.stringify(invented!.filter).includes('water'))
    assert.equal(isFeature(invented!), false)
    assert.ok(TILE_LAYERS.kabel_of_leiding.columns.includes('fictief'))
    // Above the lines, below what stands on them.
    const below = looks[looks.indexOf(invented!) - 1]!
    assert.equal(below['source-layer' as never], 'kabel_of_leiding')
  })
}

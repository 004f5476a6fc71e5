/** A result's sheet keeps to the style language whatever is wished of it: the map takes it unchecked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { type ResultWish, resultSheet } from '../../renderer/map/layers/result.ts'
import { layersOf, sourceId } from '../../renderer/map/sheet.ts'
import { MapStyle } from '../../server/contract/map-style.ts'
import { THEMES } from '../../server/domain/imkl/themes.ts'
import { EXTRA_GROUPS } from '../../server/domain/look/styles.ts'
import { mapStyle, SCHEMES } from '../../server/styling/map/style.ts'

const ADDRESSES = {
  tiles: 'http://127.0.0.1:4780/tiles/job_1/tile.json',
  sprite: 'http://127.0.0.1:4780/tiles/sprite',
  glyphs: 'http://127.0.0.1:4780/tiles/fonts/{fontstack}/{range}.pbf',
}
const TILES = { tiles: ['http://127.0.0.1:4780/tiles/job_1/{z}/{x}/{y}.mvt'], minzoom: 6, maxzoom: 19, ground: null }
const NOTHING: ResultWish = { hidden: [], hiddenOperators: [], extra: [], strengths: {} }
const WISHES: Record<string, ResultWish> = {
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
      const sheet = resultSheet('job_1:1', { layers, tiles: TILES }, wish)
      assert.ok(sheet.looks.length > 50)
      const style = {
        version: 8,
        sprite: ADDRESSES.sprite,
        glyphs: ADDRESSES.glyphs,
        sources: { [sourceId(sheet)]: sheet.data },
        layers: layersOf(sheet),
      }
      assert.deepEqual(validateStyleMin(style as StyleSpecification), [])
    })
  }
}

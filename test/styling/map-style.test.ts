/** The map's style says what the facts say, asks for no picture that is not there, and keeps to its specification. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { mapImages } from '../../server/exports/styling/map/images.ts'
import { mapStyle, SCHEMES, type Scheme } from '../../server/exports/styling/map/style.ts'
import { TILE_LAYERS, zoomOfScale } from '../../server/exports/tiles/map-tiles.ts'
import { MapStyle } from '../../server/features/results/map/map-style-schema.ts'
import { DRAW_ORDER, LINE_WIDTH, STATUSES } from '../../server/imkl/look/styles.ts'
import { APPURTENANCE_SYMBOLS } from '../../server/imkl/look/symbols.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'

const LATITUDE = 52

const WISH = {
  name: 'Proef',
  latitude: LATITUDE,
  center: [5, LATITUDE] as const,
  zoom: 15,
  tiles: 'http://127.0.0.1:4780/tiles/job_1/tile.json',
  sprite: 'http://127.0.0.1:4780/tiles/sprite',
  glyphs: 'http://127.0.0.1:4780/tiles/fonts/{fontstack}/{range}.pbf',
}

const styleFor = (scheme: Scheme) => mapStyle({ ...WISH, scheme })

for (const scheme of SCHEMES) {
  test(`the ${scheme} style keeps to the specification and to the contract`, () => {
    const style = styleFor(scheme)
    assert.deepEqual(validateStyleMin(JSON.parse(JSON.stringify(style)) as StyleSpecification), [])
    MapStyle.parse(JSON.parse(JSON.stringify(style)))
    const ids = style.layers.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
  })

  test(`the ${scheme} style draws every layer of a result, in the official order`, () => {
    const order = styleFor(scheme).layers.map((layer) => layer['source-layer'])
    assert.deepEqual([...new Set(order)], [...DRAW_ORDER])
    assert.deepEqual(
      order.filter((name, i) => name !== order[i - 1]),
      [...DRAW_ORDER],
    )
  })

  test(`every picture that the ${scheme} style asks for is on the sheet`, () => {
    const names = new Set(mapImages().map(({ name }) => name))
    const asked = styleFor(scheme).layers.flatMap(({ layout, paint }) =>
      [layout?.['icon-image'], paint?.['fill-pattern'], paint?.['line-pattern']].flatMap(outcomes),
    )
    assert.ok(asked.length > 500)
    assert.deepEqual(
      asked.filter((name) => !names.has(name)),
      [],
    )
  })
}

/** What a name, or a choice among names by `match`, can come to. */
const outcomes = (value: unknown): string[] => {
  if (value === undefined) return []
  if (typeof value === 'string') return [value]
  const [operator, , ...cases] = value as unknown[]
  assert.equal(operator, 'match')
  return [...cases.filter((_, i) => i % 2 === 1), cases.at(-1)].flatMap(outcomes)
}

test('a picture has one name, and every symbol has one in every colour', () => {
  const images = mapImages()
  assert.equal(new Set(images.map(({ name }) => name)).size, images.length)
  for (const { colour, id } of THEMES) {
    const own = images.filter(({ name }) => name.endsWith(`-${id}`))
    assert.ok(own.length > APPURTENANCE_SYMBOLS.length)
    for (const { svg, name } of own) assert.ok(svg.includes(colour), name)
  }
})

test('bands of scales follow each other without a gap, and begin where the standard says', () => {
  const { layers } = styleFor('light')
  const cables = LINE_WIDTH.map(({ upTo, size }) => {
    const layer = layers.find(({ id }) => id === `kabel_of_leiding:functional-${upTo}`)!
    assert.equal(layer.paint!['line-width'], size)
    assert.ok(Math.abs(layer.minzoom! - zoomOfScale(upTo, LATITUDE)) < 0.001)
    return layer
  })
  for (const [i, layer] of cables.entries()) assert.equal(layer.maxzoom, cables[i - 1]?.minzoom)
  for (const id of STATUSES) {
    const dash = layers.find((layer) => layer.id === `kabel_of_leiding:${id}-500`)!.paint!['line-dasharray']
    assert.equal(dash === undefined, id === 'functional')
  }
})

test('tiles hold a layer at every zoom at which something of it is drawn', () => {
  // At the northern end of the country a scale comes at the smallest zoom.
  for (const latitude of [50.7, 53.6]) {
    for (const { 'source-layer': name, minzoom = 0, id } of mapStyle({
      ...styleFor('light'),
      scheme: 'light',
      latitude,
      tiles: '',
    }).layers) {
      if (minzoom > 0) assert.ok(TILE_LAYERS[name].from <= Math.floor(minzoom), id)
    }
  }
})

test('the style for QGIS keeps to the specification, chooses pictures by one column and has whole zooms', () => {
  const usual = styleFor('light')
  const style = mapStyle({ ...WISH, scheme: 'light', reader: 'qgis' })
  assert.deepEqual(validateStyleMin(JSON.parse(JSON.stringify(style)) as StyleSpecification), [])
  const ids = style.layers.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  for (const { id, layout, minzoom = 0, maxzoom = 0 } of style.layers) {
    assert.ok(Number.isInteger(minzoom) && Number.isInteger(maxzoom), id)
    const image = layout?.['icon-image']
    if (Array.isArray(image)) assert.ok(!image.slice(2).some((part) => Array.isArray(part) && part[0] === 'match'), id)
  }
  const pictures = (of: typeof usual) => new Set(of.layers.flatMap(({ layout }) => outcomes(layout?.['icon-image'])))
  assert.deepEqual(pictures(style), pictures(usual))
  // At this latitude 1:500 is zoom 18.39 of a map; QGIS counts it as at the equator, 19.09, and draws whole ones.
  assert.equal(style.layers.find(({ id }) => id === 'annotatie_punt:tekst')?.minzoom, 19)
})

/** The ground in a layer definition; that QGIS opens it is seen in test/qgis. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layerDefinition } from '../../server/exports/styling/layer-definition.ts'

const LAYERS = [{ name: 'kabel_of_leiding', themes: new Map([['water', 3]]), extent: null }]
const GROUND = [
  { table: 'ondergrond_5', perMetre: 5 },
  { table: 'ondergrond_14', perMetre: 14 },
]
const HTTP = {
  ogc: 'http://127.0.0.1:1/k/secret/ogc/job_1',
  groundTiles: 'http://127.0.0.1:1/k/secret/{z}/{x}/{y}.png',
}

const sources = (text: string): string[] => [...text.matchAll(/<datasource>([^<]+)</g)].map(([, source]) => source!)

test('beside a GeoPackage the ground is its own, below all layers, the fine scale over the coarse one', () => {
  const text = layerDefinition({ fileName: '', layers: LAYERS, ground: GROUND }, 'KLIC', { gpkg: 'r.gpkg' })
  assert.deepEqual(sources(text).slice(-2), ['GPKG:./r.gpkg:ondergrond_14', 'GPKG:./r.gpkg:ondergrond_5'])
  const [, tree] = /<layer-tree-group name="KLIC"([\s\S]*)<maplayers>/.exec(text)!
  assert.ok(tree!.indexOf('name="ondergrond"') > tree!.indexOf('name="water"'))
})

test('over http it is tiles, by the address with its key, as close as the finest scale', () => {
  const text = layerDefinition({ fileName: '', layers: LAYERS, ground: GROUND }, 'KLIC', HTTP)
  assert.equal(
    sources(text).at(-1),
    'type=xyz&amp;url=http://127.0.0.1:1/k/secret/%7Bz%7D/%7Bx%7D/%7By%7D.png&amp;tilePixelRatio=2&amp;zmin=10&amp;zmax=20',
  )
})

test('where there is no ground, nothing is said of one', () => {
  for (const source of [HTTP, { gpkg: 'r.gpkg' }])
    assert.doesNotMatch(
      layerDefinition({ fileName: '', layers: LAYERS, ground: [] }, 'KLIC', source),
      /ondergrond|BGT uit/,
    )
})

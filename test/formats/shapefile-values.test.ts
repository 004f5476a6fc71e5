/** Shapefiles as GDAL reads them, value by value and position by position against the GeoPackage that they are made of. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import { inspectShapefileZip, measureLayers, writeShapefileZip } from '../../server/exports/formats/shapefile.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { LAYERS, type Row } from '../../server/imkl/model/layers.ts'
import { compareShapes, pairs } from '../support/shapefile-values.ts'
import { folder, KLIC_NUMBERS, samples } from './samples.ts'

async function zipped(gpkg: string, zip: string, tempDir: string, mostBytes?: number): Promise<void> {
  const source = openResult(gpkg)
  const measured = measureLayers(source, mostBytes)
  source.close()
  await writeShapefileZip({ gpkg, measured, zip, tempDir, tables: {}, counts: {} })
}

/** Samples, and what is hard for a table of text of fixed widths. */
function hard(t: TestContext) {
  const at = folder(t)
  const gpkg = at.path('result.gpkg')
  const writer = createGeoPackage(gpkg)
  const reals = [0, -0.1, 1 / 3, 12.345, 5e-324, 1e-7, 123_456_789.123, -98_765_432.1, 4.2e9, 999_999_999_999.999]
  for (const real of reals) {
    const row: Row = {
      id: `real ${real}`,
      diepte_m: real,
      nauwkeurigheid_cm: Math.trunc(real % 1e6),
      datum_meting: '0987-12-31',
    }
    writer.feature('diepte', row, null)
  }
  writer.feature('diepte', { id: 'long', nauwkeurigheid_cm: -1_234_567_890 }, { type: 'Point', xy: [1e-9, -7e12] })
  writer.feature(
    'diepte',
    { id: ' ', label: ' voor en na ', omschrijving: '', klic_nummer: KLIC_NUMBERS.slice(0, 24).join(',') },
    null,
  )
  for (const { layer, row, geometry } of samples()) writer.feature(layer.name, row, geometry)
  writer.finish({ lastChange: null, warnings: [] })
  return { at, gpkg }
}

test('every value and position of what is hard arrives', async (t) => {
  const { at, gpkg } = hard(t)
  await zipped(gpkg, at.path('result.zip'), at.path('temp'))
  assert.equal(compareShapes(at.path('result.zip'), gpkg), 4 * LAYERS.length + 12)
})

test('a number that does not fit is refused', async (t) => {
  const at = folder(t)
  const writer = createGeoPackage(at.path('result.gpkg'))
  writer.feature('diepte', { id: 'x', diepte_m: 1e21 }, null)
  writer.finish({ lastChange: null, warnings: [] })
  await assert.rejects(
    zipped(at.path('result.gpkg'), at.path('result.zip'), at.path('temp')),
    /does not hold the number 1e\+21/,
  )
})

test('a column is as wide as its values are exact', async (t) => {
  const at = folder(t)
  const writer = createGeoPackage(at.path('result.gpkg'))
  for (const diepte_m of [12.345, -0.1, 7]) writer.feature('diepte', { id: 'x', diepte_m, maaiveld_nap_m: 1.5 }, null)
  writer.finish({ lastChange: null, warnings: [] })
  await zipped(at.path('result.gpkg'), at.path('result.zip'), at.path('temp'))
  const source = gdal.open(`/vsizip/{${at.path('result.zip')}}`)
  const { fields } = source.layers.get('diepte')
  const widthOf = (name: string) => [fields.get(name).width, fields.get(name).precision]
  assert.deepEqual(
    [widthOf('diepte_m'), widthOf('maaiveldm')],
    [
      [6, 3],
      [3, 1],
    ],
  )
  source.close()
})

test('an outline that runs the wrong way round, and a hole, are turned', async (t) => {
  const at = folder(t)
  const writer = createGeoPackage(at.path('result.gpkg'))
  const outline = [0, 0, 9, 0, 9, 9, 0, 9, 0, 0]
  const hole = [2, 2, 4, 2, 4, 4, 2, 4, 2, 2]
  const backwards = (ring: number[]): number[] =>
    pairs(ring)
      .toReversed()
      .flatMap((pair) => pair.split(' ').map(Number))
  for (const rings of [
    [outline, hole],
    [backwards(outline), backwards(hole)],
    [outline, backwards(hole)],
  ])
    writer.feature('extra_geometrie', { id: 'x' }, { type: 'MultiPolygon', polygons: [rings] })
  writer.finish({ lastChange: null, warnings: [] })
  await zipped(at.path('result.gpkg'), at.path('result.zip'), at.path('temp'))
  const source = gdal.open(`/vsizip/{${at.path('result.zip')}}`)
  const areas = source.layers
    .get('extra_geometrie')
    .features.map((one) => (one.getGeometry() as gdal.Polygon).getArea())
  source.close()
  assert.deepEqual(areas, [77, 77, 77])
  assert.equal(compareShapes(at.path('result.zip'), at.path('result.gpkg')), 3)
})

test('a layer that is larger than a file may be goes on in further files', async (t) => {
  const at = folder(t)
  const writer = createGeoPackage(at.path('result.gpkg'))
  for (let n = 1; n <= 1000; n++)
    writer.feature('diepte', { id: `punt ${n}`, diepte_m: n }, { type: 'Point', xy: [n, 2 * n] })
  writer.finish({ lastChange: null, warnings: [] })
  const mostBytes = 50_000
  await zipped(at.path('result.gpkg'), at.path('result.zip'), at.path('temp'), mostBytes)

  const source = gdal.open(`/vsizip/{${at.path('result.zip')}}`)
  const files = source.layers.map(({ name }) => name).filter((name) => name.startsWith('diepte'))
  const depths = [
    'diepte',
    ...files.filter((name) => name !== 'diepte').sort((a, b) => a.length - b.length || (a < b ? -1 : 1)),
  ].flatMap((name) => source.layers.get(name).features.map((one) => one.fields.get('diepte_m')))
  source.close()
  assert.ok(files.length > 2, files.join())
  assert.deepEqual(
    depths,
    Array.from({ length: 1000 }, (_, i) => i + 1),
  )
  const written = inspectShapefileZip(at.path('result.zip')).filter(({ name }) => name.startsWith('diepte'))
  assert.deepEqual(written.map(({ name }) => name).sort(), files.sort())
  assert.equal(
    written.reduce((sum, { rows }) => sum + rows, 0),
    1000,
  )
  for (const { name } of written) {
    for (const part of ['shp', 'dbf']) {
      const { size } = gdal.fs.stat(`/vsizip/{${at.path('result.zip')}}/${name}.${part}`)
      assert.ok(size <= mostBytes, `${name}.${part}`)
    }
  }
})

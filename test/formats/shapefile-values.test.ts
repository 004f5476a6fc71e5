/** Shapefiles as GDAL reads them, value by value and position by position against the GeoPackage that they are made of. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import { runTask } from '../../server/exports/conversion/task.ts'
import { inspectShapefileZip, measureLayers, writeShapefileZip } from '../../server/exports/formats/shapefile.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import type { ResultGeometry } from '../../server/geometry/geometry.ts'
import { type Cell, type Column, LAYERS, type Row } from '../../server/imkl/model/layers.ts'
import { shared } from '../support/shared.ts'
import { folder, KLIC_NUMBERS, samples } from './samples.ts'

const deliveries = shared('deliveries/expected.json')
const UTF8 = new TextEncoder()

/** What a field of 254 bytes can hold of it; GDAL takes no blanks from its ends. */
function kept(text: string, name: string): string {
  if (name === 'klic_nummer' && text.length > 254) return text.slice(0, text.lastIndexOf(',', 254))
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += UTF8.encode(character).length
    if (bytes > 254) break
    end += character.length
  }
  return text.slice(0, end).trim()
}

function expected(cell: Cell, { type, name }: Column): unknown {
  if (cell === null || cell === '') return null
  if (type === 'boolean') return Number(cell)
  if (type === 'text') return kept(String(cell), name) || null
  if (type === 'real') return Number(Number(cell).toFixed(15))
  if (type !== 'date') return cell
  const [year, month, day] = String(cell).split('-').map(Number)
  return { year, month, day }
}

const pairs = (flat: readonly number[]): string[] => flat.flatMap((x, i) => (i % 2 === 0 ? `${x} ${flat[i + 1]}` : []))
/** A ring without the way round that it runs. */
const ringOf = (flat: readonly number[]): string => [pairs(flat).join(), pairs(flat).toReversed().join()].sort()[0]!

/** Lines as they are; polygons as sets of rings, since a Shapefile has no other order. */
function shapeOf(geometry: ResultGeometry | null): unknown {
  if (geometry === null) return null
  if (geometry.type === 'Point') return pairs(geometry.xy)
  if (geometry.type === 'MultiLineString') return geometry.lines.map(pairs)
  return geometry.polygons
    .map(([outline, ...holes]) => [ringOf(outline!), ...holes.map(ringOf).sort()].join('; '))
    .sort()
}

type Positions = number[][]
function asOurs(geometry: gdal.Geometry | null): ResultGeometry | null {
  if (geometry === null) return null
  const { type, coordinates } = JSON.parse(geometry.toJSON()) as { type: string; coordinates: never }
  switch (type) {
    case 'Point':
      return { type: 'Point', xy: coordinates }
    case 'LineString':
      return { type: 'MultiLineString', lines: [(coordinates as Positions).flat()] }
    case 'MultiLineString':
      return { type: 'MultiLineString', lines: (coordinates as Positions[]).map((line) => line.flat()) }
    case 'Polygon':
      return { type: 'MultiPolygon', polygons: [(coordinates as Positions[]).map((ring) => ring.flat())] }
    default:
      return {
        type: 'MultiPolygon',
        polygons: (coordinates as Positions[][]).map((rings) => rings.map((ring) => ring.flat())),
      }
  }
}

/** @returns how many features were compared */
function compare(zip: string, gpkg: string): number {
  const source = gdal.open(`/vsizip/{${zip}}`)
  const reader = openResult(gpkg)
  let compared = 0
  try {
    for (const { name, columns } of LAYERS) {
      const written = source.layers.get(name).features
      let feature = written.first()
      for (const { cells, geometry, fid } of reader.features(name)) {
        const found = [feature.fields.toArray(), shapeOf(asOurs(feature.getGeometry()))]
        const wanted = [cells.map((cell, i) => expected(cell, columns[i]!)), shapeOf(geometry)]
        // Its words for a difference are worth their time only where there is one.
        if (JSON.stringify(found) !== JSON.stringify(wanted)) assert.deepEqual(found, wanted, `${name} ${fid}`)
        feature = written.next()
        compared++
      }
      assert.equal(feature, null, name)
    }
  } finally {
    reader.close()
    source.close()
  }
  return compared
}

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
  assert.equal(compare(at.path('result.zip'), gpkg), 4 * LAYERS.length + 12)
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
  assert.equal(compare(at.path('result.zip'), at.path('result.gpkg')), 3)
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

test('all example deliveries, merged: every value and position arrives', {
  skip: deliveries ? false : 'the example deliveries are not there',
}, async (t) => {
  const at = folder(t)
  const below = join(deliveries!, '..')
  const zips = readdirSync(below).filter((name) => name.endsWith('.zip'))
  const { summary } = await runTask({
    kind: 'merge',
    deliveries: zips.map((name) => ({ path: join(below, name) })),
    out: [
      { format: 'gpkg', path: at.path('result.gpkg') },
      { format: 'shp', path: at.path('result.zip') },
    ],
    tempDir: at.path('temp'),
  })
  const compared = compare(at.path('result.zip'), at.path('result.gpkg'))
  assert.equal(compared, summary!.features)
  assert.ok(compared > 30_000, `${compared} features`)
})

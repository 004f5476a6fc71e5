import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import { writeGeoJson } from '../../server/exports/formats/geojson.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { rdFromLngLat } from '../../server/geometry/rd/rd.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { type Folder, folder, KLIC_NUMBERS, samples, writeSample } from './samples.ts'

interface Collection {
  type: string
  crs: { type: string; properties: { name: string } }
  features: {
    type: string
    id: string
    properties: Record<string, unknown>
    geometry: { type: string; coordinates: unknown } | null
  }[]
  [member: string]: unknown
}

async function written(t: TestContext, options = {}): Promise<{ at: Folder; file: string; json: Collection }> {
  const at = folder(t)
  writeSample(at.path('result.gpkg'), options)
  const reader = openResult(at.path('result.gpkg'))
  t.after(() => reader.close())
  const file = at.path('result.geojson')
  await writeGeoJson(file, reader)
  return { at, file, json: JSON.parse(readFileSync(file, 'utf8')) as Collection }
}

test('every feature is there with all columns of its layer, its layer and its IMKL id', async (t) => {
  const { json } = await written(t)
  const expected = samples()
  assert.equal(json.features.length, expected.length)
  for (const [i, { layer, row }] of expected.entries()) {
    const unknown = Object.fromEntries(layer.columns.map(({ name }) => [name, null]))
    assert.deepEqual(json.features[i]!.properties, { laag: layer.name, ...unknown, ...row })
    assert.equal(json.features[i]!.id, row.id)
  }
})

test('a collection says that it is in RD New, and carries its tables', async (t) => {
  const { json } = await written(t)
  assert.equal(json.type, 'FeatureCollection')
  assert.deepEqual(json.crs, { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } })
  assert.equal((json.levering as unknown[]).length, KLIC_NUMBERS.length)
  assert.equal((json.netbeheerders as { naam: string }[])[0]!.naam, 'Voorbeeld "Net" B.V.')
  assert.deepEqual(json.documenten, [])
  assert.deepEqual(json.utiliteitsnetten, [])
  assert.equal((json.waarschuwingen as { code: string }[])[0]!.code, 'FICTITIOUS')
})

test('in CRS84 it has no crs member, says how its degrees came to be, and lies where RD New lies', async (t) => {
  const { at, json } = await written(t)
  const source = openResult(at.path('result.gpkg'))
  t.after(() => source.close())
  await writeGeoJson(at.path('degrees.geojson'), source, 'CRS84')
  const degrees = JSON.parse(readFileSync(at.path('degrees.geojson'), 'utf8')) as Collection
  assert.equal('crs' in degrees, false)
  assert.match(String(degrees.coordinaten), /^WGS 84 .* bij benadering/)
  assert.equal(degrees.features.length, json.features.length)
  const points = (from: Collection) =>
    from.features
      .filter(({ geometry }) => geometry?.type === 'Point')
      .map(({ geometry }) => geometry!.coordinates as Position)
  for (const [i, [lng, lat]] of points(degrees).entries()) {
    const [x, y] = rdFromLngLat([lng, lat])
    const [rdX, rdY] = points(json)[i]!
    assert.ok(Math.hypot(x - rdX, y - rdY) < 0.002, `${x} ${y}`)
  }
})

test('coordinates have at most three decimals, and no geometry stays null', async (t) => {
  const { json } = await written(t)
  const first = json.features.filter(({ properties }) => properties.laag === 'kabel_of_leiding')
  assert.deepEqual(first[0]!.geometry, {
    type: 'MultiLineString',
    coordinates: [
      [
        [123500, 480000.123],
        [123510, 480000.123],
        [123510, 480020.623],
      ],
    ],
  })
  assert.equal(first[2]!.geometry, null)
  assert.equal(json.features[0]!.geometry!.type, 'Polygon')
})

test('GDAL reads the file in RD New with all its features', async (t) => {
  const { file } = await written(t)
  const source = gdal.open(file)
  t.after(() => source.close())
  const layer = source.layers.get(0)
  assert.equal(layer.srs?.getAuthorityCode(null), '28992')
  assert.equal(layer.features.count(), samples().length)
})

test('layers that hold nothing leave a valid file', async (t) => {
  const { json } = await written(t, { repeat: 0 })
  assert.deepEqual(json.features, [])
})

test('more than one chunk is written in order and gives the same bytes each time', async (t) => {
  const { at, file, json } = await written(t, { repeat: 50 })
  assert.equal(json.features.length, LAYERS.length * 200)
  const reader = openResult(at.path('result.gpkg'))
  await writeGeoJson(at.path('again.geojson'), reader)
  reader.close()
  const sha = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
  assert.equal(sha(at.path('again.geojson')), sha(file))
})

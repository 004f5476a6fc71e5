/** What changed between two results: new, gone, moved, changed, and what only looks like it. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import gdal from 'gdal-async'
import { runTask } from '../../server/exports/conversion/task.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { distanceBetween } from '../../server/geometry/distance.ts'
import type { ResultGeometry } from '../../server/geometry/geometry.ts'
import type { DifferenceReport } from '../../server/imkl/model/conversion-task.ts'
import type { Row } from '../../server/imkl/model/layers.ts'
import { type Folder, folder } from '../formats/samples.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

interface Thing {
  layer?: string
  row: Row
  geometry: ResultGeometry | null
}
const line = (...lines: number[][]): ResultGeometry => ({ type: 'MultiLineString', lines })
const cable = (id: string, geometry: ResultGeometry | null, more: Row = {}): Thing => ({
  row: { id, objecttype: 'Elektriciteitskabel', bronhouder: 'KL9001', ...more },
  geometry,
})

function result(
  path: string,
  things: Thing[],
  silent: string[] = [],
  area = [0, 0, 9, 0, 9, 9, 0, 0],
  version = '2.0',
): void {
  const writer = createGeoPackage(path)
  writer.row('levering', { imkl_versie: version })
  writer.feature(
    'aanvraag_polygoon',
    { id: path, objecttype: 'Graafpolygoon' },
    { type: 'MultiPolygon', polygons: [[area]] },
  )
  for (const { layer = 'kabel_of_leiding', row, geometry } of things) writer.feature(layer, row, geometry)
  for (const bronhouder of silent) writer.row('netbeheerder', { bronhouder, geleverd: false })
  writer.finish({ lastChange: null, warnings: [] })
}

async function compared(place: Folder, format?: 'gpkg' | 'geojson'): Promise<DifferenceReport> {
  const { difference } = await runTask({
    kind: 'compare',
    before: { gpkg: place.path('before.gpkg') },
    after: { gpkg: place.path('after.gpkg') },
    out: format ? [{ format, path: place.path(`difference.${format}`) }] : [],
    tempDir: place.path('temp'),
  })
  return difference!
}

const named = (report: DifferenceReport): unknown[] =>
  report.listed
    .filter(({ laag }) => laag === 'kabel_of_leiding')
    .map(({ id, verschil, kolommen, afstand_m: apart }) => [id, verschil, kolommen.join(), apart])

test('objects are new, gone, moved or changed by class and id, and equal to 5 mm', async (t) => {
  const place = folder(t)
  result(place.path('before.gpkg'), [
    cable('a', line([0, 0, 10, 0]), { label: 'was', klic_nummer: '22G000001' }),
    cable('b', line([0, 1, 10, 1])),
    cable('c', line([0, 2, 10, 2])),
    cable('d', line([0, 3, 10, 3]), { label: 'een' }),
    cable('e', line([0, 4, 4, 4], [6, 4, 10, 4])),
    cable('h', null),
  ])
  result(place.path('after.gpkg'), [
    cable('a', line([0, 0.004, 10, 0]), { label: 'was', klic_nummer: '22G000002' }),
    cable('c', line([0, 2, 10, 2.5])),
    cable('d', line([10, 3, 0, 3]), { label: 'twee' }),
    cable('e', line([0, 4, 10, 4])),
    cable('f', line([0, 5, 10, 5])),
    cable('h', line([0, 6, 10, 6]), { label: 'gevonden' }),
  ])
  const report = await compared(place)
  assert.deepEqual(named(report), [
    ['b', 'vervallen', '', null],
    ['c', 'verplaatst', '', 0.5],
    ['d', 'gewijzigd', 'label', null],
    ['e', 'verplaatst', '', 2],
    ['f', 'nieuw', '', null],
    ['h', 'verplaatst', 'label', null],
  ])
  assert.deepEqual(report.layers.kabel_of_leiding, { nieuw: 1, vervallen: 1, verplaatst: 3, gewijzigd: 1, gelijk: 1 })
  assert.equal(report.same_area, true)
})

test('a cable of an operator that did not deliver is not simply gone', async (t) => {
  const place = folder(t)
  result(place.path('before.gpkg'), [cable('a', line([0, 0, 10, 0]))])
  result(place.path('after.gpkg'), [], ['KL9001'])
  const report = await compared(place)
  const [gone] = report.listed.filter(({ id }) => id === 'a')
  assert.deepEqual([gone!.verschil, gone!.niet_geleverd], ['vervallen', true])
  assert.deepEqual(report.not_delivered, { before: [], after: ['KL9001'] })
})

test('another area is said', async (t) => {
  const place = folder(t)
  result(place.path('before.gpkg'), [])
  result(place.path('after.gpkg'), [], [], [0, 0, 8, 0, 8, 8, 0, 0])
  const { same_area, common_ground } = await compared(place)
  assert.deepEqual([same_area, common_ground], [false, true])
})

test('of areas without ground in common it is said that nothing was compared', async (t) => {
  const place = folder(t)
  result(place.path('before.gpkg'), [cable('here', line([0, 1, 5, 1]))])
  result(place.path('after.gpkg'), [cable('there', line([100, 1, 105, 1]))], [], [100, 0, 110, 0, 110, 9, 100, 0])
  const { common_ground, listed, total } = await compared(place)
  assert.deepEqual([common_ground, listed.length, total.gelijk], [false, 0, 0])
})

test('of two areas only what lies in both is compared, and a line that is cut at another border has not moved', async (t) => {
  const place = folder(t)
  const west = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0]
  const east = [5, 0, 15, 0, 15, 10, 5, 10, 5, 0]
  const point = (id: string, x: number): Thing => ({
    layer: 'leidingelement',
    row: { id, objecttype: 'Appurtenance' },
    geometry: { type: 'Point', xy: [x, 1] },
  })
  result(
    place.path('before.gpkg'),
    [
      cable('cut', line([0, 1, 10, 1])),
      cable('gone', line([6, 2, 9, 2])),
      cable('moved', line([0, 3, 10, 3])),
      cable('renamed', line([0, 4, 10, 4]), { label: 'a' }),
      cable('shortened', line([0, 5, 10, 5])),
      cable('west', line([0, 6, 4, 6])),
      point('there', 7),
      point('west', 2),
    ],
    [],
    west,
  )
  result(
    place.path('after.gpkg'),
    [
      cable('cut', line([5, 1, 15, 1])),
      cable('east', line([11, 6, 14, 6])),
      cable('moved', line([5, 3.5, 15, 3.5])),
      cable('new', line([6, 7, 9, 7])),
      cable('renamed', line([5, 4, 15, 4]), { label: 'b' }),
      cable('shortened', line([8, 5, 15, 5])),
      point('east', 12),
      point('there', 7),
    ],
    [],
    east,
  )
  const report = await compared(place)
  assert.deepEqual(named(report), [
    ['gone', 'vervallen', '', null],
    ['moved', 'verplaatst', '', 0.5],
    ['new', 'nieuw', '', null],
    ['renamed', 'gewijzigd', 'label', null],
    ['shortened', 'verplaatst', '', 3],
  ])
  assert.equal(report.same_area, false)
  assert.equal(report.total.gelijk, 2)
})

test('the file has every difference with its shape, and the same bytes each time', async (t) => {
  const place = folder(t)
  const point = (id: string, x: number): Thing => ({
    layer: 'leidingelement',
    row: { id, objecttype: 'Appurtenance' },
    geometry: { type: 'Point', xy: [x, 1] },
  })
  result(place.path('before.gpkg'), [cable('a', line([0, 0, 10, 0]), { label: 'x' }), point('p', 1)])
  result(place.path('after.gpkg'), [cable('a', line([0, 0, 10, 0]), { label: 'y' }), point('p', 2)])
  await compared(place, 'geojson')
  const { features } = JSON.parse(readFileSync(place.path('difference.geojson'), 'utf8'))
  const changed = features.find(({ properties }: { properties: Row }) => properties.id === 'a')
  assert.deepEqual(
    [changed.properties.verschil, changed.properties.oud, changed.properties.nieuw, changed.geometry.type],
    ['gewijzigd', '{"label":"x"}', '{"label":"y"}', 'MultiLineString'],
  )
  await compared(place, 'gpkg')
  const first = readFileSync(place.path('difference.gpkg'))
  await compared(place, 'gpkg')
  assert.ok(first.equals(readFileSync(place.path('difference.gpkg'))))
  const source = gdal.open(place.path('difference.gpkg'))
  t.after(() => source.close())
  assert.equal(source.layers.get('verschillen_punt').features.first().fields.get('afstand_m'), 1)
  assert.equal(source.layers.get('verschillen_lijn').features.count(), 1)
  // QGIS applies them by itself: test/qgis/differences.test.ts.
  const styles = source.layers.get('layer_styles').features.map((style) => style.fields.toObject())
  assert.deepEqual(
    styles.map(({ f_table_name: table, useAsDefault: first }) => [table, first]),
    ['punt', 'lijn', 'vlak'].map((suffix) => [`verschillen_${suffix}`, 1]),
  )
})

test('the distance between shapes does not depend on direction, parts or extra corners', () => {
  assert.equal(distanceBetween(line([0, 0, 10, 0]), line([10, 0, 4, 0], [4, 0, 0, 0])), 0)
  assert.equal(distanceBetween(line([0, 0, 10, 0]), line([0, 0, 4, 0], [6, 0, 10, 0])), 2)
  assert.equal(distanceBetween(line([0, 0, 10, 0]), null), null)
  assert.equal(distanceBetween(null, null), 0)
})

test('a delivery in version 3 of the same ground is no change against one in version 2', async (t) => {
  const place = folder(t)
  const box: [number, number, number, number] = [154_755, 387_836, 155_200, 388_295]
  const deliveryOf = async (version: 2 | 3, name: string) => {
    const at = place.path(name)
    mkdirSync(at)
    return [{ path: await simulatedDelivery(at, '26O0000001', box, { version }) }]
  }
  const { difference } = await runTask({
    kind: 'compare',
    before: { deliveries: await deliveryOf(2, 'two') },
    after: { deliveries: await deliveryOf(3, 'three') },
    out: [],
    tempDir: place.path('temp'),
  })
  const { gelijk, ...changed } = difference!.total
  const listed = difference!.listed.map(({ laag, id, verschil, kolommen }) => [laag, id, verschil, kolommen.join()])
  assert.deepEqual(listed.slice(0, 10), [])
  assert.deepEqual(changed, { nieuw: 0, vervallen: 0, verplaatst: 0, gewijzigd: 0 })
  assert.ok(gelijk > 100, String(gelijk))
})

test('a result of which one part came in version 3 is no change against one that is all in version 2', async (t) => {
  const place = folder(t)
  const west: [number, number, number, number] = [154_755, 387_836, 155_000, 388_295]
  const east: [number, number, number, number] = [155_000, 387_836, 155_200, 388_295]
  const of = async (name: string, version: 2 | 3) => {
    const at = place.path(name)
    mkdirSync(at)
    return {
      deliveries: [
        { path: await simulatedDelivery(at, '26O0000001', west) },
        { path: await simulatedDelivery(at, '26O0000002', east, { version }) },
      ],
    }
  }
  const { difference } = await runTask({
    kind: 'compare',
    before: await of('before', 2),
    after: await of('after', 3),
    out: [],
    tempDir: place.path('temp'),
  })
  const { gelijk, ...changed } = difference!.total
  assert.deepEqual(difference!.listed.slice(0, 10), [])
  assert.deepEqual(changed, { nieuw: 0, vervallen: 0, verplaatst: 0, gewijzigd: 0 })
  assert.ok(gelijk > 100, String(gelijk))
})

test('what only version 3 says is no change beside version 2; anything else is, and in version 3 that too', async (t) => {
  const duct = (id: string, others: object | null): Thing =>
    cable(id, line([0, 0, 10, 0]), { overige_kenmerken: others && JSON.stringify(others) })
  const changedFrom = async (version: string): Promise<unknown[]> => {
    const place = folder(t)
    const before = [duct('a', null), duct('b', { nota: '1' }), duct('c', { kleur: 'rood' }), duct('d', { nota: '1' })]
    result(place.path('before.gpkg'), before, [], undefined, version)
    const after = [
      duct('a', { eigenaar: 'true', gebruiktVan: 'KL9002' }),
      duct('b', { nota: '1', fysiekeIdentificatie: 'X' }),
      duct('c', { kleur: 'blauw' }),
      duct('d', { nota: '2', eigenaar: 'true' }),
    ]
    result(place.path('after.gpkg'), after, [], undefined, '3.0')
    return named(await compared(place)).map((each) => (each as [string])[0])
  }
  assert.deepEqual(await changedFrom('2.0'), ['c', 'd'])
  assert.deepEqual(await changedFrom('3.0'), ['a', 'b', 'c', 'd'])
})

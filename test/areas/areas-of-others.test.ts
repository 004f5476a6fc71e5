/** Areas as programs of others write them (QGIS, GDAL's ogr2ogr, ezdxf), read as the server does: in a process of their own, in its cage. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runAreaReading } from '../../server/features/areas/run-area-reading.ts'
import type { FoundAreas } from '../../server/geometry/found-areas.ts'
import { installRdGrid } from '../../server/geometry/install-grid.ts'
import { useGrid } from '../../server/geometry/rd/rd.ts'
import { inQgis, python, withoutQgis } from '../qgis/qgis.ts'
import { FIELD_RD, TRENCH_RD, zipOf } from '../support/area-files.ts'
import { cage } from '../support/caged.ts'

const has = (...command: [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0
const lacking = [
  ...(has('ogr2ogr', '--version') ? [] : ['gdal-bin']),
  ...(python !== undefined && has(python, '-c', 'import ezdxf') ? [] : ['python3-ezdxf']),
]
const skip = withoutQgis || (lacking.length > 0 && `not installed (Debian): ${lacking.join(', ')}`)

const folder = mkdtempSync(join(tmpdir(), 'klic-others-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

/** @throws AssertionError with the fault where there is one */
async function read(bytes: string | Uint8Array, layer?: string): Promise<FoundAreas> {
  const path = join(folder, `given-${count++}`)
  writeFileSync(path, bytes)
  const line = await runAreaReading(await cage(), {
    path,
    folder: `${path}-own`,
    crs: undefined,
    layer,
    isTurned: false,
  })
  assert.ok('read' in line, JSON.stringify(line))
  return line.read
}

/** Going through degrees without the Dutch grid, as Debian's QGIS and GDAL do, is up to 16 cm off. */
const THROUGH_DEGREES_M = 0.2

/** Writers start and turn their rings as they like. */
function expectCorners(found: readonly (readonly number[])[] | undefined, wanted: readonly number[][], offM = 0.001) {
  const isAt = ([x, y]: readonly number[], [wantedX, wantedY]: readonly number[]) =>
    Math.hypot(x! - wantedX!, y! - wantedY!) <= offM
  const shown = JSON.stringify(found)
  for (const corner of wanted)
    assert.ok(
      found?.some((each) => isAt(each, corner)),
      `${corner} of ${shown}`,
    )
  for (const corner of found!)
    assert.ok(
      wanted.some((each) => isAt(corner, each)),
      `${corner} of ${shown}`,
    )
}
const sizeOf = (ring: readonly (readonly number[])[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length]!
      return sum + (x! - 155000) * (nextY! - 463000) - (nextX! - 155000) * (y! - 463000)
    }, 0) / 2,
  )

const at = join(folder, 'made')
mkdirSync(at)
if (!skip) {
  await installRdGrid()
  after(() => useGrid(null))
  await inQgis('./areas_of_others.py', [at])
}

describe('written by others', { skip }, () => {
  const file = (name: string): Buffer => readFileSync(join(at, name))
  const zipped = (stem: string): Buffer =>
    zipOf(
      Object.fromEntries(
        readdirSync(at)
          .filter((name) => name.startsWith(`${stem}.`))
          .map((name) => [name, readFileSync(join(at, name))]),
      ),
    )
  const expectField = (found: FoundAreas, how: Partial<FoundAreas>, name = 'Veld', offM?: number): void => {
    expectCorners(found.areas[0]!.coordinates[0], FIELD_RD, offM)
    assert.deepEqual([found.areas[0]!.kind, found.areas[0]!.name, found.isInside], ['polygon', name, true])
    for (const [key, value] of Object.entries(how)) assert.deepEqual(found[key as keyof FoundAreas], value, key)
  }

  for (const name of ['metres.dxf', 'millimetres.dxf'])
    test(`ezdxf: ${name}, whose paper and hidden layers are left out, by layer, with its arc and its block`, async () => {
      const found = await read(file(name))
      assert.deepEqual(
        found.layers.map(({ name: layer, count: n }) => [layer, n]),
        [
          ['WERKGRENS', 1],
          ['AS', 1],
          ['BOOG', 1],
          ['PUTTEN', 1],
        ],
      )
      assert.deepEqual([found.format, found.crs, found.isInside, found.leftOut.hidden], ['dxf', 'EPSG:28992', true, 3])
      const [border, axis, arc, block] = found.areas
      expectCorners(border!.coordinates[0], FIELD_RD)
      assert.equal(axis!.kind, 'line')
      expectCorners(axis!.coordinates[0], TRENCH_RD)
      assert.ok(Math.abs(sizeOf(arc!.coordinates[0]!) - (Math.PI * 100 ** 2) / 2) < 40, 'half a circle of 200 m')
      const side = (x: number, y: number) => [155000 + x, 463000 + y]
      expectCorners(block!.coordinates[0], [side(0, 0), side(0, 20), side(-20, 20), side(-20, 0)])
      assert.deepEqual(
        (await read(file(name), 'AS')).areas.map(({ layer }) => layer),
        ['AS'],
      )
    })

  test('QGIS: a GeoPackage whose two layers have two systems, each placed by its own', async () => {
    const found = await read(file('field.gpkg'))
    expectField(found, { format: 'geopackage', crs: null, crsFrom: 'several' })
    expectCorners(found.areas[1]!.coordinates[0], FIELD_RD, THROUGH_DEGREES_M)
    assert.deepEqual(
      found.layers.map(({ name }) => name),
      ['rd', 'graden'],
    )
  })
  test('QGIS: FlatGeobuf', async () =>
    expectField(await read(file('field.fgb')), { format: 'flatgeobuf', crs: 'EPSG:28992' }))
  test('QGIS: MapInfo, as a table and as MIF', async () => {
    for (const kind of [
      ['tab', 'dat', 'map', 'id'],
      ['mif', 'mid'],
    ]) {
      const own = Object.fromEntries(kind.map((end) => [`field.${end}`, file(`mapinfo-${kind[0]}/field.${end}`)]))
      // A table keeps whole steps of its bounds: a centimetre here.
      expectField(await read(zipOf(own)), { format: 'mapinfo', crs: 'EPSG:28992' }, 'Veld', 0.02)
    }
  })
  test('QGIS: GPX, a route as a line', async () => {
    const found = await read(file('trench.gpx'))
    assert.deepEqual([found.format, found.areas[0]!.kind, found.isInside], ['gpx', 'line', true])
    expectCorners(found.areas[0]!.coordinates[0], TRENCH_RD, THROUGH_DEGREES_M)
  })
  test('QGIS: a table with WKT, and one with points', async () => {
    expectField(await read(file('wkt.csv')), { crs: 'EPSG:28992', crsFrom: 'numbers' })
    expectField(await read(file('points.csv')), { crs: 'EPSG:28992' }, '')
  })
  test('QGIS: GeoJSON, and what it puts on the clipboard as GeoJSON', async () => {
    expectField(await read(file('field.geojson')), { format: 'geojson' }, 'Veld', THROUGH_DEGREES_M)
    expectField(await read(file('clipboard.json')), { format: 'geojson' }, 'Veld', THROUGH_DEGREES_M)
  })
  test('QGIS: a curve as WKT', async () => {
    const [circle] = (await read(file('curve.wkt'))).areas
    assert.ok(Math.abs(sizeOf(circle!.coordinates[0]!) - Math.PI * 100 ** 2) < 80)
  })
  test("GDAL: EWKT in a table, PostGIS's bytes, and a feature on each line", async () => {
    expectField(await read(file('ewkt.csv')), { crs: 'EPSG:28992', crsFrom: 'file' })
    const hex = /'([0-9A-F]{60,})'/i.exec(file('field.sql').toString())![1]!
    expectField(await read(`naam;geom\nVeld;${hex}\n`), { crs: 'EPSG:28992', crsFrom: 'file' })
    expectField(await read(file('lines.geojsonl')), { format: 'geojson' }, 'Veld', THROUGH_DEGREES_M)
  })
  test('GDAL: a Shapefile, GML and KML', async () => {
    expectField(await read(zipped('shape')), { format: 'shapefile', crs: 'EPSG:28992' })
    expectField(await read(file('field.gml')), { format: 'gml', crs: 'EPSG:28992' })
    expectField(await read(file('field.kml')), { format: 'kml' }, 'Veld', THROUGH_DEGREES_M)
  })
})

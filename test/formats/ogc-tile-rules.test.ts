/**
 * What OGC asks of tiles in a GeoPackage (12-128r17, 2.2), by SQL as its own test suite asks it (github.com/opengeospatial/ets-gpkg12,
 * TileTests and TableVerifier, read in November 2026), on a result whose ground has several scales and lies in several places. GDAL's validator
 * reads the same file, where it is installed (Debian: python3-gdal).
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { runTask } from '../../server/exports/conversion/task.ts'
import { zippedDelivery } from '../support/imkl-fixture.ts'
import { png } from '../support/png.ts'
import { folder } from './samples.ts'

const PYTHON = '/usr/bin/python3'
const VALIDATOR = ['-m', 'osgeo_utils.samples.validate_gpkg', '-k']
const withoutValidator =
  spawnSync(PYTHON, ['-c', 'import osgeo_utils.samples.validate_gpkg'], { stdio: 'ignore' }).status !== 0 &&
  'GDAL’s validator of GeoPackages is not installed (Debian: python3-gdal)'

/** Metres from a corner, metres along, pixels a metre: two beside each other, one coarser, one far away. */
const PICTURES = [
  [0, 60, 14],
  [60, 40, 14],
  [30, 250, 5],
  [9000, 30, 14],
] as const

async function grounded(at: ReturnType<typeof folder>): Promise<string> {
  const deliveries: { path: string }[] = []
  for (const [i, [east, metres, perMetre]] of PICTURES.entries()) {
    const klicNumber = `22G00000${i}`
    const path = at.path(`Levering_${klicNumber}_1.zip`)
    const side = metres * perMetre
    const picture = png(side, side, { colour: 2, bits: 8 }, (x, y) => [(x >> 4) % 200, (y >> 4) % 200, i * 50])
    const bounds = [200_000 + east, 400_000, 200_000 + east + metres, 400_000 + metres] as const
    const documents = { [`bronnen/GB_${klicNumber}.png`]: picture }
    writeFileSync(path, await zippedDelivery({ klicNumber, members: [], bounds, documents }))
    deliveries.push({ path })
  }
  const path = at.path('KLIC_a.gpkg')
  const out = [{ format: 'gpkg' as const, path }]
  await runTask({ kind: 'merge', ground: true, deliveries, tempDir: at.path('temp'), out })
  return path
}

type ColumnRule = readonly [type: string, isRequired: 0 | 1, isKey: boolean]
const WHOLE = ['INTEGER', 1, false] as const
const NUMBER = ['DOUBLE', 1, false] as const
const KEY = (type: string, isRequired: 0 | 1 = 1): ColumnRule => [type, isRequired, true]

/** Columns, references and what is unique besides the key, of requirements 38, 42 and 54. */
const TABLES: Readonly<
  Record<string, { columns: Record<string, ColumnRule>; references: readonly string[]; unique: readonly string[] }>
> = {
  gpkg_tile_matrix_set: {
    columns: { table_name: KEY('TEXT'), srs_id: WHOLE, min_x: NUMBER, min_y: NUMBER, max_x: NUMBER, max_y: NUMBER },
    references: ['srs_id gpkg_spatial_ref_sys.srs_id', 'table_name gpkg_contents.table_name'],
    unique: ['table_name'],
  },
  gpkg_tile_matrix: {
    columns: {
      table_name: KEY('TEXT'),
      zoom_level: KEY('INTEGER'),
      matrix_width: WHOLE,
      matrix_height: WHOLE,
      tile_width: WHOLE,
      tile_height: WHOLE,
      pixel_x_size: NUMBER,
      pixel_y_size: NUMBER,
    },
    references: ['table_name gpkg_contents.table_name'],
    unique: ['table_name zoom_level'],
  },
  ondergrond_14: {
    columns: {
      id: KEY('INTEGER', 0),
      zoom_level: WHOLE,
      tile_column: WHOLE,
      tile_row: WHOLE,
      tile_data: ['BLOB', 1, false],
    },
    references: [],
    unique: ['zoom_level tile_column tile_row'],
  },
}

const MATRIX = 'gpkg_tile_matrix m JOIN gpkg_tile_matrix_set s USING (table_name)'
const NEAR = 0.0001

/** Each gives what breaks it. */
const RULES: Readonly<Record<string, string>> = {
  '35: a level has half the pixels of the one before': `SELECT * FROM gpkg_tile_matrix a JOIN gpkg_tile_matrix b
    ON a.table_name = b.table_name AND b.zoom_level = a.zoom_level + 1
    WHERE abs(a.pixel_x_size / 2 - b.pixel_x_size) > ${NEAR} OR abs(a.pixel_y_size / 2 - b.pixel_y_size) > ${NEAR}`,
  '39, 40: each table of tiles has its matrix set': `SELECT table_name FROM gpkg_contents WHERE data_type = 'tiles'
    AND table_name NOT IN (SELECT table_name FROM gpkg_tile_matrix_set)`,
  '41: in a system that is there': `SELECT * FROM gpkg_tile_matrix_set WHERE srs_id NOT IN (SELECT srs_id FROM gpkg_spatial_ref_sys)`,
  '147: the same that its contents say': `SELECT * FROM gpkg_tile_matrix_set s JOIN gpkg_contents c USING (table_name) WHERE s.srs_id <> c.srs_id`,
  '43: a matrix is of something': `SELECT * FROM gpkg_tile_matrix WHERE table_name NOT IN (SELECT table_name FROM gpkg_contents)`,
  '45: pixels, tiles and matrix are as wide and high as the set': `SELECT * FROM ${MATRIX}
    WHERE abs(pixel_x_size - (max_x - min_x) / matrix_width / tile_width) > ${NEAR}
      OR abs(pixel_y_size - (max_y - min_y) / matrix_height / tile_height) > ${NEAR}`,
  '46: no level is negative': 'SELECT * FROM gpkg_tile_matrix WHERE zoom_level < 0',
  '47 to 52: nothing has no size': `SELECT * FROM gpkg_tile_matrix
    WHERE min(matrix_width, matrix_height, tile_width, tile_height, pixel_x_size, pixel_y_size) <= 0`,
  '53: pixels become smaller level by level': `SELECT * FROM gpkg_tile_matrix a JOIN gpkg_tile_matrix b USING (table_name)
    WHERE a.zoom_level < b.zoom_level AND (a.pixel_x_size <= b.pixel_x_size OR a.pixel_y_size <= b.pixel_y_size)`,
  'what its contents cover lies in the matrix': `SELECT * FROM gpkg_contents c JOIN gpkg_tile_matrix_set s USING (table_name)
    WHERE c.min_x < s.min_x - ${NEAR} OR c.max_x > s.max_x + ${NEAR} OR c.min_y < s.min_y - ${NEAR} OR c.max_y > s.max_y + ${NEAR}`,
}

/** Of one table of tiles. */
const RULES_OF_TABLE: Readonly<Record<string, (table: string) => string>> = {
  '36: each tile is a PNG': (table) => `SELECT id FROM "${table}" WHERE substr(tile_data, 1, 8) <> x'89504e470d0a1a0a'`,
  '44, 55: each level with a tile has its matrix': (table) => `SELECT zoom_level FROM "${table}" EXCEPT
    SELECT zoom_level FROM gpkg_tile_matrix WHERE table_name = '${table}'`,
  'and each matrix has a tile': (table) => `SELECT zoom_level FROM gpkg_tile_matrix WHERE table_name = '${table}' EXCEPT
    SELECT zoom_level FROM "${table}"`,
  '56, 57: columns and rows lie in it': (table) => `SELECT * FROM "${table}" t
    JOIN gpkg_tile_matrix m ON m.table_name = '${table}' AND m.zoom_level = t.zoom_level
    WHERE tile_column NOT BETWEEN 0 AND matrix_width - 1 OR tile_row NOT BETWEEN 0 AND matrix_height - 1`,
}

const broken = (db: Database.Database): string[] => {
  const tables = db.prepare("SELECT table_name FROM gpkg_contents WHERE data_type = 'tiles'").pluck().all() as string[]
  const breaks = (sql: string): boolean => db.prepare(sql).all().length > 0
  return [
    ...Object.entries(RULES).filter(([, sql]) => breaks(sql)),
    ...Object.entries(RULES_OF_TABLE).filter(([, sql]) => tables.some((table) => breaks(sql(table)))),
  ].map(([rule]) => rule)
}

interface Info {
  name: string
  type: string
  notnull: 0 | 1
  pk: number
  dflt_value: unknown
}

describe('the tiles of the ground', () => {
  let path: string
  let ends: (() => void)[] = []
  before(async () => {
    path = await grounded(folder({ after: (end: () => void) => ends.push(end) } as unknown as TestContext))
  })
  after(() => {
    for (const end of ends) end()
    ends = []
  })
  const opened = (t: TestContext, file = path, readonly = true): Database.Database => {
    const db = new Database(file, { readonly })
    t.after(() => db.close())
    return db
  }

  test('keep to all that OGC’s suite asks of tiles', (t) => {
    const db = opened(t)
    const levels = db.prepare('SELECT table_name, count(*) FROM gpkg_tile_matrix GROUP BY 1').raw().all()
    assert.deepEqual(
      (levels as [string, number][]).map(([table]) => table),
      ['ondergrond_14', 'ondergrond_14_2', 'ondergrond_5'],
    )
    assert.deepEqual(broken(db), [])
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
    assert.deepEqual(db.pragma('foreign_key_check'), [])
  })

  test('38, 42, 54: their tables have the columns, keys and references of the standard, as the suite asks for them', (t) => {
    const db = opened(t)
    for (const [table, { columns, references, unique }] of Object.entries(TABLES)) {
      const found = db.pragma(`table_info(${table})`) as Info[]
      assert.deepEqual(
        Object.fromEntries(found.map(({ name, type, notnull, pk }) => [name, [type, notnull, pk > 0]])),
        columns,
        table,
      )
      assert.ok(
        found.every(({ dflt_value }) => dflt_value === null),
        table,
      )
      const kept = db.pragma(`foreign_key_list(${table})`) as { from: string; table: string; to: string }[]
      assert.deepEqual(kept.map(({ from, table: other, to }) => `${from} ${other}.${to}`).sort(), references, table)
      const indexes = (db.pragma(`index_list(${table})`) as { name: string; unique: 0 | 1 }[]).filter(
        (one) => one.unique,
      )
      assert.deepEqual(
        indexes.map(({ name }) => (db.pragma(`index_info(${name})`) as Info[]).map((column) => column.name).join(' ')),
        unique,
        table,
      )
    }
  })

  test('each rule finds what breaks it', (t) => {
    const copy = folder(t).path('broken.gpkg')
    copyFileSync(path, copy)
    const db = opened(t, copy, false)
    db.exec(`
      PRAGMA foreign_keys = OFF;
      UPDATE gpkg_tile_matrix SET pixel_x_size = pixel_x_size * 3 WHERE table_name = 'ondergrond_5' AND zoom_level = 1;
      INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('niets', 'tiles', 'niets');
      CREATE TABLE niets AS SELECT * FROM ondergrond_5;
      INSERT INTO gpkg_tile_matrix_set VALUES ('weg', 1, 0, 0, 1, 1);
      UPDATE gpkg_contents SET srs_id = 4326, min_x = 0 WHERE table_name = 'ondergrond_14_2';
      INSERT INTO gpkg_tile_matrix VALUES ('weg', -1, 0, 1, 1, 1, 1, 1);
      UPDATE ondergrond_14 SET tile_data = x'ffd8ff' WHERE id = 1;
      UPDATE ondergrond_14 SET tile_column = 99 WHERE id = 2;
      INSERT INTO gpkg_tile_matrix SELECT table_name, 30, 1, 1, 1, 1, 1e-9, 1e-9 FROM gpkg_tile_matrix_set WHERE table_name = 'ondergrond_5';
    `)
    assert.deepEqual(broken(db), [...Object.keys(RULES), ...Object.keys(RULES_OF_TABLE)])
  })

  test('GDAL’s validator has no word to say of the file', { skip: withoutValidator }, () => {
    // It says what it finds on its output, and ends with 1.
    assert.equal(execFileSync(PYTHON, [...VALIDATOR, path], { encoding: 'utf8' }).trim(), '')
  })
})

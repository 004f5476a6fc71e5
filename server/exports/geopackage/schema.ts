/**
 * The SQL of a GeoPackage 1.3 (OGC 12-128r17), with the spatial index extension and GDAL's table of counts, which saves
 * QGIS a count when it opens a layer. 1.3 and not 1.4: it is the newest that GDAL 3.6 (Debian 12) opens without a word.
 * Nothing here may depend on the clock: the standard's default for last_change is never used.
 */
import type { Column, Layer } from '../../imkl/model/layers.ts'

/** 'GPKG' in the file header. */
export const APPLICATION_ID = 0x47504b47
export const USER_VERSION = 10300
export const SRS_ID = 28992
export const GEOMETRY_COLUMN = 'geom'

export const CORE_TABLES = `
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name), CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name), CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
CREATE TABLE gpkg_ogr_contents (table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER DEFAULT NULL);
`

const RD_NEW =
  'PROJCS["Amersfoort / RD New",GEOGCS["Amersfoort",DATUM["Amersfoort",SPHEROID["Bessel 1841",6377397.155,299.1528128,' +
  'AUTHORITY["EPSG","7004"]],AUTHORITY["EPSG","6289"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],' +
  'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4289"]],' +
  'PROJECTION["Oblique_Stereographic"],PARAMETER["latitude_of_origin",52.1561605555556],' +
  'PARAMETER["central_meridian",5.38763888888889],PARAMETER["scale_factor",0.9999079],' +
  'PARAMETER["false_easting",155000],PARAMETER["false_northing",463000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],' +
  'AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","28992"]]'

const WGS_84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],' +
  'AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],' +
  'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],' +
  'AUTHORITY["EPSG","4326"]]'

/** The three rows that the standard requires, and RD New. Order: that of the table's columns. */
export const SPATIAL_REFERENCE_SYSTEMS: readonly (string | number)[][] = [
  ['Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'],
  ['Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'],
  ['WGS 84 geodetic', 4326, 'EPSG', 4326, WGS_84, 'longitude/latitude coordinates in decimal degrees'],
  ['Amersfoort / RD New', SRS_ID, 'EPSG', SRS_ID, RD_NEW, 'Rijksdriehoeksstelsel, metres'],
]

/** Text without a length: a longer value is kept here, and TEXT(n) would forbid it and make GDAL warn row by row. */
const SQL_TYPE = { text: 'TEXT', integer: 'MEDIUMINT', real: 'DOUBLE', boolean: 'BOOLEAN', date: 'DATE' } as const

const columnSql = (column: Column): string => `"${column.name}" ${SQL_TYPE[column.type]}`

export const createTable = (name: string, columns: readonly Column[], geometry?: string): string =>
  `CREATE TABLE "${name}" ("fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${[
    ...(geometry ? [`"${GEOMETRY_COLUMN}" ${geometry}`] : []),
    ...columns.map(columnSql),
  ].join(', ')})`

/** POINT, MULTILINESTRING, ... as gpkg_geometry_columns spells it. */
export const geometryTypeName = (layer: Layer): string => layer.geometry.toUpperCase()

export const rtreeOf = (layer: string): string => `rtree_${layer}_${GEOMETRY_COLUMN}`

export const createRtree = (layer: string): string =>
  `CREATE VIRTUAL TABLE "${rtreeOf(layer)}" USING rtree(id, minx, maxx, miny, maxy)`

/** Extension definition as the standard names it, for gpkg_extensions. */
export const RTREE_EXTENSION = ['gpkg_rtree_index', 'http://www.geopackage.org/spec130/#extension_rtree', 'write-only']

/**
 * The triggers that keep index and count true when somebody edits a copy in QGIS. Made after the rows are in: they call
 * functions (ST_MinX, ...) that only a GIS brings, and would count every row a second time.
 */
export function triggers(layer: string): string[] {
  const rtree = `"${rtreeOf(layer)}"`
  const table = `"${layer}"`
  const g = `"${GEOMETRY_COLUMN}"`
  const box = `(NEW."fid", ST_MinX(NEW.${g}), ST_MaxX(NEW.${g}), ST_MinY(NEW.${g}), ST_MaxY(NEW.${g}))`
  const drawn = `(NEW.${g} NOTNULL AND NOT ST_IsEmpty(NEW.${g}))`
  const blank = `(NEW.${g} ISNULL OR ST_IsEmpty(NEW.${g}))`
  const put = `INSERT OR REPLACE INTO ${rtree} VALUES ${box};`
  const on = (name: string, when: string, body: string): string =>
    `CREATE TRIGGER "${rtreeOf(layer)}_${name}" AFTER ${when} BEGIN ${body} END`
  return [
    on('insert', `INSERT ON ${table} WHEN ${drawn}`, put),
    on('update1', `UPDATE OF ${g} ON ${table} WHEN OLD."fid" = NEW."fid" AND ${drawn}`, put),
    on(
      'update2',
      `UPDATE OF ${g} ON ${table} WHEN OLD."fid" = NEW."fid" AND ${blank}`,
      `DELETE FROM ${rtree} WHERE id = OLD."fid";`,
    ),
    on(
      'update3',
      `UPDATE ON ${table} WHEN OLD."fid" != NEW."fid" AND ${drawn}`,
      `DELETE FROM ${rtree} WHERE id = OLD."fid"; ${put}`,
    ),
    on(
      'update4',
      `UPDATE ON ${table} WHEN OLD."fid" != NEW."fid" AND ${blank}`,
      `DELETE FROM ${rtree} WHERE id IN (OLD."fid", NEW."fid");`,
    ),
    on('delete', `DELETE ON ${table} WHEN OLD.${g} NOT NULL`, `DELETE FROM ${rtree} WHERE id = OLD."fid";`),
  ]
}

export const countTriggers = (table: string): string[] =>
  [
    ['insert', 'INSERT', '+'],
    ['delete', 'DELETE', '-'],
  ].map(
    ([name, event, sign]) =>
      `CREATE TRIGGER "trigger_${name}_feature_count_${table}" AFTER ${event} ON "${table}" BEGIN ` +
      `UPDATE gpkg_ogr_contents SET feature_count = feature_count ${sign} 1 WHERE lower(table_name) = lower('${table}'); END`,
  )

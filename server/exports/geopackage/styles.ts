/**
 * What makes a GeoPackage open finished: `layer_styles` and `qgis_projects` as QGIS 3 writes and reads them, and the
 * metadata extension of the standard (OGC 12-128r17, F.8). The contents are made elsewhere and only stored here.
 * Dates are the delivery's, so equal results give equal bytes.
 */
import { crc32, deflateRawSync } from 'node:zlib'
import type Database from 'better-sqlite3'
import type { Extent } from '../../geometry/geometry.ts'
import type { RequestFrame } from '../styling/contents.ts'
import { GEOMETRY_COLUMN, rtreeOf } from './schema.ts'

export interface WrittenLayer {
  readonly name: string
  /** Features by theme, null for those without. */
  readonly themes: ReadonlyMap<string | null, number>
  readonly extent: Extent | null
}

export interface GeoPackageStyles {
  /** One for each layer; QGIS applies it when the layer is added. */
  readonly styles: readonly { layer: string; name: string; description: string; qml: string }[]
  readonly project: { name: string; xml: string }
  readonly metadata: { standard: string; xml: string }
}

export const STYLE_TABLE = 'layer_styles'

const TABLES = `
CREATE TABLE "${STYLE_TABLE}" ("id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "f_table_catalog" TEXT(256), "f_table_schema" TEXT(256), "f_table_name" TEXT(256), "f_geometry_column" TEXT(256), "styleName" TEXT(30), "styleQML" TEXT, "styleSLD" TEXT, "useAsDefault" BOOLEAN, "description" TEXT, "owner" TEXT(30), "ui" TEXT(30), "update_time" DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')));
CREATE TABLE qgis_projects(name TEXT PRIMARY KEY, metadata BLOB, content BLOB);
CREATE TABLE gpkg_metadata (id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL, md_scope TEXT NOT NULL DEFAULT 'dataset', md_standard_uri TEXT NOT NULL, mime_type TEXT NOT NULL DEFAULT 'text/xml', metadata TEXT NOT NULL DEFAULT '');
CREATE TABLE gpkg_metadata_reference (reference_scope TEXT NOT NULL, table_name TEXT, column_name TEXT, row_id_value INTEGER, timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), md_file_id INTEGER NOT NULL, md_parent_id INTEGER, CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id), CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id));
`

const METADATA_EXTENSION = ['gpkg_metadata', 'http://www.geopackage.org/spec130/#extension_metadata', 'read-write']

/**
 * Registering `layer_styles` in gpkg_contents, as GDAL does, is left to the caller.
 * @param instant ISO 8601 with milliseconds and Z
 */
export function writeStyles(
  db: Database.Database,
  { styles, project, metadata }: GeoPackageStyles,
  instant: string,
): void {
  db.exec(TABLES)
  const insertStyle = db.prepare(
    `INSERT INTO "${STYLE_TABLE}" (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML, styleSLD, useAsDefault, description, owner, ui, update_time)
     VALUES ('', '', ?, '${GEOMETRY_COLUMN}', ?, ?, '', 1, ?, '', NULL, ?)`,
  )
  for (const { layer, name, description, qml } of styles) insertStyle.run(layer, name, qml, description, instant)
  db.prepare('INSERT INTO qgis_projects VALUES (?, ?, ?)').run(
    project.name,
    JSON.stringify({ last_modified_time: instant.slice(0, 19), last_modified_user: '' }),
    projectContent(project.name, project.xml),
  )
  db.prepare("INSERT INTO gpkg_metadata VALUES (1, 'dataset', ?, 'text/xml', ?)").run(metadata.standard, metadata.xml)
  db.prepare("INSERT INTO gpkg_metadata_reference VALUES ('geopackage', NULL, NULL, NULL, ?, 1, NULL)").run(instant)
  const insertExtension = db.prepare('INSERT INTO gpkg_extensions VALUES (?, NULL, ?, ?, ?)')
  for (const table of ['gpkg_metadata', 'gpkg_metadata_reference']) insertExtension.run(table, ...METADATA_EXTENSION)
}

/** As QGIS keeps it: a ZIP, in hexadecimal. */
export const projectContent = (name: string, xml: string): string => archive(`${name}.qgs`, xml).toString('hex')

/** As it was written, without the hexadecimal; null: an earlier version wrote none. */
export function projectIn(db: Database.Database): Buffer | null {
  const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'qgis_projects'").get() !== undefined
  const content = isThere ? db.prepare('SELECT content FROM qgis_projects ORDER BY name LIMIT 1').pluck().get() : null
  return content ? Buffer.from(String(content), 'hex') : null
}

/** By notification, from the index, which rounds outward by some centimetres. */
export const requestsIn = (db: Database.Database): RequestFrame[] =>
  (
    db
      .prepare(
        `SELECT "klic_nummer" AS klicNumber, min(minx) AS minX, min(miny) AS minY, max(maxx) AS maxX, max(maxy) AS maxY
         FROM "aanvraag_polygoon" f JOIN "${rtreeOf('aanvraag_polygoon')}" r ON r.id = f.fid
         WHERE "klic_nummer" IS NOT NULL GROUP BY 1 ORDER BY 1`,
      )
      .all() as (Extent & { klicNumber: string })[]
  ).map(({ klicNumber, ...extent }) => ({ klicNumber, extent }))

/** DOS time: 1 January 1980, 00:00. */
const NO_DATE = 0x0021_0000

/** A ZIP with one file, as QGIS keeps a project (.qgz). */
function archive(name: string, text: string): Buffer {
  const plain = Buffer.from(text)
  const packed = deflateRawSync(plain, { level: 9 })
  const path = Buffer.from(name)
  /** From "version needed" to "length of the extra field": the same in both headers. */
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(NO_DATE, 6)
  common.writeUInt32LE(crc32(plain), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(plain.length, 18)
  common.writeUInt16LE(path.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, packed])
  const madeBy = Buffer.from([20, 0])
  const central = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, common, Buffer.alloc(14), path])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

/**
 * Reads the features of a GeoPackage that somebody brought. SQLite alone opens the file, read-only and without any extension:
 * a GeoPackage can hold more than rows (views, virtual tables, computed columns), and a reader that has SpatiaLite, as
 * GDAL has on many systems, runs it with tables over any file of this computer. So such a file is refused. Triggers, which most
 * GeoPackages have for their spatial index, stay what they are: nothing is written, so none runs.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { MAX_LAYERS } from '../../geometry/found-areas.ts'
import { ActiveGeoPackage, type ForeignLayer, type OpenGeoPackage } from './foreign-geopackage.ts'

export const openForeignGeoPackage: OpenGeoPackage = async (path, wanted) => {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    refuseActive(db)
    return { layers: layersOf(db, wanted), close: () => void db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

const NAME = String.raw`(?:"(?:[^"]|"")+"|'(?:[^']|'')+'|\[[^\]]+\]|[\w$]+)`
const RTREE = new RegExp(String.raw`^CREATE VIRTUAL TABLE (?:IF NOT EXISTS )?${NAME}\s+USING\s+"?rtree"?\s*\(`, 'i')

/** By what SQLite has made of the schema: the rows of sqlite_master say of themselves what they like. */
function refuseActive(db: Database.Database): void {
  const tables = db.prepare("SELECT name, type FROM pragma_table_list WHERE schema = 'main'").all() as {
    name: string
    type: string
  }[]
  const indexes = (db.prepare('SELECT sql FROM sqlite_master').pluck().all() as unknown[]).filter((sql) =>
    RTREE.test(String(sql)),
  )
  const computed = db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden IN (2, 3)').pluck()
  for (const { name, type } of tables) {
    if (type === 'view') throw new ActiveGeoPackage('view', name)
    if (type !== 'table') continue
    const column = computed.get(name)
    if (column !== undefined) throw new ActiveGeoPackage('computed column', `${name}.${column}`)
  }
  // Each of these rows makes one: any more come from elsewhere, under any name.
  const virtual = tables.filter(({ type }) => type === 'virtual')
  if (virtual.length > indexes.length)
    throw new ActiveGeoPackage('virtual table', virtual.map(({ name }) => name).join(', '))
}

interface LayerDescription {
  name: string
  geometry: string
  organization: string | null
  code: number | null
  definition: string | null
}

/** One more than are read says that there are too many. */
function layersOf(db: Database.Database, wanted: readonly string[]): ForeignLayer[] {
  const described = db
    .prepare(
      `SELECT t.name AS name, g.column_name AS geometry, s.organization AS organization,
         s.organization_coordsys_id AS code, s.definition AS definition
       FROM gpkg_geometry_columns g
       JOIN pragma_table_list t ON t.schema = 'main' AND t.type = 'table' AND lower(t.name) = lower(g.table_name)
       LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
       GROUP BY 1, 2, 3, 4, 5
       ORDER BY min(g.rowid)
       LIMIT ${MAX_LAYERS + 1}`,
    )
    .all() as LayerDescription[]
  return described.map(({ name, geometry, ...system }) => {
    const all = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name) as string[]
    const columns = all.filter((column) => wanted.includes(column.toLowerCase()) && column !== geometry)
    const list = [geometry, ...columns].map(quoted).join(', ')
    return {
      name,
      crs: crsOf(system),
      *features() {
        for (const row of db
          .prepare(`SELECT ${list} FROM ${quoted(name)}`)
          .raw()
          .iterate() as Iterable<unknown[]>) {
          const cells = columns.map((column, i) => [column, row[i + 1]] as const)
          const fields = Object.fromEntries(
            cells.filter((cell): cell is [string, string | number] => ['string', 'number'].includes(typeof cell[1])),
          )
          yield { fields, wkb: wkbOf(row[0]) }
        }
      },
    }
  })
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const crsOf = ({ organization, code, definition }: Pick<LayerDescription, 'organization' | 'code' | 'definition'>) => {
  if (organization?.toUpperCase() === 'EPSG' && Number.isInteger(code)) return `EPSG:${code}`
  // The standard's two rows for what has no system.
  return definition && definition.toLowerCase() !== 'undefined' ? definition : null
}

/** Bytes of the envelope, by its kind (OGC 12-128r17, 2.1.3). */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64]
const HEAD_BYTES = 8
const [IS_EMPTY, IS_EXTENDED] = [0b10000, 0b100000]

/** Null: empty, or no geometry of a GeoPackage. */
function wkbOf(cell: unknown): Buffer | null {
  const isBlob = Buffer.isBuffer(cell) && cell.length >= HEAD_BYTES && cell.toString('latin1', 0, 2) === 'GP'
  if (!isBlob) return null
  const flags = cell[3]!
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 0b111]
  if (envelope === undefined || flags & (IS_EXTENDED | IS_EMPTY)) return null
  return cell.subarray(HEAD_BYTES + envelope)
}

/** Whether SQLite runs, and may write in a folder. @throws Error */
export function tryNativeCode(folder: string): void {
  const db = new Database(join(folder, 'try.db'))
  db.exec('CREATE TABLE t (x)')
  db.close()
}

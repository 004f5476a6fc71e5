/**
 * Reads a sealed result GeoPackage: counts, features by page and by place, tables. Read-only; never changes a byte.
 * Refuses a file that is not a result of this product. Synchronous: a page at a time in a request, no layer whole.
 */
import Database from 'better-sqlite3'
import { extentCovers, extentsMeet, growExtent } from '../../geometry/flat.ts'
import type { Extent } from '../../geometry/geometry.ts'
import { type Cell, type Column, LAYERS, type Layer, type Row } from '../../imkl/model/layers.ts'
import {
  LAYERS_AND_TABLES,
  type LayerOrTable,
  RESULT_TABLES,
  type ResultFeature,
  type ResultReader,
  rowOf,
  type Selection,
} from '../../imkl/model/result.ts'
import type { RequestFrame } from '../styling/contents.ts'
import { decodeGeometry, EXTENT_BYTES, extentOfBlob } from './blob.ts'
import { type Inspection, inspect } from './inspect.ts'
import { APPLICATION_ID, GEOMETRY_COLUMN, rtreeOf } from './schema.ts'
import { projectIn, requestsIn } from './styles.ts'

export interface GeoPackageReader extends ResultReader {
  requests(): RequestFrame[]
  /** What the file says of itself, for checking it after writing: layers that hold features, and their frame. */
  inspect(): Inspection
}

/** Rows fetched at once: large enough to be fast, small enough to let go of the process between two pages. */
const PAGE_ROWS = 512
/** Rows of which the extent is one piece of work. */
const EXTENT_ROWS = 5000

/** Loads the native code of better-sqlite3, which would do so at its first database. */
export const loadSqlite = (): void => void new Database(':memory:').close()

/** @throws Error when the file is missing or no GeoPackage */
export function openResult(path: string): GeoPackageReader {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new Error('It has another kind of content')
    fillIn(db)
  } catch (cause) {
    db.close()
    throw new Error('The result file is no GeoPackage', { cause })
  }
  return {
    count(name, bbox, equals) {
      const layer = rowsOf(name)
      if (bbox) return within(db, layer, bbox, equals).length
      const { sql, values } = equal(layer, equals)
      return db.prepare(`SELECT count(*) FROM "${layer.name}" f WHERE ${sql}`).pluck().get(values) as number
    },
    extent: (layer) => layerExtent(db, rowsOf(layer)),
    extents: (layer, equals) => extents(db, layerOf(layer), equals),
    matching: (layer, bbox, equals) => within(db, layerOf(layer), bbox, equals),
    themes: (layer) =>
      new Map(
        db
          .prepare(`SELECT "thema", count(*) FROM "${layerOf(layer).name}" GROUP BY 1`)
          .raw()
          .all() as [string | null, number][],
      ),
    values: (name, column, atMost) =>
      db
        .prepare(
          `SELECT DISTINCT "${column}" FROM "${rowsOf(name).name}" WHERE "${column}" IS NOT NULL ORDER BY 1 LIMIT ${atMost}`,
        )
        .pluck()
        .all() as string[],
    longest: (layer) => longest(db, layerOf(layer)),
    features: (layer, selection = {}) => features(db, rowsOf(layer), selection),
    feature(layer, id) {
      const { columns } = layerOf(layer)
      const found = db
        .prepare(`${select(layerOf(layer), columns)} WHERE "id" = ? ORDER BY fid LIMIT 1`)
        .raw()
        .get(id)
      return found === undefined ? undefined : featureOf(found as RawRow, booleans(columns))
    },
    table(name) {
      const table = RESULT_TABLES.find((known) => known.name === name)
      if (!table) throw new Error(`A result has no table '${name}'`)
      const marks = booleans(table.columns)
      const rows = db
        .prepare(`SELECT ${names(table.columns)} FROM "${name}" ORDER BY fid`)
        .raw()
        .all() as Cell[][]
      return rows.map((cells): Row => rowOf(table.columns, restore(cells, marks)))
    },
    requests: () => requestsIn(db),
    project: () => projectIn(db),
    inspect: () => inspect(db),
    close: () => void db.close(),
  }
}

/**
 * A result that an earlier version made has fewer columns, or fewer layers: what it lacks reads as empty. The views lie in
 * this connection's own memory, before the tables of the same names, so that every query finds what it asks for.
 */
function fillIn(db: Database.Database): void {
  db.pragma('temp_store = MEMORY')
  const columnsOf = db.prepare('SELECT name FROM pragma_table_info(?)').pluck()
  const show = (name: string, columns: readonly string[]): void => {
    const present = columnsOf.all(name) as string[]
    if (columns.every((column) => present.includes(column))) return
    const cells = columns.map((column) => (present.includes(column) ? `"${column}"` : `NULL AS "${column}"`)).join(', ')
    const from = present.length > 0 ? `FROM main."${name}"` : 'WHERE 0'
    db.exec(`CREATE TEMP VIEW "${name}" AS SELECT ${cells} ${from}`)
  }
  for (const { name, columns } of LAYERS) {
    show(name, ['fid', GEOMETRY_COLUMN, ...columns.map((column) => column.name)])
    show(rtreeOf(name), ['id', 'minx', 'maxx', 'miny', 'maxy'])
  }
  for (const { name, columns } of RESULT_TABLES) show(name, ['fid', ...columns.map((column) => column.name)])
}

function longest(db: Database.Database, { name, columns }: Layer): Record<string, number> {
  const measured = columns.filter(({ type }) => type === 'text' || type === 'integer')
  const most = measured.map((column) => `ifnull(max(octet_length("${column.name}")), 0)`)
  const found = db
    .prepare(`SELECT ${most.join(', ')} FROM "${name}"`)
    .raw()
    .get() as number[]
  return Object.fromEntries(measured.map((column, i) => [column.name, found[i]!]))
}

type RawRow = [fid: number, geometry: Buffer | null, ...cells: Cell[]]

function layerOf(name: string): Layer {
  const layer = LAYERS.find((known) => known.name === name)
  if (!layer) throw new Error(`A result has no layer '${name}'`)
  return layer
}

function rowsOf(name: string): LayerOrTable {
  const found = LAYERS_AND_TABLES.find((known) => known.name === name)
  if (!found) throw new Error(`A result has no layer or table '${name}'`)
  return found
}

const names = (columns: readonly Column[]): string => columns.map((column) => `"${column.name}"`).join(', ')

const select = ({ name, geometry }: LayerOrTable, columns: readonly Column[]): string =>
  `SELECT fid, ${geometry ? `"${GEOMETRY_COLUMN}"` : 'NULL'}${columns.length > 0 ? ', ' : ''}${names(columns)} FROM "${name}"`

const booleans = (columns: readonly Column[]): number[] =>
  columns.flatMap((column, i) => (column.type === 'boolean' ? [i] : []))

/** SQLite has no boolean of its own. */
function restore(cells: Cell[], marks: readonly number[]): Cell[] {
  for (const i of marks) if (cells[i] !== null) cells[i] = cells[i] === 1
  return cells
}

function featureOf(raw: RawRow, marks: readonly number[]): ResultFeature {
  const geometry = raw[1] && decodeGeometry(raw[1])
  return { fid: raw[0], cells: restore(raw.slice(2) as Cell[], marks), geometry }
}

function chosen(layer: LayerOrTable, wanted: readonly string[] | undefined): readonly Column[] {
  if (!wanted) return layer.columns
  return wanted.map((name) => {
    const column = layer.columns.find((known) => known.name === name)
    if (!column) throw new Error(`Layer ${layer.name} has no column '${name}'`)
    return column
  })
}

function* features(db: Database.Database, layer: LayerOrTable, selection: Selection): Generator<ResultFeature> {
  const columns = chosen(layer, selection.columns)
  const marks = booleans(columns)
  let left = selection.limit ?? Number.POSITIVE_INFINITY
  const fids = selection.bbox ? after(within(db, layer, selection.bbox, selection.equals), selection) : selection.fids
  const run = fids && runIn(fids)
  if (run) {
    yield* features(db, layer, { ...run, ...(selection.columns && { columns: selection.columns }) })
    return
  }
  if (fids) {
    const one = db.prepare(`${select(layer, columns)} WHERE fid = ?`).raw()
    for (const fid of fids) yield featureOf(one.get(fid) as RawRow, marks)
    return
  }
  // Pages instead of one open statement, so that a slow reader holds no lock and can be closed.
  const { sql, values } = equal(layer, selection.equals)
  const page = db.prepare(`${select(layer, columns)} f WHERE fid > ? AND ${sql} ORDER BY fid LIMIT ?`).raw()
  let last = selection.after ?? 0
  while (left > 0) {
    const size = Math.min(PAGE_ROWS, left)
    const rows = page.all(last, ...values, size) as RawRow[]
    for (const raw of rows) yield featureOf(raw, marks)
    if (rows.length < size) return
    last = rows.at(-1)![0]
    left -= rows.length
  }
}

/** Fids without a gap are read as a range, which takes half the time of one by one. */
function runIn(fids: Iterable<number>): { after: number; limit: number } | undefined {
  if (!(fids instanceof Uint32Array) || fids.length < 2) return undefined
  const [first, last] = [fids[0]!, fids.at(-1)!]
  return last - first === fids.length - 1 ? { after: first - 1, limit: fids.length } : undefined
}

/** A condition on `f`, with its values apart; always true when nothing is asked. */
function equal(layer: LayerOrTable, equals: Selection['equals'] = {}): { sql: string; values: string[] } {
  const names = Object.keys(equals)
  const unknown = names.find((name) => !layer.columns.some((column) => column.name === name))
  if (unknown !== undefined) throw new Error(`Layer ${layer.name} has no column '${unknown}'`)
  const values = Object.values(equals).flat()
  const oneOf = (name: string) => `f."${name}" IN (${[equals[name]!].flat().map(() => '?')})`
  return { sql: names.map(oneOf).join(' AND ') || '1', values }
}

const after = (fids: Uint32Array, selection: Selection): Uint32Array =>
  fids.filter((fid) => fid > (selection.after ?? 0)).slice(0, selection.limit)

/** Metres: more than what rounding to a 32-bit float moves an edge in the Netherlands (0.0625 m). */
const INDEX_SLACK_M = 0.1

/**
 * Fids whose extent meets the box, ascending. The index holds 32-bit floats rounded outward: what it has clearly inside
 * is so, and only what it has at an edge is looked up.
 */
function within(db: Database.Database, layer: LayerOrTable, box: Extent, equals: Selection['equals']): Uint32Array {
  if (!layer.geometry) return new Uint32Array()
  const { sql, values } = equal(layer, equals)
  // The cross join has the box come first: SQLite would rather walk the whole layer for the sake of the other columns.
  const filtered = values.length > 0 ? `CROSS JOIN "${layer.name}" f ON f.fid = r.id WHERE ${sql} AND` : 'WHERE'
  const indexed = (condition: string, ...numbers: number[]): number[] =>
    db
      .prepare(`SELECT r.id FROM "${rtreeOf(layer.name)}" r ${filtered} ${condition}`)
      .pluck()
      .all(...values, ...numbers) as number[]
  const overlap = 'r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?'
  const inner = edgesOf(growExtent(box, -INDEX_SLACK_M))
  // A map that shows everything asks for everything: then the index need not be walked.
  const extent = layerExtent(db, layer)
  if (values.length === 0 && extent && extentCovers(box, extent)) {
    return allIndexed(db, `"${rtreeOf(layer.name)}_rowid"`)
  }
  const sure = indexed(overlap, ...inner)
  const head = db
    .prepare(`SELECT substr("${GEOMETRY_COLUMN}", 1, ${EXTENT_BYTES}) FROM "${layer.name}" WHERE fid = ?`)
    .pluck()
  // Edge by edge: the index is walked along each, not through all that lies between them.
  const sides = ['r.maxx < ?', 'r.minx > ?', 'r.maxy < ?', 'r.miny > ?']
  const atEdge = new Set(sides.flatMap((side, i) => indexed(`${overlap} AND ${side}`, ...edgesOf(box), inner[i]!)))
  const met = [...atEdge].filter((fid) => extentsMeet(extentOfBlob(head.get(fid) as Buffer), box))
  return Uint32Array.from([...sure, ...met]).sort()
}

/** Ascending. A layer as we write it has no gaps, so that its ends and its number say them all. */
function allIndexed(db: Database.Database, table: string): Uint32Array {
  const ends = db.prepare(`SELECT min(rowid), max(rowid), count(*) FROM ${table}`).raw().get()
  const [first, last, count] = ends as [number | null, number | null, number]
  if (first === null || last === null) return new Uint32Array()
  if (last - first + 1 === count) return new Uint32Array(count).map((_, i) => first + i)
  return Uint32Array.from(db.prepare(`SELECT rowid FROM ${table} ORDER BY rowid`).pluck().all() as number[])
}

/** Never of a layer that an earlier version did not write: it has no index to list. */
function layerExtent(db: Database.Database, { name }: LayerOrTable): Extent | null {
  const isWritten = db.prepare('SELECT 1 FROM main.sqlite_master WHERE name = ?').get(name) !== undefined
  const edges = 'SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = ?'
  return isWritten ? boxIn(db.prepare(edges).raw().get(name)) : null
}

function* extents(db: Database.Database, layer: Layer, equals: NonNullable<Selection['equals']>): Generator<Extent> {
  const { sql, values } = equal(layer, equals)
  const rows = `"${layer.name}" f JOIN "${rtreeOf(layer.name)}" r ON r.id = f.fid WHERE ${sql}`
  const piece = db
    .prepare(`SELECT min(r.minx), min(r.miny), max(r.maxx), max(r.maxy) FROM ${rows} AND f.fid BETWEEN ? AND ?`)
    .raw()
  const end = db.prepare(`SELECT max(fid) FROM "${layer.name}"`).pluck().get() as number | null
  for (let first = 1; end !== null && first <= end; first += EXTENT_ROWS) {
    const box = boxIn(piece.get(...values, first, first + EXTENT_ROWS - 1))
    if (box) yield box
  }
}

const boxIn = (row: unknown): Extent | null => {
  const [minX, minY, maxX, maxY] = row as (number | null)[]
  return minX == null || minY == null || maxX == null || maxY == null ? null : { minX, minY, maxX, maxY }
}

const edgesOf = ({ minX, maxX, minY, maxY }: Extent): number[] => [minX, maxX, minY, maxY]

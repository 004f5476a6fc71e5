/**
 * Reading a result back: what the GeoPackage reader (server/exports/geopackage) gives, and what GeoJSON, OGC features and tiles take.
 * It stands here so that neither the store nor the formats need to know each other.
 */
import type { Extent, ResultGeometry } from '../../geometry/geometry.ts'
import { type Cell, type Column, LAYERS, type Layer, type Row, TABLES, type Table } from './layers.ts'

/** The warnings of a result, kept inside it, so that an export made years later still carries them; `melding` is Dutch. */
export const WARNING_TABLE: Table = {
  name: 'waarschuwing',
  columns: [
    { name: 'code', shp: 'code', type: 'text', width: 40 },
    { name: 'melding', shp: 'melding', type: 'text', width: 2000 },
    { name: 'aantal', shp: 'aantal', type: 'integer' },
    { name: 'klic_nummer', shp: 'klic_nr', type: 'text', width: 20 },
    { name: 'bronhouder', shp: 'bronhouder', type: 'text', width: 6 },
    { name: 'object_id', shp: 'object_id', type: 'text', width: 254 },
    { name: 'x', shp: 'x', type: 'real' },
    { name: 'y', shp: 'y', type: 'real' },
    { name: 'melding_en', shp: 'melding_en', type: 'text', width: 2000 },
  ],
}

/** Every table without geometry in a result, in the order in which they are written. */
export const RESULT_TABLES: readonly Table[] = [...TABLES, WARNING_TABLE]

/** What a result holds rows of; a table has no geometry. */
export type LayerOrTable = Table & Partial<Pick<Layer, 'geometry'>>

export const LAYERS_AND_TABLES: readonly LayerOrTable[] = [...LAYERS, ...RESULT_TABLES]

export interface ResultFeature {
  /** 1, 2, 3, ... within its layer, in the order of the merge; the key to page by. */
  readonly fid: number
  /** In the order of the layer's columns, or of the columns that were asked for. */
  readonly cells: readonly Cell[]
  /** RD New; null: known, but it can't be drawn, or a row of a table. */
  readonly geometry: ResultGeometry | null
}

export interface Selection {
  /** RD New metres, edges included; a feature without geometry is in no bbox. */
  readonly bbox?: Extent
  /** Only features with a higher fid: the last one of the page before. */
  readonly after?: number
  readonly limit?: number
  /** Only features whose column has exactly this text, or one of these. */
  readonly equals?: Readonly<Record<string, string | readonly string[]>>
  /** Exactly these, in this order; nothing else of the selection but the columns then counts. */
  readonly fids?: Iterable<number>
  /** Only these columns, in this order; default: all of the layer. */
  readonly columns?: readonly string[]
}

/** A sealed result. The layer and table names are those of imkl/model/layers.ts; another name is a programming error. */
export interface ResultReader {
  /** Of a layer, or of a table, which is in no bbox. */
  count(layer: string, bbox?: Extent, equals?: Selection['equals']): number
  /** Of all that is drawn in a layer, RD New metres; null: nothing is (in a table), or the version that made the file had no such layer. */
  extent(layer: string): Extent | null
  /** Together they are where that lies which has exactly these texts, by the index: to a decimetre outward. One for each thousands of rows. */
  extents(layer: string, equals: NonNullable<Selection['equals']>): Iterable<Extent>
  /** The fids of a bbox, ascending: for who pages through it and would not have it sought again for each page. */
  matching(layer: string, bbox: Extent, equals?: Selection['equals']): Uint32Array
  /** Of a layer, or the rows of a table, in the order of fid. Fetched in pages, so the loop may pause, or be left, at any time before close(). */
  features(layer: string, selection?: Selection): Iterable<ResultFeature>
  /** How many features it has of each theme, null for those without. */
  themes(layer: string): ReadonlyMap<string | null, number>
  /** Different texts in a column of a layer or table, the first so many by code; null is none of them. */
  values(layer: string, column: string, atMost: number): string[]
  /** Of each column of text the most bytes in UTF-8, of each integer the most digits; 0 where all are unknown. */
  longest(layer: string): Readonly<Record<string, number>>
  /** By IMKL id; the first one where an id occurs more than once in a layer. */
  feature(layer: string, id: string): ResultFeature | undefined
  table(name: string): Row[]
  /** The QGIS project inside, as a .qgz; null: the version that made the file put none in. */
  project(): Uint8Array | null
  close(): void
}

/** @param columns those the cells were asked for with */
export function rowOf(columns: readonly Column[], cells: readonly Cell[]): Row {
  // A plain loop takes a third of the time of Object.fromEntries, and pages have a thousand rows of forty cells.
  const row: Row = {}
  for (let i = 0; i < columns.length; i++) row[columns[i]!.name] = cells[i] ?? null
  return row
}

/** Objects of an area, and of a section, that are answered one by one. */
export const MAX_SELECTED = 500
export const MAX_CROSSED = 5000

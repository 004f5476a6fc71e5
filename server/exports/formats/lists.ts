/**
 * A result as lists: its objects (every layer, without their shapes), the precaution areas, and its tables. Every list
 * begins with the column `let_op`, which says so in each row when the data are not for use in the field, since a list
 * is soon taken out of its file.
 */
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { type Cell, type Column, LAYERS } from '../../imkl/model/layers.ts'
import { RESULT_TABLES, type ResultReader } from '../../imkl/model/result.ts'
import { noticeIn, type ResultRows } from './words.ts'

export interface List {
  name: string
  columns: readonly Column[]
  /** Known before the rows are read. */
  count: number
  rows(): Iterable<readonly Cell[]>
}

const NOTICE: Column = { name: 'let_op', shp: 'let_op', type: 'text', width: 254 }
const LAYER: Column = { name: 'laag', shp: 'laag', type: 'text', width: 40 }
/** Of its first position, RD New metres. */
const PLACE: readonly Column[] = ['x', 'y'].map((name) => ({ name, shp: name, type: 'real' }))
const PRECAUTIONS = 'eis_voorzorgsmaatregel'

/** Every column that some layer has, in the order in which the layers have them. */
const OBJECT_COLUMNS: readonly Column[] = [
  ...new Map(LAYERS.flatMap(({ columns }) => columns.map((column) => [column.name, column] as const))).values(),
]

export function listsOf(source: Pick<ResultReader, 'features' | 'count'>, tables: ResultRows): List[] {
  const notice = noticeIn(tables)
  const counts = new Map(LAYERS.map(({ name }) => [name, source.count(name)]))
  return [
    {
      name: 'objecten',
      columns: [NOTICE, LAYER, ...OBJECT_COLUMNS, ...PLACE],
      count: [...counts.values()].reduce((sum, count) => sum + count, 0),
      rows: () => objects(source, notice),
    },
    {
      name: 'voorzorgsmaatregelen',
      columns: [NOTICE, ...LAYERS.find(({ name }) => name === PRECAUTIONS)!.columns, ...PLACE],
      count: counts.get(PRECAUTIONS)!,
      *rows() {
        for (const { cells, geometry } of source.features(PRECAUTIONS)) yield [notice, ...cells, ...placeOf(geometry)]
      },
    },
    ...RESULT_TABLES.map(({ name, columns }) => {
      const rows = tables[name] ?? []
      return {
        name,
        columns: [NOTICE, ...columns],
        count: rows.length,
        *rows() {
          for (const row of rows) yield [notice, ...columns.map((column) => row[column.name] ?? null)]
        },
      }
    }),
  ]
}

function* objects(source: Pick<ResultReader, 'features'>, notice: string | null): Generator<readonly Cell[]> {
  const place = new Map(OBJECT_COLUMNS.map((column, i) => [column.name, i + 2]))
  const width = OBJECT_COLUMNS.length + 4
  for (const layer of LAYERS) {
    const target = layer.columns.map((column) => place.get(column.name)!)
    for (const { cells, geometry } of source.features(layer.name)) {
      const row = new Array<Cell>(width).fill(null)
      row[0] = notice
      row[1] = layer.name
      for (let i = 0; i < target.length; i++) row[target[i]!] = cells[i] ?? null
      ;[row[width - 2], row[width - 1]] = placeOf(geometry)
      yield row
    }
  }
}

function placeOf(geometry: ResultGeometry | null): [x: number | null, y: number | null] {
  if (geometry === null) return [null, null]
  const [x, y] =
    geometry.type === 'Point'
      ? geometry.xy
      : geometry.type === 'MultiLineString'
        ? geometry.lines[0]!
        : geometry.polygons[0]![0]!
  return [x!, y!]
}

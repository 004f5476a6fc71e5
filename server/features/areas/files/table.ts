/**
 * Corners as surveyors send them: a table with point numbers, names and heights beside the coordinates, in any order, with
 * or without headings, decimal commas, and semicolons, tabs, commas or blanks between.
 */
import { badLine } from './fault.ts'
import { rowsOf } from './rows.ts'

const DELIMITERS = [';', '\t', ',', '|', /\s+/] as const
/** Fewer are the two coordinates alone, which need no search. */
const LEAST_COLUMNS = 3
/** What a receiver or a drawing office writes above the points: a project, a day, headings. */
const MAX_HEAD = 10
/** Of the lines of a table: where some have no coordinates, they are told rather than all taken for something else. */
const MOST = 0.6

type Range = readonly [least: number, most: number]
/** Where in each system the Netherlands lie, generously; to find columns, never to judge an area. */
const SYSTEMS: readonly { x: Range; y: Range }[] = [
  { x: [1000, 300_000], y: [285_000, 650_000] },
  { x: [2.5, 8], y: [50, 54.5] },
]

const GROUPED = /^-?\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?$/

/** `1.234,5`, `1 234,5` and `1234,5` are Dutch for 1234.5, `1,234.5` is English. A field without a number, as a name, is NaN. */
export const numberIn = (field: string | undefined): number => {
  const trimmed = (field ?? '').trim()
  const bare = GROUPED.test(trimmed) ? trimmed.replaceAll(/\s/g, '') : trimmed
  const isEnglish = bare.lastIndexOf('.') > bare.lastIndexOf(',')
  const plain = isEnglish || !bare.includes(',') ? bare.replaceAll(',', '') : bare.replaceAll('.', '').replace(',', '.')
  return plain === '' ? Number.NaN : Number(plain)
}

/** As CSV has it, what is quoted may hold the delimiter. */
export const cellsIn = (line: string, delimiter: string | RegExp): readonly string[] =>
  typeof delimiter === 'string' && line.includes('"')
    ? (rowsOf(line, delimiter).rows[0] ?? [])
    : line.split(delimiter).map((cell) => cell.replace(/^"(.*)"$/, '$1'))

const isIn = (value: number | undefined, [least, most]: Range): boolean =>
  value !== undefined && value >= least && value <= most

type Columns = readonly [x: number, y: number]

/** Beside each other, x first where both orders would do: a height can look like an x, but it stands behind. */
function columnsOf(rows: readonly (readonly number[])[], share: number): Columns | null {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const columns = Array.from({ length: width }, (_, i) => i)
  for (const { x, y } of SYSTEMS) {
    const holds = (range: Range) =>
      columns.filter((i) => rows.filter((row) => isIn(row[i], range)).length >= share * rows.length)
    const xs = holds(x)
    for (const beside of [-1, 1]) {
      const found = holds(y).find((i) => xs.includes(i + beside))
      if (found !== undefined) return [found + beside, found]
    }
  }
  return null
}

/** Line by line. */
export interface CornerLine {
  /** The two coordinates, x or longitude first; empty: there are none, or it stands above the points */
  at: number[]
  /** The area that a column names; empty: none does */
  area: string
}

/**
 * @returns null: it is no such table
 * @throws UnreadableArea BAD_LINE where a point of it lacks a coordinate
 */
export function cornersInTable(lines: readonly string[]): CornerLine[] | null {
  const filled = lines.flatMap((line, i) => (line === '' ? [] : [i]))
  // Where no point begins near the top it is no table by that delimiter: the rest need not be read by it.
  const tables = DELIMITERS.flatMap((delimiter) => {
    const rowOf = (i: number) => cellsIn(lines[i]!, delimiter)
    const isPoint = (row: number[]) => row.length >= LEAST_COLUMNS && columnsOf([row], 1) !== null
    const head = filled.slice(0, MAX_HEAD + 1).findIndex((i) => isPoint(rowOf(i).map(numberIn)))
    if (head < 0) return []
    const cells = filled.map(rowOf)
    return [{ head, cells, rows: cells.map((row) => row.map(numberIn)) }]
  })
  for (const share of [1, MOST])
    for (const { head, cells, rows } of tables) {
      const points = rows.slice(head)
      const wide = points.filter(({ length }) => length >= LEAST_COLUMNS)
      if (wide.length < share * points.length) continue
      const columns = columnsOf(points, share)
      if (!columns) continue
      const corners = cornersOf(lines, filled, rows, head, columns)
      const headings = cells.slice(0, head).findLast(({ length }) => length >= LEAST_COLUMNS) ?? []
      const areas = areaOfEach(headings, cells.slice(head), columns)
      for (const [at, area] of areas?.entries() ?? []) corners[filled[head + at]!]!.area = area
      return corners
    }
  return null
}

/** Above the points stands what is no point; one of which a coordinate is missing or mistyped has the other. */
function cornersOf(
  lines: readonly string[],
  filled: readonly number[],
  rows: readonly (readonly number[])[],
  head: number,
  columns: Columns,
): CornerLine[] {
  const corners = lines.map((): CornerLine => ({ at: [], area: '' }))
  for (const [at, row] of rows.entries()) {
    const corner = columns.map((i) => row[i] ?? Number.NaN)
    if (at < head && !corner.some(Number.isFinite)) continue
    if (!corner.every(Number.isFinite)) throw badLine(filled[at]! + 1)
    corners[filled[at]!]!.at = corner
  }
  return corners
}

/*
 * Which column says in which area each point lies. Certain only: a column of codes (kerb, corner) must not cut an area to
 * pieces, and point numbers name nothing but their point.
 */

/** Columns that by their heading name areas. */
const AREA_COLUMNS = [
  ...['gebied', 'deelgebied', 'werkgebied', 'graafgebied', 'vlak', 'werkvak', 'vak', 'perceel', 'polygoon', 'veelhoek'],
  ...['contour', 'zone', 'area', 'subarea', 'polygon', 'poly', 'parcel', 'plot', 'site'],
]
/** What stands beside it (`gebiednr`, `area name`); alone it may be of the point or of the area, as the column itself shows. */
const BESIDE = /^(?:name|naam|id|nr|no|nummer|number)|(?:name|naam|id|nr|no|nummer|number)$/g
/** Of fewer points there is no area. */
const LEAST_POINTS = 3

/** @param column from the first point on; @returns the area of each point: one or none named is no parting */
function parted(heading: string, column: readonly string[]): readonly string[] | null {
  const letters = heading.toLowerCase().replaceAll(/[^a-z]/g, '')
  const said = letters.replaceAll(BESIDE, '')
  const isOfAreas = AREA_COLUMNS.includes(said)
  if (!isOfAreas && (said !== '' || letters === '')) return null
  // Spreadsheets name an area on the first of its rows.
  const values: string[] = []
  for (const value of column) values.push(value.trim() || (isOfAreas && values.at(-1)) || '')
  const byValue = Map.groupBy(values, (value) => value)
  if (byValue.size < 2 || byValue.has('') || [...byValue.values()].some(({ length }) => length < LEAST_POINTS))
    return null
  const runs = values.filter((value, i) => value !== values[i - 1]).length
  // A name or a number of the point is its own; one that comes in blocks, each once, is that of an area.
  return isOfAreas || runs === byValue.size ? values : null
}

/** @param rows from the first point on; @returns the name of the area in which each lies; null: no column says it */
function areaOfEach(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  coordinates: readonly number[],
): readonly string[] | null {
  const all = headings.map((heading, i) =>
    coordinates.includes(i)
      ? null
      : parted(
          heading,
          rows.map((row) => row[i] ?? ''),
        ),
  )
  return all.find((names) => names !== null) ?? null
}

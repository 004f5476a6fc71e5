/**
 * Areas in the rows of a table: what is copied from QGIS (`wkt_geom` and tabs), a CSV with a column of WKT, and what
 * PostGIS writes (EWKT, or its bytes in hexadecimal).
 */
import { type AreaCollector, type Choice, collecting, nameIn, type RawAreas, type Shape } from './collect.ts'
import { UnreadableArea } from './fault.ts'
import { shapeOfWkb, sridOfWkb } from './wkb.ts'
import { looksLikeWkt, takeWkt } from './wkt.ts'

const DELIMITERS = ['\t', ';', ',', '|'] as const
const HEX = /^0[01](?:[0-9a-f]{2}){8,}$/i

const QUOTED = /^"(?:[^"]|"")*"$/

const isShape = (cell: string): boolean => looksLikeWkt(cell) || HEX.test(cell)

/** @returns null: no column of it holds shapes */
export function readRows(text: string, choice: Choice): RawAreas | null {
  // EWKT holds a semicolon: what parts a quoted cell is tried last.
  for (const takesBroken of [false, true])
    for (const delimiter of DELIMITERS) {
      const { rows, isBroken } = rowsOf(text, delimiter)
      const [head, first] = rows
      if (!head) return null
      if (isBroken && !takesBroken) continue
      // A table without headings begins with a shape at once.
      const column = [head, first ?? []].map((row) => row.findIndex(isShape)).find((at) => at >= 0)
      if (column === undefined) continue
      const hasHead = !isShape(head[column] ?? '')
      return areasOf(hasHead ? rows.slice(1) : rows, column, hasHead ? head : [], choice)
    }
  return null
}

function areasOf(rows: readonly string[][], column: number, head: readonly string[], choice: Choice): RawAreas {
  const collected = collecting('wkt', choice)
  for (const row of rows) {
    if (collected.isFull()) break
    const cell = row[column]?.trim() ?? ''
    const where = { name: nameIn(Object.fromEntries(head.map((name, i) => [name, row[i] ?? '']))), layer: '' }
    if (cell === '') collected.add(null, { ...where, stated: null })
    else if (HEX.test(cell)) takeHex(cell, where, collected)
    else takeWkt(cell, collected, where)
  }
  return collected.found
}

function takeHex(cell: string, where: { name: string; layer: string }, { add }: AreaCollector): void {
  const bytes = Buffer.from(cell, 'hex')
  let shape: Shape
  let srid: number | null
  try {
    shape = shapeOfWkb(bytes)
    srid = sridOfWkb(bytes)
  } catch {
    throw new UnreadableArea('NOT_UNDERSTOOD', 'A geometry in hexadecimal breaks off or is of an unknown kind.')
  }
  add(shape, { ...where, stated: srid ? `EPSG:${srid}` : null })
}

/**
 * As CSV has it: what is quoted may hold the delimiter, line ends, and quotes, doubled.
 * @returns isBroken: a quote stands in the middle of a cell, which then perhaps is a part of one
 */
export function rowsOf(text: string, delimiter: string): { rows: string[][]; isBroken: boolean } {
  const rows: string[][] = []
  let isBroken = false
  let row: string[] = []
  const cells = new RegExp(
    String.raw`("(?:[^"]|"")*"|[^${delimiter}\r\n]*)(${delimiter === '|' ? '\\|' : delimiter}|\r?\n|\r|$)`,
    'y',
  )
  for (let cell = cells.exec(text); cell; cell = cells.exec(text)) {
    const [all, value, end] = cell
    const isQuoted = QUOTED.test(value!)
    row.push(isQuoted ? value!.slice(1, -1).replaceAll('""', '"') : value!)
    isBroken ||= !isQuoted && value!.includes('"')
    if (end !== delimiter) {
      if (row.some((each) => each.trim() !== '')) rows.push(row)
      row = []
      if (end === '' || all === '') break
    }
  }
  return { rows, isBroken }
}

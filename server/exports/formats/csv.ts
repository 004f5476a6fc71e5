/**
 * A table as CSV by RFC 4180: UTF-8, a header row, CRLF. Unknown is an empty field, an empty text is "".
 * A text that a spreadsheet would take for a formula gets an apostrophe in front: what stands in a delivery must never be
 * carried out on the machine of its reader. A Dutch Excel splits at `;`, a pasted text at tabs, and to either our quotes
 * stand in the middle of a cell and hold nothing together, line ends included: so the same counts behind each of those.
 */
import type { Cell, Row, Table } from '../../imkl/model/layers.ts'

export function csv(table: Table, rows: readonly Row[]): string {
  let text = csvLine(table.columns.map((column) => column.name))
  for (const row of rows) text += csvLine(table.columns.map((column) => row[column.name] ?? null))
  return text
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`

const field = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = defused(cell)
  return text === '' || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Where a program may begin a cell; a quote or a space there is passed over. */
const CELLS = /(^|[;\t\r\n])([ "]*)([^;\t\r\n]*)/g

const defused = (text: string): string =>
  text.replace(CELLS, (whole, start: string, before: string, cell: string) =>
    isFormula(cell) || (start === '' && /^[\t\r]/.test(text)) ? `${start}'${before}${cell}` : whole,
  )

/** The first characters by which a spreadsheet knows a formula (OWASP, CSV Injection); a plain number is none. */
const isFormula = (cell: string): boolean => /^[=+\-@]/.test(cell) && !/^[+-]?\d+([.,]\d+)?$/.test(cell)

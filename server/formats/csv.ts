/**
 * A table as CSV by RFC 4180: UTF-8, a header row, CRLF. Unknown is an empty field, an empty text is "".
 * A text that a spreadsheet would take for a formula gets an apostrophe in front: what stands in a delivery must never be
 * carried out on the machine of whoever opens it.
 */
import type { Cell, Row, Table } from '../domain/layers.ts'

export function csv(table: Table, rows: readonly Row[]): string {
  let text = csvLine(table.columns.map((column) => column.name))
  for (const row of rows) text += csvLine(table.columns.map((column) => row[column.name] ?? null))
  return text
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`

const field = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = isFormula(cell) ? `'${cell}` : cell
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The first characters by which a spreadsheet knows a formula (OWASP, CSV Injection); a plain number is none. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text)

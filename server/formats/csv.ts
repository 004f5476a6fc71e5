/** A table as CSV by RFC 4180: UTF-8, a header row, CRLF. Unknown is an empty field, an empty text is "". */
import type { Cell, Row, Table } from '../domain/layers.ts'

export function csv(table: Table, rows: readonly Row[]): string {
  const lines = [table.columns.map((column) => column.name)]
  for (const row of rows) lines.push(table.columns.map((column) => field(row[column.name] ?? null)))
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

const field = (cell: Cell): string => {
  if (cell === null) return ''
  const text = String(cell)
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

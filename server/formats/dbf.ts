/**
 * The table of a Shapefile: dBASE III, as ESRI's Shapefile Technical Description (1998) has it. A header, then records of
 * one fixed width. Text is UTF-8, which the .cpg beside it says; what is unknown is blank, as dBASE has it.
 */
import type { Cell, Column } from '../domain/imkl/layers.ts'

/** What a field of text holds at most. */
const TEXT_BYTES = 254

export interface Field {
  readonly name: string
  readonly kind: 'C' | 'N' | 'D'
  readonly width: number
  readonly decimals: number
  /** Writes a known value into `width` blanks at `at`. */
  readonly put: (cell: NonNullable<Cell>, into: Buffer, at: number) => void
}

const HEADER_BYTES = 32
const FIELD_BYTES = 32
const NAME_BYTES = 11
const END_OF_FIELDS = 0x0d
const END_OF_FILE = 0x1a
export const BLANK = 0x20
/** Whoever reads it would take today for the day of the data: the first day that every system knows, always the same. */
const DATE = [80, 1, 1]
/** Up to here a number is an integer of 32 bits to every reader. */
const INTEGER_WIDTH = 9
const REAL_WIDTH = 24
const REAL_DECIMALS = 15
/** Every KLIC number is made of these. */
const LAST_NUMBER = /[0-9A-Z]*$/

/** @param longest of each text column in bytes, of each integer column in digits; 0 or nothing where all are unknown */
export function fieldsOf(columns: readonly Column[], longest: Readonly<Record<string, number>>): Field[] {
  return columns.map((column) => fieldOf(column, longest[column.name] ?? 0))
}

function fieldOf({ name, shp, type }: Column, most: number): Field {
  switch (type) {
    case 'text': {
      const width = Math.min(Math.max(most, 1), TEXT_BYTES)
      const put = name === 'klic_nummer' && most > TEXT_BYTES ? putNumbers : putText
      return { name: shp, kind: 'C', width, decimals: 0, put: (cell, into, at) => put(String(cell), into, at, width) }
    }
    case 'integer': {
      const width = Math.max(most, INTEGER_WIDTH)
      return {
        name: shp,
        kind: 'N',
        width,
        decimals: 0,
        put: (cell, into, at) => putRight(`${cell}`, into, at, width),
      }
    }
    case 'real':
      return { name: shp, kind: 'N', width: REAL_WIDTH, decimals: REAL_DECIMALS, put: putReal }
    case 'boolean':
      return { name: shp, kind: 'N', width: 1, decimals: 0, put: putBoolean }
    case 'date':
      return { name: shp, kind: 'D', width: 8, decimals: 0, put: putDate }
  }
}

/** Of one record, the mark of deletion before it included. */
export const recordBytes = (fields: readonly Field[]): number => fields.reduce((sum, { width }) => sum + width, 1)

export const dbfHeaderBytes = (fields: readonly Field[]): number => HEADER_BYTES + fields.length * FIELD_BYTES + 1

export function dbfHeader(fields: readonly Field[], records: number): Buffer {
  const header = Buffer.alloc(dbfHeaderBytes(fields))
  header[0] = 3
  header.set(DATE, 1)
  header.writeUInt32LE(records, 4)
  header.writeUInt16LE(header.length, 8)
  header.writeUInt16LE(recordBytes(fields), 10)
  for (const [i, { name, kind, width, decimals }] of fields.entries()) {
    const at = HEADER_BYTES + i * FIELD_BYTES
    header.write(name, at, NAME_BYTES - 1, 'ascii')
    header.write(kind, at + NAME_BYTES, 'ascii')
    header[at + 16] = width
    header[at + 17] = decimals
  }
  header[header.length - 1] = END_OF_FIELDS
  return header
}

export const dbfEnd = Buffer.of(END_OF_FILE)

/** @param into blank from `at` on, for the width of a record */
export function putRecord(fields: readonly Field[], cells: readonly Cell[], into: Buffer, at: number): void {
  let to = at + 1
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!
    const cell = cells[i]
    if (cell !== null && cell !== undefined) field.put(cell, into, to)
    to += field.width
  }
}

/** Cut on the border of a character: Buffer writes no part of one. */
function putText(text: string, into: Buffer, at: number, width: number): void {
  into.write(text, at, width)
}

/** Cut at a comma: half a KLIC number would be another notification's. One character more shows if it ends at a border. */
function putNumbers(list: string, into: Buffer, at: number, width: number): void {
  const whole =
    list.length <= width
      ? list
      : list
          .slice(0, width + 1)
          .replace(LAST_NUMBER, '')
          .slice(0, -1)
  putText(whole, into, at, width)
}

function putRight(text: string, into: Buffer, at: number, width: number): void {
  into.write(text, at + width - text.length, 'latin1')
}

function putReal(cell: NonNullable<Cell>, into: Buffer, at: number): void {
  putRight(realText(Number(cell)), into, at, REAL_WIDTH)
}

const ZEROS = '0'.repeat(REAL_DECIMALS)

/**
 * The shortest digits that read back as the same number, with zeros up to as many decimals as the header says and the
 * width allows.
 */
function realText(value: number): string {
  const digits = `${value}`
  if (digits.includes('e')) {
    const plain = value.toFixed(REAL_DECIMALS)
    return plain.length <= REAL_WIDTH && Number(plain) === value ? plain : digits
  }
  const point = digits.indexOf('.')
  const padded = point < 0 ? `${digits}.${ZEROS}` : digits + ZEROS.slice(digits.length - point - 1)
  return padded.length <= REAL_WIDTH ? padded : padded.slice(0, Math.max(REAL_WIDTH, digits.length))
}

function putBoolean(cell: NonNullable<Cell>, into: Buffer, at: number): void {
  into[at] = cell ? 0x31 : 0x30
}

/** `YYYY-MM-DD` */
function putDate(cell: NonNullable<Cell>, into: Buffer, at: number): void {
  const text = String(cell)
  into.write(text.slice(0, 4) + text.slice(5, 7) + text.slice(8, 10), at, 8, 'latin1')
}

/**
 * The lists of a result as one XLSX workbook (ECMA-376, the parts that a plain workbook needs).
 * The workbook is written by ourselves: rows go out as they are read, and equal results give equal bytes. No library gives both:
 * write-excel-file 4.1 holds all rows (492 MiB for 15,455 of 40 cells, where a conversion has 320), hucre 1.0 streams one sheet
 * only, and ExcelJS 4.4 dates the parts of the file with today. Its texts are inline strings: none of them is ever a formula.
 */
import { Readable } from 'node:stream'
import type { Cell, Column } from '../../imkl/model/layers.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import { textPieces } from '../../platform/text-pieces.ts'
import { type List, listsOf } from './lists.ts'
import { type ResultRows, resultWords } from './words.ts'
import { writeZip } from './zip-file.ts'

export interface XlsxTask {
  /** A file that does not exist yet; synced when this returns. */
  path: string
  source: Pick<ResultReader, 'features' | 'count'>
  tables: ResultRows
}

/** Worth a turn. */
const PIECE_CHARACTERS = 128 * 1024

/** Of one sheet, its header included. */
const MAX_ROWS = 1_048_576
/** Of one cell. */
const MAX_CHARACTERS = 32_767
const DATE_STYLE = 1
const HEAD_STYLE = 2

export interface Sheet {
  name: string
  columns: readonly Column[]
  rows: Iterable<readonly Cell[]>
}

/** @param maxRows for tests; a list that is longer goes on in a next sheet */
export async function writeXlsx({ path, source, tables }: XlsxTask, maxRows = MAX_ROWS): Promise<void> {
  const words: Sheet = {
    name: 'lees mij',
    columns: [{ name: 'KLIC-gebiedsinformatie', shp: '', type: 'text', width: 140 }],
    rows: resultWords(tables).map((line) => [line]),
  }
  await writeWorkbook(path, [words, ...listsOf(source, tables).flatMap((list) => [...sheetsOf(list, maxRows - 1)])])
}

/** @param path of a file that does not exist yet; synced when this returns */
export const writeWorkbook = (path: string, sheets: readonly Sheet[]): Promise<void> =>
  writeZip(path, (zip) => {
    for (const [name, contents] of Object.entries(partsOf(sheets))) zip.text(name, contents)
    for (const [i, sheet] of sheets.entries())
      zip.stream(sheetPath(i), () =>
        Readable.from(textPieces(sheetXml(sheet), PIECE_CHARACTERS), { objectMode: false }),
      )
  })

/** All parts of a list read the same rows on, as they are written one after the other. */
function* sheetsOf(list: List, most: number): Generator<Sheet> {
  let rows: Iterator<readonly Cell[]> | undefined
  function* next(): Generator<readonly Cell[]> {
    rows ??= list.rows()[Symbol.iterator]()
    for (let n = 0; n < most; n++) {
      const { value, done } = rows.next()
      if (done) return
      yield value
    }
  }
  for (let part = 1; part === 1 || (part - 1) * most < list.count; part++)
    yield {
      name: part === 1 ? list.name : `${list.name} ${part}`,
      columns: list.columns,
      rows: { [Symbol.iterator]: next },
    }
}

const sheetPath = (i: number): string => `xl/worksheets/sheet${i + 1}.xml`
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relations = (of: readonly (readonly [type: string, target: string])[]): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${of
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** All parts but the sheets. */
const partsOf = (sheets: readonly Sheet[]): Record<string, string> => ({
  '[Content_Types].xml':
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>` +
    sheets.map((_, i) => `<Override PartName="/${sheetPath(i)}" ContentType="${CONTENT}.worksheet+xml"/>`).join('') +
    '</Types>',
  '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml':
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
    sheets.map(({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('') +
    '</sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relations([
    ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml':
    `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
})

function* sheetXml({ columns, rows }: Sheet): Generator<string> {
  const letters = columns.map((_, i) => columnLetters(i))
  const widths = columns.map(({ name, width = 12 }) => Math.max(name.length + 2, Math.min(width, 40)))
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>` +
    widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('') +
    '</cols><sheetData><row r="1">' +
    columns.map(({ name }, i) => inline(`${letters[i]}1`, name, HEAD_STYLE)).join('') +
    '</row>'
  let at = 1
  for (const row of rows) {
    at++
    let text = `<row r="${at}">`
    for (let i = 0; i < columns.length; i++) {
      const cell = row[i] ?? null
      if (cell !== null) text += cellXml(`${letters[i]}${at}`, cell, columns[i]!)
    }
    yield `${text}</row>`
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${at}"/></worksheet>`
}

function cellXml(place: string, cell: string | number | boolean, { type }: Column): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  const day = type === 'date' ? dayNumber(cell) : null
  return day === null ? inline(place, cell) : `<c r="${place}" s="${DATE_STYLE}"><v>${day}</v></c>`
}

const inline = (place: string, text: string, style = 0): string =>
  `<c r="${place}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escaped(text.slice(0, MAX_CHARACTERS))}</t></is></c>`

const DAY_MS = 86_400_000
/** From here on all programs count days alike: before it some think that 1900 had a 29 February. */
const FIRST_DAY = 61

/** Days since 30 December 1899; null for what must stay text. */
function dayNumber(date: string): number | null {
  const day = (Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / DAY_MS
  return day >= FIRST_DAY ? day : null
}

function columnLetters(i: number): string {
  const letter = String.fromCharCode(65 + (i % 26))
  return i < 26 ? letter : columnLetters(Math.floor(i / 26) - 1) + letter
}

/** What XML can't hold goes; what the format would take for an escape of its own is escaped. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are what XML does not allow.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/**
 * What everyone must know who opens a file of a result, as lines of Dutch text: which deliveries, what is missing or
 * wrong, and the account. For LEESMIJ.txt, the drawing and the lists.
 */
import type { Row } from '../../imkl/model/layers.ts'
import { NOTICE_FILES, noteLine, type ResultNote, resultNotes } from '../../imkl/model/result-notes.ts'

/** Rows of every result table by name. */
export type ResultRows = Readonly<Record<string, readonly Row[]>>

export const TEST_NOTICE =
  'SIMULATOR OF TESTGEGEVENS: NIET GEBRUIKEN IN HET VELD / SIMULATOR OR TEST DATA: NOT FOR USE IN THE FIELD'

const PRELIMINARY_NOTICE =
  'VOORLOPIG: NIET ALLES IS GELEVERD, GEEN RESULTAAT / PRELIMINARY: NOT ALL IS DELIVERED, NO RESULT'

const NOTICES: Readonly<Record<string, string>> = { PRELIMINARY: PRELIMINARY_NOTICE, SIMULATED: TEST_NOTICE }

/** In one line; null for a result that may be used in the field. */
export const noticeIn = (tables: ResultRows): string | null =>
  (tables.waarschuwing ?? []).flatMap(({ code }) => NOTICES[String(code)] ?? []).join('; ') || null

const notesIn = (tables: ResultRows): ResultNote[] => resultNotes(tables.waarschuwing ?? [])

/** The notes by which nobody may dig. */
export const notForDigging = (tables: ResultRows): ResultNote[] =>
  notesIn(tables).filter(({ code }) => NOTICE_FILES[code] !== undefined)

export function resultWords(tables: ResultRows): string[] {
  const notice = noticeIn(tables)
  const notes = notesIn(tables)
  return [
    ...(notice === null ? [] : [`*** ${notice} ***`, '']),
    ...(notes.length === 0 ? [] : ['Let op:', ...notes.map(({ code }) => `- ${noteLine(code, 'nl')}.`), '']),
    'Leveringen:',
    ...listed(tables.levering, deliveryLine),
    '',
    'Waarschuwingen:',
    ...listed(tables.waarschuwing, (row) => `${row.melding}${placeOf(row)}`),
    '',
    'Verantwoording (objecten in de leveringen):',
    ...listed(tables.verantwoording, accountLine),
  ]
}

const listed = (rows: readonly Row[] | undefined, lineOf: (row: Row) => string): string[] =>
  rows && rows.length > 0 ? rows.map((row) => `- ${lineOf(row)}`) : ['- geen']

const deliveryLine = (row: Row): string =>
  `${row.klic_nummer}, levering ${row.volgnummer}${row.compleet === false ? ' (niet compleet)' : ''}`

const accountLine = (row: Row): string =>
  `${[row.bronhouder, row.netbeheerder].filter((part) => part !== null).join(' ') || 'zonder bronhouder'}: ${row.geleverd} geleverd = ` +
  `${row.getekend} getekend + ${row.zonder_geometrie} zonder geometrie + ${row.administratief} administratief + ` +
  `${row.onbekend} van onbekende soort + ${row.samengevoegd} samengevoegd` +
  (row.heeft_geleverd === false ? '; HEEFT NIET (OVERAL) GELEVERD' : '')

const placeOf = (row: Row): string =>
  typeof row.x === 'number' && typeof row.y === 'number' ? ` (bij ${row.x.toFixed(3)}, ${row.y.toFixed(3)})` : ''

/** What a sheet says of people: what must be known before anybody uses it, where precautions are demanded, and whom to call. */
import { drawnArea } from '../../geometry/drawn-area.ts'
import { extentOf } from '../../geometry/flat.ts'
import type { Position } from '../../geometry/geometry.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import { sentenceOf } from '../../imkl/model/result-notes.ts'
import { contactsBeforeDigging, isHazardousOnly, mustBeSpokenTo } from '../../registry/speak-to.ts'
import { translate } from '../../texts/texts.ts'
import { type Column, WARNING } from './column.ts'
import type { PrintFacts, PrintOptions } from './print-options.ts'

type Reader = Pick<ResultReader, 'features'>
type Operator = PrintFacts['operators'][number]

/** What must be known before anybody uses the sheet. That it is test data stands in a box of its own on every page. */
export function drawNotes(column: Column, facts: PrintFacts, options: PrintOptions): void {
  for (const note of facts.notes)
    if (note.code !== 'SIMULATED') column.text(sentenceOf(note, options.language), { bold: true, colour: WARNING })
}

/** Of which parts nothing, or not all, is on the map. */
export function drawGaps(column: Column, facts: PrintFacts, options: PrintOptions): void {
  const t = translate(options.language)
  if (facts.preliminary && facts.preliminary.awaitedParts.length > 0)
    column.text(t('sheet.awaited', { parts: facts.preliminary.awaitedParts.join(', ') }), {
      bold: true,
      colour: WARNING,
    })
  if (facts.withheldParts.length > 0)
    column.text(t('sheet.withheld', { parts: facts.withheldParts.join(', ') }), { bold: true, colour: WARNING })
  if (facts.missingParts.length > 0)
    column.text(t('sheet.missing', { parts: facts.missingParts.join(', ') }), { bold: true, colour: WARNING })
}

/** Who has what here, and whom to call: what delivered nothing and what demands precautions comes first. */
export function drawOperators(column: Column, facts: PrintFacts, options: PrintOptions): void {
  const t = translate(options.language)
  drawGaps(column, facts, options)
  column.text(t('sheet.operators'), { bold: true })
  for (const operator of facts.operators.toSorted((a, b) => weightOf(a) - weightOf(b))) {
    column.text(operator.name, { bold: weightOf(operator) < 2, size: 'small' })
    if (!operator.delivered) column.text(t('sheet.silent'), { size: 'small', colour: WARNING })
    if (operator.precaution) column.text(t('sheet.precaution'), { size: 'small', colour: WARNING })
    if (isHazardousOnly(operator)) column.text(t('sheet.hazardous'), { size: 'small', colour: WARNING })
    for (const contact of operator.contacts) {
      // A precaution may name a desk or an address in place of a number.
      const said = contact.kind === 'voorzorg' ? contactLine(contact) : contact.phone
      if (said) column.text(`${t.find(`sheet.kinds.${contact.kind}`) ?? contact.kind}: ${said}`, { size: 'small' })
    }
    column.gap(0.8)
  }
}

const weightOf = (operator: Operator): number => (operator.delivered ? (mustBeSpokenTo(operator) ? 1 : 2) : 0)

export const contactLine = ({ name, phone, email }: { name: string; phone: string; email: string }): string =>
  [name, phone, email].filter(Boolean).join(', ')

const DAMAGE = 'beschadiging'

/** Whom to call before digging; without such a contact the first that has a number, or that there is. */
export function callBeforeDigging(operator: Pick<Operator, 'contacts'> | undefined): string {
  const { contacts } = operator ?? { contacts: [] }
  const first = contacts.find(({ phone }) => phone) ?? contacts[0]
  return contactsBeforeDigging({ contacts }).map(contactLine).join('; ') || (first ? contactLine(first) : '')
}

/** Whom to call when something is hit or not where it should be: in one line each, the dangerous first. */
export function drawCalls(column: Column, facts: PrintFacts, options: PrintOptions, here: ReadonlySet<string>): void {
  const t = translate(options.language)
  const phoneOf = ({ contacts }: Operator) =>
    contacts.find(({ kind, phone }) => phone && kind === DAMAGE) ?? contacts.find(({ phone }) => phone)
  const shown = facts.operators.filter(({ code, delivered }) => here.has(code) || !delivered)
  if (shown.length === 0) return
  column.text(t('sheet.calls'), { bold: true })
  for (const operator of shown.toSorted((a, b) => weightOf(a) - weightOf(b))) {
    const contact = phoneOf(operator)
    const said = contact
      ? `${t.find(`sheet.kinds.${contact.kind}`) ?? contact.kind} ${contact.phone}`
      : t('sheet.noContact')
    column.text(`${operator.name}: ${said}`, { size: 'small', bold: !operator.delivered })
    if (!operator.delivered) column.text(t('sheet.silent'), { size: 'small', colour: WARNING })
    if (isHazardousOnly(operator))
      column.text(`${t('sheet.hazardous')}: ${callBeforeDigging(operator)}`, { size: 'small', colour: WARNING })
  }
}

const ON_SHEET = [
  'bronhouder',
  'netbeheerder',
  'thema_naam',
  'net_aanduiding',
  'contact_naam',
  'contact_telefoon',
] as const

/** Demands for precaution whose area lies on the sheet, also of what is not printed. */
export function precautionsOn(
  column: Column,
  { reader, facts, options: { language } }: { reader: Reader; facts: PrintFacts; options: PrintOptions },
  corners: Position[],
): void {
  const t = translate(language)
  const sheet = drawnArea([corners])
  const lines = new Set<string>()
  const asked = { bbox: extentOf(corners), columns: [...ON_SHEET] }
  for (const { geometry, cells } of reader.features('eis_voorzorgsmaatregel', asked)) {
    if (!geometry || !sheet.meets(geometry)) continue
    const [code, name, theme, net, ...contact] = cells.map((cell) => (cell === null ? '' : String(cell)))
    const own =
      contact.filter(Boolean).join(', ') || callBeforeDigging(facts.operators.find((one) => one.code === code))
    lines.add([name || code, theme || net, own].filter(Boolean).join(' · '))
  }
  if (lines.size > 0) column.warning(t('sheet.precautionHere'), [...lines].sort())
}

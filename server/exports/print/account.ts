/**
 * The last pages of a print: what became of every object that was delivered, by operator; who delivered nothing and whom
 * to ask; who demands precautions. The map's scale and sheets know nothing of them.
 */

import type { AccountCounts } from '../../imkl/model/account.ts'
import { themeNameIn } from '../../imkl/model/names.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import { sentenceOf } from '../../imkl/model/result-notes.ts'
import { localeOf } from '../../texts/languages.ts'
import { translate } from '../../texts/texts.ts'
import { callBeforeDigging, contactLine } from './contacts.ts'
import { mm, type Pdf } from './paper.ts'
import type { PrintFacts, PrintOptions } from './print-options.ts'
import type { Page } from './print-sheets.ts'
import { printable } from './text.ts'
import type { TypeSizes } from './type-sizes.ts'

const MARGIN_MM = 8
/** Of the smallest paper; as wide as its letters are large on any other: a name and its figures would stand too far apart. */
const WIDEST_MM = 230
const NUMBER_MM = 24
const ROW_MM = 4.2
const WARNING = '#a1201a'

const COUNTS = [
  'delivered',
  'drawn',
  'without_geometry',
  'administrative',
  'unknown',
  'merged',
] as const satisfies readonly (keyof AccountCounts)[]

interface Place {
  pdf: Pdf
  page: Page
  sizes: TypeSizes
  /** Begins another page with its head. */
  turn(): void
}

/** @returns how many pages it took; none where nothing is known */
export function accountPages(
  place: Place,
  reader: Pick<ResultReader, 'features'>,
  facts: PrintFacts,
  options: PrintOptions,
): number {
  if (!facts.account && facts.operators.length === 0) return 0
  const t = translate(options.language)
  const text = new Lines(place)
  for (const note of facts.notes) if (note.code !== 'SIMULATED') text.line(sentenceOf(note, options.language), true)
  if (facts.account) table(text, facts, options)
  const silent = facts.operators.filter(({ delivered }) => !delivered)
  if (silent.length > 0) {
    text.heading(t('sheet.silentOperators'), WARNING)
    for (const operator of silent) {
      whom(text, operator, options)
    }
  }
  const careful = precautions(reader, facts)
  if (careful.length > 0) {
    text.heading(t('sheet.precautions'), WARNING)
    for (const line of careful) text.line(line)
  }
  const others = facts.operators.filter(({ delivered }) => delivered)
  if (others.length > 0) {
    text.heading(t('sheet.whomToCall'))
    for (const operator of others) whom(text, operator, options)
  }
  return text.pages
}

/** One operator, and all its contacts. */
function whom(text: Lines, operator: PrintFacts['operators'][number], { language }: PrintOptions): void {
  const t = translate(language)
  const themes = operator.themes.map((id) => themeNameIn(language, id)).join(', ')
  const contacts = operator.contacts.map(
    ({ kind, ...contact }) => `${t.find(`sheet.kinds.${kind}`) ?? kind}: ${contactLine(contact)}`,
  )
  text.together([
    [[operator.name, operator.code, themes].filter(Boolean).join(' · '), true],
    ...(contacts.length > 0 ? contacts : [t('sheet.noContact')]).map((line): [string, boolean] => [
      `    ${line}`,
      false,
    ]),
  ])
}

function table(text: Lines, { account, operators }: PrintFacts, { language }: PrintOptions): void {
  const t = translate(language)
  const number = (value: number): string => value.toLocaleString(localeOf(language))
  const nameOf = new Map(operators.map(({ code, name }) => [code, name]))
  const numbers = (counts: AccountCounts): string[] => COUNTS.map((name) => number(counts[name]))
  text.heading(t('sheet.accountTitle'))
  text.columns(
    '',
    COUNTS.map((name) => t(`sheet.counts.${name}`)),
    true,
  )
  for (const counts of account!.operators) {
    const code = counts.bronhouder
    const name = code === null ? t('sheet.noOperator') : [nameOf.get(code), code].filter(Boolean).join(' · ')
    text.columns(name, numbers(counts))
  }
  text.columns(t('sheet.total'), numbers(account!.total), true)
  text.line(t('sheet.sum'))
}

/** Each demand once: whose, whom to call, and the letter that says more. */
function precautions(reader: Pick<ResultReader, 'features'>, { operators }: PrintFacts): string[] {
  const columns = ['netbeheerder', 'thema_naam', 'eis', 'contact_naam', 'contact_telefoon', 'contact_email', 'bijlage']
  const lines = new Set<string>()
  const named = new Set<string>()
  for (const { cells } of reader.features('eis_voorzorgsmaatregel', { columns })) {
    const said = cells.map((cell) => (cell === null ? '' : String(cell)))
    const [operator = ''] = said
    named.add(operator)
    // A demand without a contact of its own: those of the operator.
    const isAlone = said.slice(CONTACT_FROM, -1).every((cell) => cell === '')
    if (isAlone) said.splice(CONTACT_FROM, 0, callBeforeDigging(operators.find(({ name }) => name === operator)))
    lines.add(said.filter((cell) => cell !== '').join(' · '))
  }
  for (const { name, precaution, contacts } of operators) {
    if (precaution && !named.has(name)) lines.add([name, callBeforeDigging({ contacts })].filter(Boolean).join(' · '))
  }
  return [...lines].sort()
}

const CONTACT_FROM = 3

/** Lines down a page and on to the next. */
class Lines {
  pages = 0
  private readonly place: Place
  private readonly left = mm(MARGIN_MM)
  private readonly width: number
  private y = Number.POSITIVE_INFINITY
  private head: (() => void) | undefined

  constructor(place: Place) {
    this.place = place
    this.width = mm(Math.min(place.page.widthMm - 2 * MARGIN_MM, WIDEST_MM * place.sizes.times))
  }

  /** As large as the letters are. */
  private grown(millimetres: number): number {
    return mm(millimetres * this.place.sizes.times)
  }

  private get rowHeight(): number {
    return this.grown(ROW_MM)
  }

  private font(bold: boolean, size: number, colour = '#000000'): void {
    this.place.pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fill(colour)
  }

  heading(words: string, colour = '#000000'): void {
    const { heading } = this.place.sizes
    this.head = undefined
    // Never alone at the foot of a page.
    this.room(this.rowHeight * 4)
    this.y += this.grown(3)
    this.font(true, heading, colour)
    this.put(words, this.left, this.width, heading)
    this.y += this.rowHeight + this.grown(1)
  }

  private heightOf(words: string, bold: boolean): number {
    this.font(bold, this.place.sizes.body)
    return Math.max(this.rowHeight, this.place.pdf.heightOfString(printable(words), { width: this.width }))
  }

  line(words: string, bold = false): void {
    const height = this.heightOf(words, bold)
    this.room(height)
    this.font(bold, this.place.sizes.body)
    this.place.pdf.text(printable(words), this.left, this.y, { width: this.width })
    this.y += height
  }

  /** Lines that are not parted by the foot of a page. */
  together(lines: readonly (readonly [words: string, bold: boolean])[]): void {
    this.room(lines.reduce((sum, line) => sum + this.heightOf(...line), 0))
    for (const line of lines) this.line(...line)
  }

  /** A name and its figures. @param bold with a line under it; the first such row is said again on each further page */
  columns(name: string, figures: readonly string[], bold = false): void {
    if (bold && this.head === undefined) this.head = () => this.row(name, figures, true)
    this.room(this.rowHeight, this.head)
    this.row(name, figures, bold)
  }

  private row(name: string, figures: readonly string[], bold: boolean): void {
    const { pdf, sizes } = this.place
    const number = this.grown(NUMBER_MM)
    this.font(bold, sizes.body)
    const names = this.width - figures.length * number
    this.put(name, this.left, names, sizes.body)
    for (const [i, figure] of figures.entries()) {
      pdf.text(printable(figure), this.left + names + i * number, this.y, {
        width: number,
        align: 'right',
        lineBreak: false,
      })
    }
    this.y += this.rowHeight
    if (!bold) return
    const under = this.y - this.grown(1)
    pdf
      .undash()
      .lineWidth(0.4)
      .moveTo(this.left, under)
      .lineTo(this.left + this.width, under)
      .stroke('#000000')
  }

  private put(words: string, x: number, width: number, size: number): void {
    this.place.pdf.text(printable(words), x, this.y, { width, height: size * 1.3, ellipsis: true })
  }

  private room(points: number, head?: () => void): void {
    if (this.y + points <= mm(this.place.page.heightMm - MARGIN_MM)) return
    this.place.turn()
    this.pages++
    this.y = mm(this.place.page.map.y)
    head?.()
  }
}

/** The column beside the map: what this is, the scale, and the legend of what stands on the sheet. */
import { classNameIn } from '../domain/imkl/names.ts'
import { sentenceOf } from '../domain/imkl/result-notes.ts'
import { THEMES } from '../domain/imkl/themes.ts'
import { OF_THEME } from '../domain/look/display-list.ts'
import type { PrintFacts, PrintWishes } from '../domain/look/print.ts'
import type { Frame } from '../domain/look/print-sheets.ts'
import {
  DETAIL_INFO,
  LINE_DASH,
  PRECAUTION,
  REQUEST,
  STATUSES,
  TOPOGRAPHY,
  UNKNOWN_THEME,
} from '../domain/look/styles.ts'
import {
  APPURTENANCE_SYMBOLS,
  DETAIL_SYMBOL,
  ELEMENT_SYMBOLS,
  NORTH_ARROW,
  type Shape,
} from '../domain/look/symbols.ts'
import { colourOf, type Seen } from './drawing.ts'
import { dashAs, type Pdf, POINTS_PER_MM, px, stamp } from './paper.ts'
import { printable } from './text.ts'
import { LETTERS, WORDS } from './words.ts'

const mm = (millimetres: number): number => millimetres * POINTS_PER_MM
const BODY = 7
const SMALL = 6
const ROW_MM = 4.6
const SWATCH_MM = 11

/** Writes downwards in a column; what no longer fits is left out and said by an ellipsis. */
export class Column {
  readonly pdf: Pdf
  readonly frame: Frame
  #y: number
  #isFull = false

  constructor(pdf: Pdf, frame: Frame) {
    this.pdf = pdf
    this.frame = frame
    this.#y = mm(frame.y)
  }

  get #bottom(): number {
    return mm(this.frame.y + this.frame.height)
  }

  /** @returns false when there is no room; then an ellipsis stands at the foot, once */
  #hasRoom(points: number): boolean {
    if (this.#isFull) return false
    if (this.#y + points <= this.#bottom) return true
    this.#isFull = true
    this.pdf.font('Helvetica').fontSize(BODY).fill('#000000')
    this.pdf.text('...', mm(this.frame.x), this.#bottom - BODY, { lineBreak: false })
    return false
  }

  gap(millimetres: number): void {
    this.#y += mm(millimetres)
  }

  text(words: string, { bold = false, size = BODY, colour = '#000000' } = {}): void {
    const width = mm(this.frame.width)
    this.pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    const shown = printable(words)
    const height = this.pdf.heightOfString(shown, { width })
    if (!this.#hasRoom(height)) return
    this.pdf.fill(colour).text(shown, mm(this.frame.x), this.#y, { width })
    this.#y += height + 1.2
  }

  /** A sign and what it stands for. @param draw at the middle of the sign's place, in points */
  entry(words: string, draw: (middle: [number, number], widthPoints: number) => void): void {
    const height = mm(ROW_MM)
    if (!this.#hasRoom(height)) return
    const x = mm(this.frame.x)
    draw([x + mm(SWATCH_MM / 2), this.#y + height / 2], mm(SWATCH_MM))
    this.pdf.font('Helvetica').fontSize(SMALL).fill('#000000')
    const at = x + mm(SWATCH_MM + 2)
    const width = mm(this.frame.width - SWATCH_MM - 2)
    this.pdf.text(printable(words), at, this.#y + height / 2 - SMALL / 2, {
      width,
      height: SMALL * 1.3,
      ellipsis: true,
    })
    this.#y += height
  }

  /** Round lengths in metres on the ground, black and white in turn. */
  scaleBar(scale: number): void {
    const longest = (this.frame.width * 0.9 * scale) / 1000
    const step =
      [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000].filter((each) => each * 4 <= longest).at(-1) ?? 0.5
    if (!this.#hasRoom(mm(8))) return
    const part = mm((step * 1000) / scale)
    const x = mm(this.frame.x)
    this.pdf.undash().lineWidth(0.4)
    for (let i = 0; i < 4; i++) {
      this.pdf.rect(x + i * part, this.#y, part, mm(1.6)).fillAndStroke(i % 2 === 0 ? '#000000' : '#ffffff', '#000000')
    }
    this.pdf.font('Helvetica').fontSize(SMALL).fill('#000000')
    for (const i of [0, 2, 4]) {
      const label = i === 4 ? `${i * step} m` : String(i * step)
      const at = x + i * part - (i === 0 ? 0 : this.pdf.widthOfString(label) / 2)
      this.pdf.text(label, at, this.#y + mm(2.2), { lineBreak: false })
    }
    this.#y += mm(6.5)
  }

  northArrow(): void {
    if (!this.#hasRoom(mm(13))) return
    stamp(this.pdf, NORTH_ARROW, [mm(this.frame.x + 6), this.#y + mm(6.5)], { colour: '#000000', size: 44 })
    this.#y += mm(14)
  }
}

export function legend(column: Column, seen: Seen, wishes: PrintWishes): void {
  const words = WORDS[wishes.language]
  const { pdf } = column
  const named = (objecttype: string): string => classNameIn(wishes.language, objecttype).toLowerCase()
  column.text(words.legend, { bold: true })
  const line =
    (colour: string, width: number, dash: readonly number[] | null) => (middle: [number, number], long: number) => {
      pdf.moveTo(middle[0] - long / 2, middle[1]).lineTo(middle[0] + long / 2, middle[1])
      pdf.lineWidth(px(width)).lineCap('butt')
      // Half as long as on the map: the sample is short.
      dashAs(pdf, dash?.map((length) => length / 2) ?? null)
      pdf.stroke(colour)
    }
  const hasAny = (start: string): boolean => [...seen.layers].some((layer) => layer.startsWith(start))
  const isBlack = wishes.ink === 'black'
  for (const theme of THEMES.filter(({ id }) => seen.themes.has(id))) {
    const name = isBlack ? `${LETTERS[theme.id]}  ${theme[wishes.language]}` : theme[wishes.language]
    column.entry(name, line(colourOf(wishes, OF_THEME, theme.id), isBlack ? 2 : 4, null))
  }
  const unknown = [...seen.themes].some((id) => id !== '' && !THEMES.some((theme) => theme.id === id))
  if (unknown)
    column.entry(UNKNOWN_THEME[wishes.language], line(colourOf(wishes, OF_THEME, null), isBlack ? 2 : 4, null))
  for (const status of STATUSES.filter(({ id }) => seen.statuses.has(id))) {
    column.entry(status[wishes.language], line('#000000', 2, LINE_DASH[status.id]))
  }
  const symbol = (shapes: readonly Shape[]) => (middle: [number, number]) =>
    stamp(pdf, shapes, middle, { colour: '#000000', size: 20 })
  if (seen.layers.has('kabel_en_leiding_container:Mantelbuis')) {
    column.entry(named('Mantelbuis'), (middle, long) => {
      line('#000000', 8, null)(middle, long)
      line('#ffffff', 5, null)(middle, long)
    })
  }
  for (const [kind, shapes] of Object.entries(ELEMENT_SYMBOLS)) {
    if (seen.symbols.has(shapes)) column.entry(named(kind), symbol(shapes))
  }
  for (const { name, shapes } of APPURTENANCE_SYMBOLS) {
    if (seen.symbols.has(shapes)) column.entry(words.symbol(name), symbol(shapes))
  }
  if (seen.layers.has('eis_voorzorgsmaatregel')) {
    column.entry(words.precautionArea, ([x, y], long) => {
      pdf
        .undash()
        .lineWidth(px(PRECAUTION.outline))
        .rect(x - long / 2, y - mm(1.6), long, mm(3.2))
        .stroke('#000000')
      for (let i = 1; i < 5; i++)
        pdf
          .moveTo(x - long / 2 + (i * long) / 5 - mm(1), y + mm(1.6))
          .lineTo(x - long / 2 + (i * long) / 5 + mm(1), y - mm(1.6))
      pdf.lineWidth(px(1)).stroke('#000000')
    })
  }
  if (hasAny('extra_detailinfo'))
    column.entry(named('ExtraDetailinfo'), (middle) =>
      stamp(pdf, DETAIL_SYMBOL, middle, { colour: DETAIL_INFO.colour, size: 22 }),
    )
  if (hasAny('eigen_topografie')) column.entry(named('EigenTopografie'), line(TOPOGRAPHY.colour, 1, null))
  if (hasAny('aanvraag'))
    column.entry(words.request, line(colourOf(wishes, REQUEST.colour, null), REQUEST.width, REQUEST.dash))
}

/** What must be known before anybody uses the sheet. That it is test data stands in a box of its own on every page. */
export function notes(column: Column, facts: PrintFacts, wishes: PrintWishes): void {
  for (const note of facts.notes)
    if (note.code !== 'SIMULATED') column.text(sentenceOf(note, wishes.language), { bold: true, colour: '#a1201a' })
}

/** Who has what here, and whom to call: what delivered nothing and what demands precautions comes first. */
export function operators(column: Column, facts: PrintFacts, wishes: PrintWishes): void {
  const words = WORDS[wishes.language]
  if (facts.preliminary && facts.preliminary.awaitedParts.length > 0)
    column.text(words.awaited(facts.preliminary.awaitedParts.join(', ')), { bold: true, colour: '#a1201a' })
  if (facts.withheldParts.length > 0)
    column.text(words.withheld(facts.withheldParts.join(', ')), { bold: true, colour: '#a1201a' })
  if (facts.missingParts.length > 0)
    column.text(words.missing(facts.missingParts.join(', ')), { bold: true, colour: '#a1201a' })
  column.text(words.operators, { bold: true })
  const weight = (operator: PrintFacts['operators'][number]) => (operator.delivered ? (operator.precaution ? 1 : 2) : 0)
  for (const operator of facts.operators.toSorted((a, b) => weight(a) - weight(b))) {
    column.text(operator.name, { bold: weight(operator) < 2, size: SMALL })
    if (!operator.delivered) column.text(words.silent, { size: SMALL, colour: '#a1201a' })
    if (operator.precaution) column.text(words.precaution, { size: SMALL, colour: '#a1201a' })
    for (const { kind, phone } of operator.contacts.filter((contact) => contact.phone))
      column.text(`${words.kinds[kind] ?? kind}: ${phone}`, { size: SMALL })
    column.gap(0.8)
  }
}

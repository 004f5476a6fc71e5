/** The one page of a calamity: whom to call, first those who must be called by law; where it is, and until when it is to be accounted for. */

import { drawGrid } from '../../exports/print/map/grid.ts'
import { groundIn, mm, type Pdf, trace } from '../../exports/print/paper.ts'
import { startPages } from '../../exports/print/pdf-pages.ts'
import { printable } from '../../exports/print/text.ts'
import { typeSizesOf } from '../../exports/print/type-sizes.ts'
import { extentOf } from '../../geometry/flat.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { themeNameIn } from '../../imkl/model/names.ts'
import { type CalamityPage, type ConcernedOperator, mustBeCalled } from '../../registry/calamity.ts'
import { type Language, localeOf } from '../../texts/languages.ts'
import { type Translate, translate } from '../../texts/texts.ts'

const MARGIN = 15
const WIDTH = 210 - 2 * MARGIN
const FOOT = 285
const MAP = { height: 75, least: 35 }
/** A row of the list: as tall as it may be, and as small as it can still be read. */
const ROW = { most: 11, least: 6.2 }
const COLUMNS = [
  { x: MARGIN, width: 62 },
  { x: MARGIN + 62, width: 58 },
  { x: MARGIN + 120, width: 60 },
] as const

/** The same calamity gives the same bytes. Beyond what one page holds a second follows; none is left out. */
export async function printCalamity(page: CalamityPage, language: Language): Promise<Uint8Array> {
  const t = translate(language)
  const answered = new Date(page.answeredAt)
  const { pdf, finish } = startPages(t('calamityPage.title'), answered)
  let y = MARGIN
  const line = (text: string, size: number, { bold = false, colour = '#000000' } = {}): void => {
    pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fill(colour)
    const options = { width: mm(WIDTH), lineGap: 0.5 }
    pdf.text(printable(text), mm(MARGIN), mm(y), options)
    y += pdf.heightOfString(printable(text), options) / mm(1) + 0.8
  }
  line(`${t('calamityPage.title')} ${page.klicNumber ?? ''}`.trim(), 18, { bold: true, colour: '#b00020' })
  if (page.isTest) line(t('calamityPage.isTest'), 11, { bold: true })
  const time = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Amsterdam',
  }).format(answered)
  line(
    page.klicNumber === null
      ? t('calamityPage.answered', { time })
      : t('calamityPage.answeredNumbered', { time, number: page.klicNumber }),
    10,
  )
  if (page.what) line(`${t('calamityPage.what')}: ${shortened(page.what)}`, 10)
  const where = [page.place, page.reference].filter(Boolean).join('; ')
  line(`${t('calamityPage.where')}: ${[where, ...positionsOf(page, t)].filter(Boolean).join('; ')}`, 10)
  if (page.contact) line(`${t('calamityPage.contact')}: ${page.contact.name}, ${page.contact.phone}`, 10)
  y += 1.5
  line(t('calamityPage.callFirst'), 10, { bold: true })
  y += 1

  const rows = page.operators
  const room = FOOT - y - MAP.least - 22
  const height = Math.min(ROW.most, Math.max(ROW.least, room / Math.max(1, rows.length)))
  const size = Math.min(11, height * 1.15)
  for (const operator of rows) {
    if (y + height > FOOT - 5) {
      pdf.addPage()
      y = MARGIN
    }
    drawRow(pdf, operator, y, { height, size, t, language })
    y += height
  }
  if (rows.length === 0) line(t('calamityPage.nobody'), 11, { bold: true })
  y += 3
  line(t('calamityPage.account', { day: page.accountBy }), 9)
  line(t('calamityPage.only'), 9)
  const mapHeight = Math.min(MAP.height, FOOT - y - 2)
  if (mapHeight >= MAP.least) drawArea(pdf, page, y + 2, mapHeight)
  return finish()
}

const MAX_WHAT = 300
const shortened = (text: string): string => {
  const inOne = text.replaceAll(/\s+/g, ' ').trim()
  return inOne.length > MAX_WHAT ? `${inOne.slice(0, MAX_WHAT - 1)}…` : inOne
}

function drawRow(
  pdf: Pdf,
  operator: ConcernedOperator,
  y: number,
  { height, size, t, language }: { height: number; size: number; t: Translate; language: Language },
): void {
  const { name, themes, contact } = operator
  const why = operator.managesSafetyArea
    ? t('calamityPage.safetyArea')
    : operator.isBeside
      ? t('calamityPage.beside')
      : null
  const carried = themes.map((theme) => themeNameIn(language, theme)).join(', ')
  if (mustBeCalled(operator)) pdf.rect(mm(MARGIN), mm(y), mm(WIDTH), mm(height)).fill('#ffe3e3')
  const cell = (column: number, text: string, at: { top: number; size: number; bold?: boolean }): void => {
    const { x, width } = COLUMNS[column]!
    pdf
      .font(at.bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(at.size)
      .fill('#000000')
    const options = { width: mm(width - 2), height: at.size * 1.3, ellipsis: true }
    pdf.text(printable(text), mm(x + 1), mm(y + at.top), options)
  }
  const small = size * 0.72
  cell(0, name, { top: 0.6, size: size * 0.9, bold: true })
  cell(1, contact.phone ?? t('calamityPage.noPhone'), { top: 0.4, size: size * 1.1, bold: true })
  cell(2, [contact.name, contact.email].filter(Boolean).join(', '), { top: 0.6, size: small })
  const second = [mustBeCalled(operator) ? t('calamityPage.must') : null, why, carried].filter(Boolean).join('; ')
  const top = height / 2 + 0.4
  pdf.font('Helvetica').fontSize(small).fill('#000000')
  const options = { width: mm(WIDTH - 2), height: small * 1.3, ellipsis: true }
  pdf.text(printable(second), mm(MARGIN + 1), mm(y + top), options)
  pdf
    .moveTo(mm(MARGIN), mm(y + height))
    .lineTo(mm(MARGIN + WIDTH), mm(y + height))
    .lineWidth(0.3)
    .stroke('#888888')
}

const ringOf = ({ area }: CalamityPage) => (area[0] ?? []).map(([x, y]) => [x, y] as [number, number])

function middleOf(page: CalamityPage): [number, number] {
  const { minX, minY, maxX, maxY } = extentOf(ringOf(page))
  return [(minX + maxX) / 2, (minY + maxY) / 2]
}

/** In RD New, and in degrees as navigation takes them. */
function positionsOf(page: CalamityPage, t: Translate): string[] {
  const middle = middleOf(page)
  const [lng, lat] = lngLatFromRd(middle)
  return [
    t('calamityPage.rd', { x: Math.round(middle[0]), y: Math.round(middle[1]) }),
    `${lat.toFixed(5)}, ${lng.toFixed(5)}`,
  ]
}

/** Where it is, on the grid of RD New: nothing else is known before a delivery. */
function drawArea(pdf: Pdf, page: CalamityPage, top: number, height: number): void {
  const ring = ringOf(page)
  const { minX, minY, maxX, maxY } = extentOf(ring)
  const [x, y] = middleOf(page)
  const metresPerMm = Math.max((maxX - minX) / WIDTH, (maxY - minY) / height, 0.1) * 1.4
  const [halfX, halfY] = [(WIDTH * metresPerMm) / 2, (height * metresPerMm) / 2]
  const frame = { x: MARGIN, y: top, width: WIDTH, height }
  const ground = groundIn(pdf, frame, {
    ground: { minX: x - halfX, maxX: x + halfX, minY: y - halfY, maxY: y + halfY },
    degrees: 0,
  })
  trace(pdf, ground, ring.flat(), true)
  pdf.undash().lineWidth(1.5).fillOpacity(0.15).fillAndStroke('#b00020', '#b00020').fillOpacity(1)
  drawGrid(pdf, ground, typeSizesOf('A4'))
  pdf.restore()
  pdf.rect(mm(frame.x), mm(frame.y), mm(frame.width), mm(frame.height)).lineWidth(0.5).stroke('#000000')
}

/**
 * A result as a PDF of vectors, to exact scale: one page for each sheet with its legend, and, where one does not show the
 * whole area, an overview in front with the sheets numbered; in the end the account, or before all the letter that it is added to. The same options give the same bytes.
 */

import { createWriteStream } from 'node:fs'
import PDFDocument from 'pdfkit'
import { extentOf } from '../../geometry/flat.ts'
import type { Extent } from '../../geometry/geometry.ts'
import { themeNameIn } from '../../imkl/model/names.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import type { NoteCode } from '../../imkl/model/result-notes.ts'
import { dayInWords } from '../../registry/day-in-words.ts'
import { localeOf } from '../../texts/languages.ts'
import { translate } from '../../texts/texts.ts'
import { accountPages } from './account.ts'
import { Column } from './column.ts'
import { drawCalls, drawGaps, drawNotes, drawOperators, precautionsOn } from './contacts.ts'
import { digging } from './digging.ts'
import { letterPages } from './letter.ts'
import { drawMap } from './map/draw.ts'
import { nothingSeen } from './map/drawing.ts'
import { drawGrid, gridStep } from './map/grid.ts'
import { drawGround } from './map/ground.ts'
import { legend } from './map/legend.ts'
import { markNeighbours } from './map/neighbours.ts'
import { drawUnknown } from './map/unknown.ts'
import { type Ground, groundIn, mm, type Pdf, trace } from './paper.ts'
import type { GroundAt, PrintFacts, PrintOptions } from './print-options.ts'
import { type Page, type PrintRequest, pageOf, type Sheet } from './print-sheets.ts'
import { cornersOf, neighboursOf } from './sheet-frame.ts'
import { printable } from './text.ts'
import type { TextPlace } from './text-lines.ts'
import { type TypeSizes, typeSizesOf } from './type-sizes.ts'

/** What is drawn above the delivered lines, and said of it in the column, and on pages that stand in place of the account. */
export interface PrintAddition {
  /** Before the reference in the head of each page */
  title: string
  drawOn(pdf: Pdf, ground: Ground, sizes: TypeSizes): void
  describe(column: Column): void
  /** @returns how many pages they take */
  pages(place: TextPlace): number
}

/**
 * @param groundAt the delivered ground of the result; left out: it has none
 * @param path of the PDF; the caller gives it its final name
 * @returns the number of pages
 */
export async function printResult(
  reader: Pick<ResultReader, 'features'>,
  {
    sheets,
    leftOut,
    facts,
    options,
    letter,
    addition,
    groundAt,
    path,
  }: PrintRequest & { addition?: PrintAddition; groundAt?: GroundAt; path: string },
): Promise<number> {
  const page = pageOf(options)
  const t = translate(options.language)
  const sizes = typeSizesOf(options.paper)
  const date = new Date(facts.madeAt)
  const pdf: Pdf = new PDFDocument({
    autoFirstPage: false,
    compress: true,
    // Positions came into the standard with it.
    pdfVersion: '1.7',
    margin: 0,
    info: {
      Title: printable(
        letter?.subject ?? `${addition?.title ?? t('sheet.title')}: ${facts.reference ?? facts.klicNumbers.join(', ')}`,
      ),
      Creator: 'KLIC Desktop',
      CreationDate: date,
      ModDate: date,
    },
  })
  const file = createWriteStream(path)
  const written = new Promise<void>((resolve, reject) => {
    file.on('finish', resolve).on('error', reject)
    pdf.on('error', reject)
  })
  pdf.pipe(file)
  const of = { reader, page, facts, options, groundAt: options.ground ? groundAt : undefined, sizes }
  const material: Material = { pdf, ...of, addition, isForOthers: letter !== undefined }
  const printed = sheets.filter(({ no }) => options.sheets.length === 0 || options.sheets.includes(no))
  const before = letter ? letterPages(pdf, letter) : 0
  if (sheets.length > 1) await overview(material, sheets, leftOut)
  for (const sheet of printed) await drawSheet(material, sheet, sheets)
  const texts = onSmallPaper(material)
  const more = letter ? 0 : (addition?.pages(texts) ?? accountPages(texts, reader, facts, options))
  pdf.end()
  await written
  return before + printed.length + (sheets.length > 1 ? 1 : 0) + more
}

/** Pages with text alone are A3 or A4: they are read from near. */
function onSmallPaper(material: Material): TextPlace {
  const { pdf, options } = material
  const held = { ...options, paper: options.paper === 'A4' ? 'A4' : 'A3' } as const
  const page = pageOf(held)
  return { pdf, page, sizes: typeSizesOf(held.paper), turn: () => startPage({ ...material, page, options: held }) }
}

/** Of every sheet. */
interface Material {
  pdf: Pdf
  reader: Pick<ResultReader, 'features'>
  page: Page
  facts: PrintFacts
  options: PrintOptions
  groundAt: GroundAt | undefined
  sizes: TypeSizes
  addition: PrintAddition | undefined
  /** Added to a letter: what stands against digging here, and who else lies there, is not for its reader */
  isForOthers: boolean
}

async function drawSheet(material: Material, sheet: Sheet, sheets: readonly Sheet[]): Promise<void> {
  const { pdf, page, facts, options, sizes, addition, isForOthers } = material
  const of = sheets.length
  const t = translate(options.language)
  startPage(material)
  const ground = groundIn(pdf, page.map, sheet)
  const { seen, hasGround } = await drawPiece(material, ground)
  drawGrid(pdf, ground, sizes)
  pdf.restore()
  frameAround(pdf, page)
  markNeighbours(pdf, ground, neighboursOf(sheet, sheets), sizes, (no) => t('sheet.neighbour', { no }))
  const column = new Column(pdf, page.column, sizes, options)
  column.text(`${t('sheet.scale')} 1:${options.scale}  (${options.paper})`, { bold: true, size: 'heading' })
  if (of > 1) column.text(t('sheet.sheet', { no: sheet.no, of }), { bold: true, size: 'heading' })
  if (!isForOthers) digging(column, facts, options)
  drawNotes(column, facts, options)
  precautionsOn(column, material, cornersOf(sheet))
  column.gap(1)
  column.scaleBar(options.scale)
  column.northArrow(sheet.degrees)
  identity(column, material, { hasGround, scale: options.scale })
  addition?.describe(column)
  column.gap(2)
  if (addition) drawGaps(column, facts, options)
  if (of === 1 && !addition) drawOperators(column, facts, options)
  else drawCalls(column, facts, options, seen.operators)
  column.gap(2)
  legend(column, seen, options)
}

async function overview(material: Material, sheets: readonly Sheet[], leftOut: number): Promise<void> {
  const { pdf, page, facts, options, sizes, isForOthers } = material
  const t = translate(options.language)
  startPage(material)
  const corners = sheets.map(cornersOf)
  const whole = fitted(extentOf(corners.flat()), page)
  const ground = groundIn(pdf, page.map, { ground: whole, degrees: 0 })
  const { hasGround } = await drawPiece(material, ground)
  for (const [i, sheet] of sheets.entries()) {
    trace(pdf, ground, corners[i]!.flat(), true)
    pdf.undash().lineWidth(1.2).stroke('#000000')
    const [x, y] = ground.at((sheet.ground.minX + sheet.ground.maxX) / 2, (sheet.ground.minY + sheet.ground.maxY) / 2)
    pdf.font('Helvetica-Bold').fontSize(sizes.title).fill('#000000')
    const label = String(sheet.no)
    pdf.text(label, x - pdf.widthOfString(label) / 2, y - sizes.title / 2, { lineBreak: false })
  }
  drawGrid(pdf, ground, sizes)
  pdf.restore()
  frameAround(pdf, page)
  const column = new Column(pdf, page.column, sizes, options)
  column.text(t('sheet.overview'), { bold: true, size: 'heading' })
  column.text(`${t('sheet.scale')} 1:${Math.round(ground.scale)}`)
  if (leftOut > 0) column.text(t('sheet.leftOut', { n: leftOut }))
  if (!isForOthers) digging(column, facts, options)
  drawNotes(column, facts, options)
  column.gap(1)
  column.scaleBar(ground.scale)
  column.northArrow(0)
  identity(column, material, { hasGround, scale: ground.scale })
  column.gap(2)
  drawOperators(column, facts, options)
}

/** The ground, and above it what lies in it. */
async function drawPiece(material: Material, ground: Ground) {
  const { pdf, reader, facts, options, sizes, groundAt, isForOthers } = material
  const hasGround = groundAt !== undefined && (await drawGround(pdf, ground, groundAt))
  const seen = nothingSeen()
  drawMap({ pdf, ground, options, seen }, reader)
  if (!isForOthers)
    drawUnknown(pdf, ground, facts.unknown, { said: translate(options.language)('sheet.unknown'), sizes })
  material.addition?.drawOn(pdf, ground, sizes)
  return { seen, hasGround }
}

function startPage({
  pdf,
  page,
  facts,
  options,
  addition,
}: Pick<Material, 'pdf' | 'page' | 'facts' | 'options' | 'addition'>): void {
  const t = translate(options.language)
  pdf.addPage({ size: [mm(page.widthMm), mm(page.heightMm)], margin: 0 })
  const width = mm(page.widthMm - 16)
  const { title: size } = typeSizesOf(options.paper)
  pdf.font('Helvetica-Bold').fontSize(size).fill('#000000')
  const title = addition
    ? [addition.title, facts.reference].filter(Boolean).join(': ')
    : (facts.reference ?? t('sheet.title'))
  pdf.text(printable(title), mm(8), mm(8.5), { width: width * 0.55, height: size * 1.25, ellipsis: true })
  const has = (wanted: NoteCode): boolean => facts.notes.some(({ code }) => code === wanted)
  const said = [...(has('PRELIMINARY') ? [t('sheet.preliminary')] : []), ...(has('SIMULATED') ? [t('sheet.test')] : [])]
  if (said.length === 0) return
  // In a box of its own: it must not be taken for a part of the title.
  pdf.fontSize(said.length > 1 ? 7 : 10)
  const label = pdf.widthOfString(said.join(' / ')) + 12
  pdf.rect(mm(page.widthMm - 8) - label, mm(7.5), label, 17).fillAndStroke('#ffd75e', '#000000')
  pdf.fill('#000000').text(said.join(' / '), mm(page.widthMm - 8) - label + 6, mm(7.5) + 4.5, { lineBreak: false })
}

const frameAround = (pdf: Pdf, { map }: Page): void => {
  pdf.undash().lineWidth(0.6).rect(mm(map.x), mm(map.y), mm(map.width), mm(map.height)).stroke('#000000')
}

function identity(
  column: Column,
  { facts, options, isForOthers }: Material,
  { hasGround, scale }: { hasGround: boolean; scale: number },
): void {
  const t = translate(options.language)
  const locale = localeOf(options.language)
  const number = (value: number) => value.toLocaleString(locale)
  const dayOf = (at: string) => dayInWords(at, options.language)
  if (facts.company !== null) column.text(facts.company)
  if (facts.klicNumbers.length > 0) column.text(`${t('sheet.klic')} ${facts.klicNumbers.join(', ')}`)
  const { revision } = facts
  const called =
    revision === null
      ? []
      : [facts.preliminary ? t('sheet.preliminaryNo', { n: -revision }) : t('sheet.revision', { n: revision })]
  column.text([`${t('sheet.made')} ${dayOf(facts.madeAt)}`, ...called].join(', '))
  if (facts.isOutdated) column.text(t('sheet.outdated'), { bold: true, colour: '#a1201a' })
  else if (revision !== null && revision > 1) column.text(t('sheet.replaces'), { bold: true })
  if (facts.account)
    column.text(
      t('sheet.account', {
        delivered: number(facts.account.total.delivered),
        drawn: number(facts.account.total.drawn),
      }),
    )
  if (!isForOthers && options.hidden.length + options.hiddenOperators.length > 0) {
    const themes = options.hidden.map((id) => themeNameIn(options.language, id))
    const operators = options.hiddenOperators.map(
      (code) => facts.operators.find((each) => each.code === code)?.name ?? code,
    )
    const names = [...themes, ...operators]
    column.text(t('sheet.hidden', { themes: names.join(', ') }), { bold: true })
  }
  if (facts.ground === 'coming' && options.ground) column.text(t('sheet.groundComing'))
  else if (hasGround && facts.ground && facts.ground !== 'coming') {
    const days = [facts.ground.from, facts.ground.to].flatMap((at) => (at === null ? [] : dayOf(at)))
    column.text(t('sheet.ground', { days: new Set(days).size, from: days[0] ?? '', to: days.at(-1) ?? '' }), {
      size: 'small',
    })
  }
  column.text(t('sheet.grid', { metres: number(gridStep(scale)) }), { size: 'small' })
  column.text(t('sheet.position'), { size: 'small' })
}

/** As little more than the extent as the frame's shape asks for. */
function fitted({ minX, minY, maxX, maxY }: Extent, { map }: Page): Extent {
  const scale = Math.max((maxX - minX) / map.width, (maxY - minY) / map.height) * 1.05
  const [middleX, middleY] = [(minX + maxX) / 2, (minY + maxY) / 2]
  const [halfWidth, halfHeight] = [(map.width * scale) / 2, (map.height * scale) / 2]
  return {
    minX: middleX - halfWidth,
    maxX: middleX + halfWidth,
    minY: middleY - halfHeight,
    maxY: middleY + halfHeight,
  }
}

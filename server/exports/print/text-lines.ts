/** Pages of text: lines, tables and headings, from page to page. */
import { mm, type Pdf } from './paper.ts'
import type { Page } from './print-sheets.ts'
import { printable } from './text.ts'
import type { TypeSizes } from './type-sizes.ts'

const MARGIN_MM = 8
/** Of the smallest paper; as wide as its letters are large on any other: a name and its figures would stand too far apart. */
const WIDEST_MM = 230
const NUMBER_MM = 24
const ROW_MM = 4.2

export interface TextPlace {
  pdf: Pdf
  page: Page
  sizes: TypeSizes
  /** Begins another page with its head. */
  turn(): void
}

/** Lines down a page and on to the next. */
export class TextLines {
  pages = 0
  private readonly place: TextPlace
  private readonly left = mm(MARGIN_MM)
  private readonly width: number
  private y = Number.POSITIVE_INFINITY
  private head: (() => void) | undefined
  private group: string | undefined

  constructor(place: TextPlace) {
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
    this.group = undefined
    // Never alone at the foot of a page.
    this.room(this.rowHeight * 4)
    this.y += this.grown(3)
    this.font(true, heading, colour)
    this.short(words, this.left, this.width, heading)
    this.y += this.rowHeight + this.grown(1)
  }

  private heightOf(words: string, bold: boolean, width = this.width): number {
    this.font(bold, this.place.sizes.body)
    return Math.max(this.rowHeight, this.place.pdf.heightOfString(printable(words), { width }))
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

  /** A line above the rows of a table that follow, and again where they go on on another page. */
  subheading(words: string): void {
    this.room(this.grown(2) + this.rowHeight * 3, this.head)
    this.y += this.grown(2)
    this.line(words, true)
    this.group = words
  }

  /** The head of a table, and again on each further page. @param widths shares of the width, as those of its cells */
  tableHead(cells: readonly string[], widths: readonly number[]): void {
    this.head = () => {
      this.put(cells, widths, true)
      this.underline()
    }
    this.room(this.rowHeight * 3)
    this.head()
  }

  cells(cells: readonly string[], widths: readonly number[]): void {
    this.room(this.heightOfCells(cells, widths), () => {
      this.head?.()
      if (this.group !== undefined) this.line(this.group, true)
    })
    this.put(cells, widths, false)
  }

  private heightOfCells(cells: readonly string[], widths: readonly number[]): number {
    return Math.max(...cells.map((cell, i) => this.heightOf(cell, false, this.width * widths[i]! - this.grown(2))))
  }

  private put(cells: readonly string[], widths: readonly number[], bold: boolean): void {
    const { pdf, sizes } = this.place
    const height = this.heightOfCells(cells, widths)
    this.font(bold, sizes.body)
    let x = this.left
    for (const [i, cell] of cells.entries()) {
      const width = this.width * widths[i]!
      if (cell) pdf.text(printable(cell), x, this.y, { width: width - this.grown(2) })
      x += width
    }
    this.y += height
  }

  private underline(): void {
    const under = this.y - this.grown(1)
    this.place.pdf
      .undash()
      .lineWidth(0.4)
      .moveTo(this.left, under)
      .lineTo(this.left + this.width, under)
      .stroke('#000000')
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
    this.short(name, this.left, names, sizes.body)
    for (const [i, figure] of figures.entries()) {
      pdf.text(printable(figure), this.left + names + i * number, this.y, {
        width: number,
        align: 'right',
        lineBreak: false,
      })
    }
    this.y += this.rowHeight
    if (bold) this.underline()
  }

  private short(words: string, x: number, width: number, size: number): void {
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

/** Pages of text: lines, tables and headings, from page to page. */
import { mm, type Pdf } from './paper.ts'
import type { Page } from './print-sheets.ts'
import { printable } from './text.ts'
import type { TypeSizes } from './type-sizes.ts'

const MARGIN_MM = 8
/** Of the smallest paper; as wide as its letters are large on any other: a name and its figures would stand too far apart. */
const WIDEST_MM = 230
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
  private columns: readonly { width: number; align: 'left' | 'right' }[] = []

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
    this.place.pdf.text(printable(words), this.left, this.y, {
      width: this.width,
      height: heading * 1.3,
      ellipsis: true,
    })
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

  /**
   * Begins a table.
   * @param widths of its columns, shares of the width
   * @param head again on each further page
   * @param align of all columns but the first
   */
  table(widths: readonly number[], head: readonly string[], align: 'left' | 'right' = 'left'): void {
    this.columns = widths.map((share, i) => ({ width: this.width * share, align: i === 0 ? 'left' : align }))
    this.head = head.length > 0 ? () => this.put(head, true) : undefined
    this.room(this.rowHeight * 3)
    this.head?.()
  }

  /** A row of the table. @param bold with a line under it */
  cells(cells: readonly string[], bold = false): void {
    this.room(this.heightOfCells(cells, bold), () => {
      this.head?.()
      if (this.group !== undefined) this.line(this.group, true)
    })
    this.put(cells, bold)
  }

  private heightOfCells(cells: readonly string[], bold: boolean): number {
    return Math.max(...cells.map((cell, i) => this.heightOf(cell, bold, this.columns[i]!.width - this.grown(2))))
  }

  private put(cells: readonly string[], bold: boolean): void {
    const { pdf, sizes } = this.place
    const height = this.heightOfCells(cells, bold)
    this.font(bold, sizes.body)
    let x = this.left
    for (const [i, { width, align }] of this.columns.entries()) {
      if (cells[i]) pdf.text(printable(cells[i]), x, this.y, { width: width - this.grown(2), align })
      x += width
    }
    this.y += height
    if (bold) this.underline()
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

  private room(points: number, head?: () => void): void {
    if (this.y + points <= mm(this.place.page.heightMm - MARGIN_MM)) return
    this.place.turn()
    this.pages++
    this.y = mm(this.place.page.map.y)
    head?.()
  }
}

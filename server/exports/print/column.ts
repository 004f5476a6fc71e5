/** The column beside the map: lines, signs with what they stand for, the scale and north. */

import { NORTH_ARROW } from '../../imkl/look/symbols.ts'
import { mm, type Pdf, stamp } from './paper.ts'
import type { PrintOptions } from './print-options.ts'
import type { Frame } from './print-sheets.ts'
import { printable } from './text.ts'
import type { TypeSizes } from './type-sizes.ts'

/** Of the smallest paper */
const ROW_MM = 4.2
const SWATCH_MM = 11
export const WARNING = '#a1201a'

interface Look {
  bold?: boolean
  size?: 'heading' | 'body' | 'small'
  colour?: string
}

/** Writes downwards in a column; what no longer fits is left out and said by an ellipsis. */
export class Column {
  readonly pdf: Pdf
  readonly frame: Frame
  readonly sizes: TypeSizes
  readonly #isBlack: boolean
  #y: number
  #isFull = false

  constructor(pdf: Pdf, frame: Frame, sizes: TypeSizes, { ink }: Pick<PrintOptions, 'ink'>) {
    this.pdf = pdf
    this.frame = frame
    this.sizes = sizes
    this.#isBlack = ink === 'black'
    this.#y = mm(frame.y)
  }

  #inked(colour: string): string {
    return this.#isBlack ? '#000000' : colour
  }

  /** Millimetres, as large as the letters are. */
  #grown(millimetres: number): number {
    return mm(millimetres * this.sizes.times)
  }

  get #bottom(): number {
    return mm(this.frame.y + this.frame.height)
  }

  /** @returns false when there is no room; then an ellipsis stands at the foot, once */
  #hasRoom(points: number): boolean {
    if (this.#isFull) return false
    if (this.#y + points <= this.#bottom) return true
    this.#isFull = true
    this.pdf.font('Helvetica').fontSize(this.sizes.body).fill('#000000')
    this.pdf.text('...', mm(this.frame.x), this.#bottom - this.sizes.body, { lineBreak: false })
    return false
  }

  gap(millimetres: number): void {
    this.#y += this.#grown(millimetres)
  }

  text(words: string, { bold = false, size = 'body', colour = '#000000' }: Look = {}): void {
    const width = mm(this.frame.width)
    this.pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(this.sizes[size])
    const shown = printable(words)
    const height = this.pdf.heightOfString(shown, { width })
    if (!this.#hasRoom(height)) return
    this.pdf.fill(this.#inked(colour)).text(shown, mm(this.frame.x), this.#y, { width })
    this.#y += height + 1.2
  }

  /** In a frame that nobody overlooks, also in black and white. */
  warning(title: string, lines: readonly string[]): void {
    const { pdf, sizes } = this
    const [width, room] = [mm(this.frame.width), this.#grown(1)]
    const within = width - 2 * room
    const heightOf = (words: string, font: string, size: number): number =>
      pdf.font(font).fontSize(size).heightOfString(printable(words), { width: within })
    const heights = lines.map((line) => heightOf(line, 'Helvetica', sizes.small))
    const head = heightOf(title, 'Helvetica-Bold', sizes.body)
    const height = head + heights.reduce((sum, each) => sum + each, 0) + 2 * room
    if (!this.#hasRoom(height)) return
    pdf.undash().lineWidth(1.2).rect(mm(this.frame.x), this.#y, width, height).stroke(this.#inked(WARNING))
    let y = this.#y + room
    const put = (words: string): void => void pdf.text(printable(words), mm(this.frame.x) + room, y, { width: within })
    pdf.font('Helvetica-Bold').fontSize(sizes.body).fill(this.#inked(WARNING))
    put(title)
    y += head
    pdf.font('Helvetica').fontSize(sizes.small).fill('#000000')
    for (const [i, line] of lines.entries()) {
      put(line)
      y += heights[i]!
    }
    this.#y += height + this.#grown(1)
  }

  /** A sign and what it stands for. @param draw at the middle of the sign's place, in points */
  entry(words: string, draw: (middle: [number, number], widthPoints: number) => void): void {
    const { small } = this.sizes
    const height = this.#grown(ROW_MM)
    if (!this.#hasRoom(height)) return
    const x = mm(this.frame.x)
    draw([x + mm(SWATCH_MM / 2), this.#y + height / 2], mm(SWATCH_MM))
    this.pdf.font('Helvetica').fontSize(small).fill('#000000')
    const at = x + mm(SWATCH_MM + 2)
    const width = mm(this.frame.width - SWATCH_MM - 2)
    this.pdf.text(printable(words), at, this.#y + height / 2 - small / 2, {
      width,
      height: small * 1.3,
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
    this.pdf.font('Helvetica').fontSize(this.sizes.small).fill('#000000')
    for (const i of [0, 2, 4]) {
      const label = i === 4 ? `${i * step} m` : String(i * step)
      const at = x + i * part - (i === 0 ? 0 : this.pdf.widthOfString(label) / 2)
      this.pdf.text(label, at, this.#y + mm(2.2), { lineBreak: false })
    }
    this.#y += mm(3) + this.#grown(3.5)
  }

  /** @param degrees so far north lies clockwise of the top of the paper */
  northArrow(degrees: number): void {
    if (!this.#hasRoom(mm(13))) return
    const at = [mm(this.frame.x + 6.5), this.#y + mm(6.5)] as const
    stamp(this.pdf, NORTH_ARROW, at, { colour: '#000000', size: 44, degrees })
    this.#y += mm(14)
  }
}

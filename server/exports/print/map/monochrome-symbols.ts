/**
 * Cables and pipes for a printer without colours: every theme has its own sign along the line and its letters. Dashes stay
 * what they are in colour: the status.
 */

import { halo, mm, type Pdf, px } from '../paper.ts'
import type { Drawing } from './drawing.ts'

interface BlackLine {
  /** Of our own choosing, short enough to stand within a few centimetres */
  readonly letters: string
  /** In pixels of the standard */
  readonly width: number
  readonly sign: 'tick' | 'cross' | 'circle' | 'square' | 'triangle' | 'diamond' | null
  /** Of the sign, side by side */
  readonly times: number
  readonly isFilled: boolean
}

const line = (letters: string, sign: BlackLine['sign'] = null, more: Partial<BlackLine> = {}): BlackLine => ({
  letters,
  sign,
  width: 2,
  times: 1,
  isFilled: false,
  ...more,
})

/** Electricity has strokes across, the more the higher; what burns has corners, water is round, sewers are square. */
const BLACK_LINES: Readonly<Record<string, BlackLine>> = {
  landelijkHoogspanningsnet: line('LH', 'tick', { times: 4 }),
  hoogspanning: line('HS', 'tick', { times: 3 }),
  middenspanning: line('MS', 'tick', { times: 2 }),
  laagspanning: line('LS', 'tick'),
  buisleidingGevaarlijkeInhoud: line('BGI', 'triangle', { times: 2, isFilled: true }),
  gasHogeDruk: line('GHD', 'triangle', { isFilled: true }),
  gasLageDruk: line('GLD', 'triangle'),
  petrochemie: line('PC', 'diamond', { isFilled: true }),
  water: line('W', 'circle'),
  warmte: line('WA', 'circle', { isFilled: true }),
  rioolVrijverval: line('RV', 'square', { width: 3 }),
  rioolOnderOverOfOnderdruk: line('RD', 'square', { width: 3, isFilled: true }),
  datatransport: line('D', null, { width: 1.2 }),
  wees: line('WEES', 'cross'),
  overig: line('OV', 'diamond'),
}
const UNKNOWN = line('?', 'cross', { times: 2 })

export const blackLineOf = (thema: unknown): BlackLine => BLACK_LINES[String(thema)] ?? UNKNOWN

const LETTERS_EVERY_MM = 35
const SIGN_EVERY_MM = 11
const LETTER_POINTS = 6.5
const SIGN_MM = 1.7

/** Signs and letters of a theme along lines of the ground: on short ones, too, as soon as there is room for a sign. */
export function drawAlong(drawing: Drawing, lines: readonly (readonly number[])[], thema: string): void {
  const { pdf, ground } = drawing
  const { letters } = blackLineOf(thema)
  pdf.font('Helvetica-Bold').fontSize(LETTER_POINTS)
  const width = pdf.widthOfString(letters)
  const isSeen = ([x, y]: Spot): boolean => x > ground.left && x < ground.right && y > ground.top && y < ground.bottom
  for (const flat of lines) {
    let sinceSign = mm(SIGN_EVERY_MM) * 0.6
    let sinceLetters = mm(LETTERS_EVERY_MM) * 0.5
    for (let i = 0; i + 3 < flat.length; i += 2) {
      const from = ground.at(flat[i]!, flat[i + 1]!)
      const to = ground.at(flat[i + 2]!, flat[i + 3]!)
      const length = Math.hypot(to[0] - from[0], to[1] - from[1])
      const slope = Math.atan2(to[1] - from[1], to[0] - from[0])
      const place = (share: number): Spot => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
      sinceLetters += length
      const hasLetters = sinceLetters >= mm(LETTERS_EVERY_MM) && length >= width * 1.5
      const step = mm(SIGN_EVERY_MM)
      let at = step - sinceSign
      for (; at <= length; at += step) {
        const spot = place(at / length)
        // Where letters stand is no room for a sign.
        const isTaken = hasLetters && Math.abs(at - length / 2) < width
        if (isSeen(spot) && !isTaken) sign(pdf, spot, slope, thema)
      }
      sinceSign = length - (at - step)
      if (!hasLetters) continue
      sinceLetters = 0
      if (isSeen(place(0.5))) lettersAt(pdf, place(0.5), slope, { letters, width })
    }
  }
}

type Spot = [number, number]

/** As it stands in a legend, too. @param slope of the line, clockwise in radians */
export function sign(pdf: Pdf, at: Spot, slope: number, thema: string): void {
  const { sign: shape, times, isFilled } = blackLineOf(thema)
  if (shape === null) return
  const size = mm(SIGN_MM)
  const apart = shape === 'tick' ? size * 0.45 : size * 1.1
  pdf.save()
  pdf.translate(...at).rotate((slope * 180) / Math.PI)
  pdf.undash().lineWidth(px(1.4)).lineJoin('miter').lineCap('butt')
  for (let i = 0; i < times; i++) {
    const x = (i - (times - 1) / 2) * apart
    if (shape === 'tick') {
      pdf.moveTo(x, -size * 0.75).lineTo(x, size * 0.75)
      pdf.stroke('#000000')
    } else if (shape === 'cross') {
      pdf.moveTo(x - size / 2, -size / 2).lineTo(x + size / 2, size / 2)
      pdf.moveTo(x - size / 2, size / 2).lineTo(x + size / 2, -size / 2)
      pdf.stroke('#000000')
    } else {
      if (shape === 'circle') pdf.circle(x, 0, size / 2)
      else if (shape === 'square') pdf.rect(x - size / 2, -size / 2, size, size)
      else pdf.polygon(...cornersOf(shape, x, size))
      pdf.fillAndStroke(isFilled ? '#000000' : '#ffffff', '#000000')
    }
  }
  pdf.restore()
}

const cornersOf = (shape: 'triangle' | 'diamond', x: number, size: number): [number, number][] =>
  shape === 'triangle'
    ? [
        [x - size / 2, size / 2],
        [x + size / 2, size / 2],
        [x, -size / 2],
      ]
    : [
        [x - size * 0.6, 0],
        [x, -size * 0.6],
        [x + size * 0.6, 0],
        [x, size * 0.6],
      ]

function lettersAt(pdf: Pdf, at: Spot, slope: number, { letters, width }: { letters: string; width: number }): void {
  const degrees = (slope * 180) / Math.PI
  pdf.save()
  pdf.translate(...at)
  pdf.rotate(Math.abs(degrees) > 90 ? degrees + 180 : degrees)
  halo(pdf, -width / 2 - 1, -LETTER_POINTS / 2 - 0.5, width + 2, LETTER_POINTS + 1)
  pdf.fontSize(LETTER_POINTS).font('Helvetica-Bold').fill('#000000')
  pdf.text(letters, -width / 2, -LETTER_POINTS / 2 + 0.4, { lineBreak: false })
  pdf.restore()
}

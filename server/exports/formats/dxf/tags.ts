/**
 * DXF in its smallest parts: a group code and a value, each on a line of its own. What is written here is AC1018
 * (AutoCAD 2004): the structure of AutoCAD 2000 with handles and subclass markers, which every CAD program of the last
 * twenty years reads, and the first version with true colours, without which the themes would not have their official
 * ones. R12 has neither hatches nor true colours, and cuts layer names at 31 characters.
 * Text outside ASCII goes as \U+XXXX, which does not depend on a code page.
 */

export const VERSION = 'AC1018'

export const tag = (code: number, value: string | number): string =>
  `${code < 10 ? '  ' : code < 100 ? ' ' : ''}${code}\r\n${value}\r\n`

/** Metres, at most 4 decimals: to the tenth of a millimetre, so that small symbols keep their shape. */
export const decimal = (value: number): string => String(Math.round(value * 10_000) / 10_000)

/** Text of a TEXT entity or of extended data. Line breaks become spaces; `%%` and `^` would be commands. */
export function encodeText(text: string, longest = 250): string {
  let out = ''
  for (const character of text.trim().slice(0, longest)) {
    const code = character.codePointAt(0)!
    if (code < 32 || code === 127) out += ' '
    else if (character === '^') out += '^ '
    else if (code < 127) out += character
    else if (code <= 0xffff) out += `\\U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    else out += '?'
  }
  return out.includes('%%') ? out.replaceAll('%', '%%%') : out
}

/** Hands out the handles of a drawing: each thing in it has one, and no two the same. */
export class Handles {
  private readonly first: number
  private last: number

  constructor(first: number) {
    this.first = first
    this.last = first - 1
  }

  /** How many were handed out. */
  given(): number {
    return this.last - this.first + 1
  }

  next(): string {
    return (++this.last).toString(16).toUpperCase()
  }

  /** Higher than all that were handed out. */
  seed(): string {
    return (this.last + 1).toString(16).toUpperCase()
  }
}

/** Model space: the owner of all that is drawn. */
export const MODEL_SPACE = '1F'
/** Tables and blocks have their handles below it, entities from it on. */
export const FIRST_ENTITY = 0x10000
/** Handles of tables and blocks; lower ones are spoken for. */
export const FIRST_OF_TABLES = 0x100

const AUTOCAD_LEVELS = [255, 189, 129, 104, 79]
const BASIC: readonly (readonly [number, number, number])[] = [
  [255, 0, 0],
  [255, 255, 0],
  [0, 255, 0],
  [0, 255, 255],
  [0, 0, 255],
  [255, 0, 255],
]
const GREYS = [51, 80, 105, 130, 190, 255]
const BLACK_OR_WHITE = 7

/** The 255 colours of AutoCAD: 24 hues in five levels, each pure and pale; the basic ones; greys. */
const PALETTE: readonly { index: number; rgb: readonly [number, number, number] }[] = [
  ...BASIC.map((rgb, i) => ({ index: i + 1, rgb })),
  ...Array.from({ length: 240 }, (_, i) => ({ index: i + 10, rgb: hue(Math.floor(i / 10) * 15, i % 10) })),
  ...GREYS.map((grey, i) => ({ index: 250 + i, rgb: [grey, grey, grey] as const })),
]

function hue(degrees: number, place: number): readonly [number, number, number] {
  const level = AUTOCAD_LEVELS[place >> 1]!
  const low = place % 2 === 0 ? 0 : (level * 2) / 3
  const channel = (shift: number): number => {
    const at = (degrees + shift) % 360
    const share = at < 60 ? at / 60 : at < 180 ? 1 : at < 240 ? (240 - at) / 60 : 0
    return low + (level - low) * share
  }
  return [channel(120), channel(0), channel(240)]
}

/**
 * Colour of a layer: the nearest of AutoCAD's for old programs, and the true one.
 * @param colour as #rrggbb; black is the ink of the drawing, and shows white on a dark ground
 * @param sign -1 switches a layer off
 */
export function colourTags(colour: string, sign: 1 | -1 = 1): string {
  const value = Number.parseInt(colour.slice(1), 16)
  if (value === 0) return tag(62, sign * BLACK_OR_WHITE)
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255]
  const distance = ({ rgb: [r, g, b] }: (typeof PALETTE)[number]): number =>
    (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
  const nearest = PALETTE.reduce((best, each) => (distance(each) < distance(best) ? each : best))
  return tag(62, sign * nearest.index) + tag(420, value)
}

const LINE_WEIGHTS = [
  0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211,
]

/** The nearest line weight there is, in hundredths of a millimetre. */
export const lineWeight = (widthMm: number): number =>
  LINE_WEIGHTS.reduce((best, each) => (Math.abs(each - widthMm * 100) < Math.abs(best - widthMm * 100) ? each : best))

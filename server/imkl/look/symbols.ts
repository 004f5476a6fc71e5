/**
 * The symbols of PMKL 2.0, drawn by us after its descriptions: strokes and shapes in a box of 50 x 50 px whose middle
 * (25, 25) is the anchor, y downwards, strokes 1.5 px unless said. Letters are strokes, so that no font is needed.
 * One colour each: that of the theme, unless the part says white.
 */
import type { SymbolName } from '../model/names.ts'

export type Shape =
  /** M, L, A, C, Z as in an SVG path. */
  | { readonly path: string; readonly fill?: 'colour' | 'white'; readonly width?: number }
  | {
      readonly cx: number
      readonly cy: number
      readonly rx: number
      readonly ry: number
      readonly fill?: 'colour' | 'white'
    }

export const SYMBOL_BOX = 50
export const STROKE_WIDTH = 1.5

const line = (path: string, width?: number): Shape => ({ path, ...(width === undefined ? {} : { width }) })
const solid = (path: string): Shape => ({ path, fill: 'colour' })
const circle = (cx: number, cy: number, r: number): Shape => ({ cx, cy, rx: r, ry: r })
const dot = (cx: number, cy: number, r: number): Shape => ({ cx, cy, rx: r, ry: r, fill: 'colour' })

/** Letters in a box 8 wide and 10 high, whose left upper corner is (x, y). */
const A = (x: number, y: number): Shape =>
  line(`M${x} ${y + 10}L${x + 4} ${y}L${x + 8} ${y + 10}M${x + 1.4} ${y + 6.5}H${x + 6.6}`)
const B = (x: number, y: number): Shape =>
  line(
    `M${x} ${y}V${y + 10}H${x + 3.5}A2.6 2.6 0 0 0 ${x + 3.5} ${y + 4.8}H${x}M${x} ${y}H${x + 3}A2.4 2.4 0 0 1 ${x + 3} ${y + 4.8}`,
  )
const K = (x: number, y: number): Shape =>
  line(`M${x} ${y}V${y + 10}M${x + 6} ${y}L${x} ${y + 6}M${x + 2.2} ${y + 4}L${x + 6.5} ${y + 10}`)
const R = (x: number, y: number): Shape =>
  line(
    `M${x} ${y + 10}V${y}H${x + 3}A2.6 2.6 0 0 1 ${x + 3} ${y + 5.2}H${x}M${x + 2.8} ${y + 5.2}L${x + 6.2} ${y + 10}`,
  )
const T = (x: number, y: number): Shape => line(`M${x} ${y}H${x + 8}M${x + 4} ${y}V${y + 10}`)

const GAUGE = [line('M16 24L34 6'), solid('M34 6L32.6 11.4L28.6 7.4Z')]

/** By the value of the column `symbool`; the numbers are those of the official symbol set. */
export const APPURTENANCE_SYMBOLS: readonly {
  readonly icon: number | null
  readonly name: SymbolName
  readonly shapes: readonly Shape[]
}[] = [
  { icon: 97, name: 'aansluiting', shapes: [line('M25 25V7M16 7H34', 2)] },
  { icon: 98, name: 'aarding', shapes: [line('M25 25V14M15 14H35M18.5 10H31.5M22 6H28')] },
  {
    icon: 99,
    name: 'overlengte',
    shapes: [line('M25 25C21 19 13 18 13 25C13 32 21 31 25 25C29 19 37 18 37 25C37 32 29 31 25 25Z')],
  },
  { icon: 100, name: 'afsluiter', shapes: [line('M25 15V35', 3)] },
  { icon: 101, name: 'anode', shapes: [circle(25, 25, 11), A(21, 19.5)] },
  { icon: 102, name: 'blaasgat', shapes: [line('M25 25V10M19.5 4.5L30.5 15.5M30.5 4.5L19.5 15.5')] },
  { icon: 103, name: 'brandkraan', shapes: [{ cx: 25, cy: 25, rx: 12.5, ry: 9 }, B(17, 20), K(26.5, 20)] },
  { icon: 104, name: 'bron', shapes: [{ cx: 25, cy: 25, rx: 12.5, ry: 9 }, B(17, 20), R(26.5, 20)] },
  { icon: 105, name: 'compensator', shapes: [solid('M14 17L25 25L14 33Z'), solid('M36 17L25 25L36 33Z')] },
  { icon: 106, name: 'overgangsstuk', shapes: [line('M15 25L34 16V34Z')] },
  {
    icon: 107,
    name: 'drukregelaar',
    shapes: [circle(25, 25, 9), line('M15 35L36 14'), solid('M37 13L35.4 18.8L31.2 14.6Z')],
  },
  { icon: 108, name: 'geulmof', shapes: [line('M32 18L18 32', 3)] },
  {
    icon: 109,
    name: 'infiltratievoorziening',
    shapes: [line('M14 14H36V36H14Z'), dot(20.5, 25, 2.4), dot(29.5, 25, 2.4)],
  },
  { icon: 110, name: 'kb-meetpunt', shapes: [circle(25, 15, 6), line('M25 25V21'), ...GAUGE] },
  { icon: 111, name: 'lasnok', shapes: [circle(25, 25, 6), line('M25 19V12')] },
  { icon: 112, name: 'markering', shapes: [line('M25 25V18M16 18H34L25 4Z')] },
  { icon: 113, name: 'mof', shapes: [dot(25, 25, 4.2)] },
  { icon: 114, name: 'ontluchting', shapes: [line('M25 25V8'), solid('M25 3L29 11H21Z')] },
  { icon: 115, name: 'ontspanningselement', shapes: [line('M16 17H27A8 8 0 0 1 27 33H16', 2)] },
  { icon: 116, name: 'pomp', shapes: [circle(25, 25, 11), line('M19 16L36 25L19 34Z')] },
  { icon: 117, name: 'put', shapes: [line('M15 15H35V35H15Z')] },
  { icon: 118, name: 'sifon', shapes: [line('M16 12V21A9 9 0 0 0 34 21V12'), solid('M22 33H28V39H22Z')] },
  { icon: 119, name: 'stootbeschermer', shapes: [dot(25, 18, 3), dot(18, 31, 3), dot(32, 31, 3)] },
  {
    icon: 120,
    name: 'straatlantaarn',
    shapes: [
      circle(25, 25, 6),
      line('M25 19V12.5M25 31V37.5M30.2 22L35.8 18.8M19.8 28L14.2 31.2M30.2 28L35.8 31.2M19.8 22L14.2 18.8'),
    ],
  },
  { icon: 121, name: 't-stuk', shapes: [circle(25, 25, 10), T(21, 20)] },
  { icon: null, name: 'overig of onbekend', shapes: [circle(25, 25, 12)] },
]

/** By class; filled, since they are drawn at opacity 0.4. */
export const ELEMENT_SYMBOLS: Readonly<Record<string, readonly Shape[]>> = {
  Kast: [solid('M14 15H36V36H14Z'), { cx: 19, cy: 21, rx: 2, ry: 2, fill: 'white' }, line('M12.5 12.5H37.5', 3)],
  Mangat: [{ cx: 25, cy: 25, rx: 12, ry: 8.5 }, line('M17 25H33', 3)],
  Mast: [line('M18 25L25 1L32 25M20.4 17H29.6M22.6 9.5H27.4', 2)],
  TechnischGebouw: [solid('M15 18H35V37H15Z'), solid('M12 13H38V18H12Z')],
  Toren: [solid('M20 25V8L25 1L30 8V25Z')],
}

/** A triangle on its tip, which is the anchor, and a line from its top to the right: depths stand below it, heights above. */
export const DEPTH_SYMBOL: readonly Shape[] = [line('M25 25L15 2.5H35ZM35 2.5H50', 1)]

export const DETAIL_SYMBOL: readonly Shape[] = [
  solid('M25 12.5L37.5 25L25 37.5L12.5 25Z'),
  { path: 'M23.4 22.8H26.6V31.5H23.4Z', fill: 'white' },
  { cx: 25, cy: 19.6, rx: 1.8, ry: 1.8, fill: 'white' },
]

/** Pointing to the right, its tip on the anchor. */
export const arrowHead = (length: number): readonly Shape[] => [
  solid(`M25 25L${25 - length} ${25 - length / 3}V${25 + length / 3}Z`),
]

export const NORTH_ARROW: readonly Shape[] = [
  line('M21 11V1L29 11V1', 2),
  solid('M25 14V42L15 48Z'),
  line('M25 14V42L35 48Z', 1),
]

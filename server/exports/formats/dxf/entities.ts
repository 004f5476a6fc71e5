/** What is drawn: polylines, hatches, inserts of blocks and texts, each with its handle, owner, layer and, after it, its facts. */
import type { Position } from '../../../geometry/geometry.ts'
import { FONT_FILE, LETTERING, type Letter, textStyleName } from './nlcs.ts'
import { colourTags, decimal, encodeText, tag } from './tags.ts'

export interface EntityPlacement {
  /** Handle of the block record that it belongs to. */
  owner: string
  layer: string
  /** Where it differs from the layer's, as #rrggbb. */
  colour?: string
}

/** Name under which the facts of an object are kept as extended data. */
export const APPLICATION = 'KLIC'

/** Symbols, texts and dashes have their official size on paper at this scale. */
export const DRAWN_AT = 200
const PAPER_MM = DRAWN_AT / 1000

/** Degrees that sloped letters lean over (ISO 3098). */
const SLOPE = 15
const slopeOf = (letter: Letter): number => (LETTERING[letter].isSloped ? SLOPE : 0)

const styleOf = (letter: Letter): string => textStyleName(letter, DRAWN_AT)
export const TEXT_STYLES = (['B', 'N'] as const).map((letter) => ({
  name: styleOf(letter),
  font: FONT_FILE,
  slope: slopeOf(letter),
}))

const head = (type: string, handle: string, { owner, layer, colour }: EntityPlacement): string =>
  tag(0, type) +
  tag(5, handle) +
  tag(330, owner) +
  tag(100, 'AcDbEntity') +
  tag(8, layer) +
  (colour === undefined ? '' : colourTags(colour))

const point = ([x, y]: Position, codes: readonly [number, number, number] = [10, 20, 30]): string =>
  tag(codes[0], decimal(x)) + tag(codes[1], decimal(y)) + tag(codes[2], 0)

/** @param flat x, y, x, y, ...; of a closed one the first position may come again at the end */
export function polyline(
  placing: EntityPlacement,
  handle: string,
  flat: readonly number[],
  { isClosed = false, width = 0 } = {},
): string {
  const end = isClosed ? openEnd(flat) : flat.length
  let text =
    head('LWPOLYLINE', handle, placing) +
    tag(100, 'AcDbPolyline') +
    tag(90, end / 2) +
    tag(70, isClosed ? 1 : 0) +
    (width > 0 ? tag(43, decimal(width)) : '')
  for (let i = 0; i < end; i += 2) text += tag(10, decimal(flat[i]!)) + tag(20, decimal(flat[i + 1]!))
  return text
}

const openEnd = (flat: readonly number[]): number => {
  const last = flat.length - 2
  return last > 0 && flat[0] === flat[last] && flat[1] === flat[last + 1] ? last : flat.length
}

const OUTERMOST_POLYLINE = 1 + 2 + 16
const INNER_POLYLINE = 2

/**
 * @param rings the outer one first; what lies in an odd number of them is filled
 * @param pattern filled, or lines at 45 degrees this far apart, metres
 */
export function hatch(
  placing: EntityPlacement,
  handle: string,
  rings: readonly (readonly number[])[],
  pattern: 'SOLID' | { name: string; pitch: number },
): string {
  const isSolid = pattern === 'SOLID'
  let text =
    head('HATCH', handle, placing) +
    tag(100, 'AcDbHatch') +
    point([0, 0]) +
    tag(210, 0) +
    tag(220, 0) +
    tag(230, 1) +
    tag(2, isSolid ? 'SOLID' : pattern.name) +
    tag(70, isSolid ? 1 : 0) +
    tag(71, 0) +
    tag(91, rings.length)
  for (const [i, ring] of rings.entries()) {
    const end = openEnd(ring)
    text += tag(92, i === 0 ? OUTERMOST_POLYLINE : INNER_POLYLINE) + tag(72, 0) + tag(73, 1) + tag(93, end / 2)
    for (let at = 0; at < end; at += 2) text += tag(10, decimal(ring[at]!)) + tag(20, decimal(ring[at + 1]!))
    text += tag(97, 0)
  }
  text += tag(75, 0) + tag(76, isSolid ? 1 : 2)
  if (!isSolid) {
    const shift = decimal(pattern.pitch / Math.SQRT2)
    text +=
      tag(52, 0) +
      tag(41, 1) +
      tag(77, 0) +
      tag(78, 1) +
      tag(53, 45) +
      tag(43, 0) +
      tag(44, 0) +
      tag(45, `-${shift}`) +
      tag(46, shift) +
      tag(79, 0)
  }
  return text + tag(98, 0)
}

/** @param block in millimetres of paper; @param clockwise degrees, as IMKL counts them; DXF counts the other way */
export const insert = (placing: EntityPlacement, handle: string, block: string, at: Position, clockwise = 0): string =>
  head('INSERT', handle, placing) +
  tag(100, 'AcDbBlockReference') +
  tag(2, block) +
  point(at) +
  [41, 42, 43].map((code) => tag(code, PAPER_MM)).join('') +
  (clockwise === 0 ? '' : tag(50, decimal(-clockwise)))

export const dot = (placing: EntityPlacement, handle: string, at: Position): string =>
  head('POINT', handle, placing) + tag(100, 'AcDbPoint') + point(at)

export interface TextLook {
  /** What it is written at: existing or new. */
  letter?: Letter
  /** Left out: that of the letter, at the drawing's scale */
  heightM?: number
  /** Degrees clockwise. */
  clockwise?: number
  /** The part of the text's box that stands on its position: 0 left and below, 1 right and above. */
  anchor?: readonly [number, number]
}

export function words(
  placing: EntityPlacement,
  handle: string,
  text: string,
  at: Position,
  { letter = 'N', heightM = LETTERING[letter].heightMm * PAPER_MM, clockwise = 0, anchor = [0, 0] }: TextLook,
): string {
  const third = (value: number): number => (value < 0.25 ? 0 : value > 0.75 ? 2 : 1)
  return (
    head('TEXT', handle, placing) +
    tag(100, 'AcDbText') +
    point(at) +
    tag(40, decimal(heightM)) +
    tag(1, encodeText(text)) +
    (clockwise === 0 ? '' : tag(50, decimal(-clockwise))) +
    (slopeOf(letter) === 0 ? '' : tag(51, slopeOf(letter))) +
    tag(7, styleOf(letter)) +
    tag(72, third(anchor[0])) +
    point(at, [11, 21, 31]) +
    tag(100, 'AcDbText') +
    tag(73, third(anchor[1]) + 1)
  )
}

/** What is known of an object, after each entity that it is drawn with. A string there holds at most 255 bytes. */
export function facts(values: Readonly<Record<string, string | number | boolean | null>>): string {
  let text = tag(1001, APPLICATION)
  for (const [name, value] of Object.entries(values))
    if (value !== null) text += tag(1000, encodeText(`${name}=${value}`))
  return text
}

/**
 * What a look is made of. A layer of a result has rules; a rule says which objects it is for, at which scales, and by
 * which marks they are drawn, bottom to top: its display list. Maps, drawings and prints know these few marks and
 * nothing of IMKL. All sizes are pixels of 0.28 mm, angles degrees clockwise, scales the number behind "1:".
 */
import { type Band, type Dash, PIXEL_MM } from './styles.ts'
import type { Shape } from './symbols.ts'

/** #rrggbb, or that of the object's theme. */
export type Colour = string
export const OF_THEME: Colour = 'theme'

/** The same at every scale, or by bands, which begin where the rule does; `name` tells two of them apart in names. */
export type Size = number | readonly SizeBand[]
export interface SizeBand extends Band<number> {
  readonly name?: string
}

/** By the value of the column `status`: null is solid, and so is a status that is not named. */
export type Dashes = Readonly<Record<string, Dash>>

/** On the value of a column. */
export interface Condition {
  readonly column: string
  readonly values: readonly string[]
}

interface Common {
  /** Tells the marks of a layer apart. */
  readonly id?: string
  /** Of its picture, where a map draws it by one. */
  readonly image?: string
  /** Not the object itself, but a part or a frame of it: nobody who points at it means the object. */
  readonly isPassive?: true
  /** Of the drawing's ink: where the ground is dark it needs light around it. */
  readonly isInk?: true
}

/** Along lines and the outlines of areas. */
export interface Stroke extends Common {
  readonly kind: 'stroke'
  readonly colour: Colour
  readonly width: Size
  /** One for all; instead of it, by status. */
  readonly dash?: Dash
  readonly dashes?: Dashes | readonly Band<Dashes>[]
  /** All that is seen of its object. */
  readonly isAlone?: true
}

export interface Fill extends Common {
  readonly kind: 'fill'
  readonly colour: Colour
  readonly opacity?: number
}

/** Parallel lines at 45 degrees, 1 px wide: over an area, or over the width of a corridor around a line. */
export interface Hatch extends Common {
  readonly kind: 'hatch'
  readonly colour: Colour
  readonly pitch: number
  readonly along?: number
}

/** Squares on a grid over an area, nothing between them. */
export interface Squares extends Common {
  readonly kind: 'squares'
  readonly colour: Colour
  readonly side: number
  readonly pitch: number
}

/** On the ends of each part of a line, turned with it: a stroke across it, or the head of an arrow. */
export interface Ends extends Common {
  readonly kind: 'ends'
  readonly at: readonly ('first' | 'last')[]
  readonly sign: 'tick' | 'arrow'
  readonly colour: Colour
  /** Of a tick across the line, of an arrow head along it. */
  readonly length: Size
  readonly width: number
}

/** The head of an arrow whose tip is the object. */
export interface Arrow extends Common {
  readonly kind: 'arrow'
  readonly colour: Colour
  readonly length: number
}

/** A circle or a square on a point, as large as `size` without its edge of 1 px or `edgeWidth`. */
export interface Spot extends Common {
  readonly kind: 'spot'
  readonly shape: 'circle' | 'square'
  readonly size: Size
  readonly fill: Colour | null
  readonly opacity?: number
  readonly edge: Colour
  readonly edgeWidth?: number
  readonly edgeDashes?: Dashes | readonly Band<Dashes>[]
  /** Metres on the ground that it covers at most, its edge included; its edge shrinks with it. */
  readonly mostM?: number
  /** Left out where the status has no dash. */
  readonly isDashedOnly?: true
}

/** Shapes in a box whose middle is the object; `size` is that of the box. */
export interface SymbolMark extends Common {
  readonly kind: 'symbol'
  readonly size: Size
  readonly colour: Colour
  readonly opacity?: number
  readonly isTurned?: true
  readonly picture: Picture | Choice
}

export interface Picture {
  readonly name: string
  /** For a legend; left out: it has none of its own. */
  readonly label?: string
  readonly shapes: readonly Shape[]
}

/** Which picture, by the value of a column; `otherwise` for every other value. */
export interface Choice {
  readonly column: string
  readonly cases: readonly (Picture & { readonly value: string })[]
  readonly otherwise: Picture
}

/** A text on a point, never left out for lack of room. */
export interface Label extends Common {
  readonly kind: 'label'
  readonly column: string
  /** Of a number. */
  readonly decimals?: number
  readonly colour: Colour
  readonly font: string
  readonly height: number
  /** Turned by `rotatie`, with the part of the text by `anker_h` and `anker_v` on its point; else its left foot. */
  readonly isAnchored: boolean
  /** Pixels to the right and up, by the value of a column. */
  readonly offset?: { readonly column: string; readonly by: Readonly<Record<string, readonly [number, number]>> }
}

export type Mark = Stroke | Fill | Hatch | Squares | Ends | Arrow | Spot | SymbolMark | Label

export interface Rule {
  /** Dutch, for a legend. */
  readonly label: string
  /** Left out: every object. 'otherwise': those that no rule with a condition takes. */
  readonly when?: Condition | 'otherwise'
  /** Drawn beyond the first scale, up to and including the second. */
  readonly beyond?: number
  readonly upTo?: number
  readonly marks: readonly Mark[]
  /** Instead of `marks` on paper, where ink covers what lies under it. */
  readonly onPaper?: readonly Mark[]
  /** Officially not drawn: known, but switched off until somebody asks for it. */
  readonly isOff?: true
  /** In a legend its objects are told apart by theme or, where there is one theme only, by status. */
  readonly isSplit?: true
  /** All of a lower level lies below. */
  readonly level?: number
}

/** How the objects of one layer look. */
export interface Look {
  readonly upTo?: number
  readonly rules: readonly Rule[]
}

export const isBanded = <T>(size: T | readonly Band<T>[]): size is readonly Band<T>[] =>
  Array.isArray(size) && typeof size[0] === 'object'

/** What holds at the closest scales. */
export const firstOf = <T>(size: T | readonly Band<T>[]): T => (isBanded(size) ? size[0]!.size : size)

/** @returns undefined beyond the last band: there nothing is drawn */
export const sizeAt = <T>(size: T | readonly Band<T>[], scale: number): T | undefined =>
  isBanded(size) ? size.find(({ upTo }) => scale <= upTo)?.size : size

/** Metres on the ground that a pixel covers at a scale. */
const metresOf = (scale: number): number => (scale * PIXEL_MM) / 1000

/** How wide a spot and its edge are drawn at a scale. @returns undefined where nothing is drawn */
export function spotAt(
  { size, edgeWidth = 1, mostM = Number.POSITIVE_INFINITY }: Spot,
  scale: number,
): { size: number; edgeWidth: number } | undefined {
  const px = sizeAt(size, scale)
  if (px === undefined) return undefined
  const shrink = Math.min(1, mostM / metresOf(scale) / (px + edgeWidth))
  return { size: px * shrink, edgeWidth: edgeWidth * shrink }
}

/** What the rules of a look that have a condition ask of a column: what none of them takes is 'otherwise'. */
export function takenIn({ rules }: Look): Condition | undefined {
  const conditions = rules.flatMap(({ when }) => (when === undefined || when === 'otherwise' ? [] : [when]))
  if (conditions.length === 0) return undefined
  return { column: conditions[0]!.column, values: conditions.flatMap(({ values }) => values) }
}

export const isChoice = (picture: Picture | Choice): picture is Choice => 'cases' in picture

export const picturesOf = (picture: Picture | Choice): readonly Picture[] =>
  isChoice(picture) ? [...picture.cases, picture.otherwise] : [picture]

/** What a print is to be, as it is chosen beside the map: kept by the window while a job is open. Pure. */
import type { Position } from 'geojson'
import {
  cornersOf,
  type PAPER_NAMES,
  PRINT_COVERS,
  PRINT_SCALES,
  pageOf,
  sheetAt,
} from '../../../../server/features/vocabulary.ts'

export const ORIENTATIONS = ['landscape', 'portrait'] as const
export const INKS = ['colour', 'black'] as const
export const COVERS = PRINT_COVERS

export interface PrintChoice {
  readonly cover: (typeof PRINT_COVERS)[number]
  readonly scale: (typeof PRINT_SCALES)[number]
  readonly paper: (typeof PAPER_NAMES)[number]
  readonly orientation: (typeof ORIENTATIONS)[number]
  readonly ink: (typeof INKS)[number]
  readonly isThin: boolean
  readonly withGround: boolean
  /** Sheets on which nothing lies are printed, too. */
  readonly withEmpty: boolean
  /** Of the one sheet: RD New, anti-clockwise. */
  readonly frame: {
    readonly middle: Position
    readonly degrees: number
    /** What was seen when it was laid. */
    readonly seen: View
  } | null
}

export const DEFAULT_PRINT: PrintChoice = {
  cover: 'area',
  scale: 500,
  paper: 'A3',
  orientation: 'landscape',
  ink: 'colour',
  isThin: false,
  withGround: true,
  withEmpty: false,
  frame: null,
}

/** A piece of the map, upright: RD New, metres. */
export interface View {
  readonly middle: Position
  readonly width: number
  readonly height: number
}

/** @param area ring in RD New; @returns what of it is seen, without the empty ground around it; all that is seen where nothing of it is */
export const seenOfArea = (area: readonly Position[], view: View): View => {
  const [x, y] = ([0, 1] as const).map((axis) => {
    const all = area.map((corner) => corner[axis]!)
    const half = (axis === 0 ? view.width : view.height) / 2
    const from = Math.max(Math.min(...all), view.middle[axis]! - half)
    const to = Math.min(Math.max(...all), view.middle[axis]! + half)
    return { middle: (from + to) / 2, length: to - from }
  })
  if (!(x!.length > 0 && y!.length > 0)) return view
  return { middle: [x!.middle, y!.middle], width: x!.length, height: y!.length }
}

/**
 * One sheet that shows all that is seen, at the largest scale at which it does, upright or lying, whichever is larger; at the
 * smallest there is where none does.
 */
export const seenOnPaper = (wish: PrintChoice, seen: View): PrintChoice => {
  const lying = ORIENTATIONS.map((orientation) => {
    const { map } = pageOf({ ...wish, orientation })
    const needed = Math.max(seen.width / map.width, seen.height / map.height) * 1000
    return { orientation, scale: PRINT_SCALES.find((each) => each >= needed) ?? PRINT_SCALES.at(-1)! }
  })
  const isChosen = (each: (typeof lying)[number]) => Number(each.orientation === wish.orientation)
  const [best] = lying.toSorted((a, b) => a.scale - b.scale || isChosen(b) - isChosen(a))
  const middle = seen.middle.map((metres) => Math.round(metres * 10) / 10)
  return { ...wish, ...best, cover: 'frame', frame: { middle, degrees: 0, seen: { ...seen, middle } } }
}

/** Nobody has moved or turned it since. */
export const isAsLaid = ({ middle, degrees, seen }: NonNullable<PrintChoice['frame']>): boolean =>
  degrees === 0 && String(middle) === String(seen.middle)

/** @param corners RD New */
export const isInView = (corners: readonly Position[], { middle, width, height }: View): boolean =>
  corners.every(([x, y]) => Math.abs(x! - middle[0]!) <= width / 2 && Math.abs(y! - middle[1]!) <= height / 2)

/** Of one that was laid by what was seen: that fits. */
export const isWholeOnPaper = ({ frame, scale, ...page }: PrintChoice): boolean => {
  const { map } = pageOf(page)
  return !frame || (frame.seen.width * 1000 <= map.width * scale && frame.seen.height * 1000 <= map.height * scale)
}

/** Of the one sheet, a closed ring in RD New. */
export const frameCorners = (wish: PrintChoice): Position[] | null =>
  wish.cover === 'frame' && wish.frame
    ? cornersOf(
        sheetAt(
          { middle: [wish.frame.middle[0]!, wish.frame.middle[1]!], degrees: wish.frame.degrees },
          pageOf(wish),
          wish.scale,
        ),
      )
    : null

/** Whole degrees, from -180 to 180. */
export const wholeTurn = (degrees: number): number => Math.round(((((degrees + 180) % 360) + 360) % 360) - 180)

const frameText = ({ middle, degrees }: NonNullable<PrintChoice['frame']>): string => [...middle, degrees].join()

/** @param sheets numbers of those that are printed; empty: all */
export const printQuery = (
  layout: Readonly<Record<string, string>>,
  { ink, isThin, withGround }: PrintChoice,
  language: string,
  sheets: readonly number[] = [],
): string =>
  String(
    new URLSearchParams({
      ...layout,
      sheets: sheets.join('~'),
      ink,
      lines: isThin ? 'thin' : 'official',
      language,
      ground: String(withGround),
    }),
  )

/** As the server takes it. */
export const layoutQuery = (
  wish: PrintChoice,
  left: { hidden: readonly string[]; hiddenOperators: readonly string[] },
) => ({
  cover: wish.cover,
  ...(wish.cover === 'frame' && wish.frame ? { frame: frameText(wish.frame) } : {}),
  empty: String(wish.withEmpty),
  scale: String(wish.scale),
  paper: wish.paper,
  orientation: wish.orientation,
  hidden: left.hidden.join('~'),
  hidden_operators: left.hiddenOperators.join('~'),
})

/** What a print is to be, as it is chosen beside the map: kept by the window while a job is open. Pure. */
import type { Position } from 'geojson'
import {
  cornersOf,
  type PAPER_NAMES,
  PRINT_COVERS,
  PRINT_SCALES,
  pageOf,
  sheetAt,
} from '../../../../server/contract/vocabulary.ts'

export const ORIENTATIONS = ['landscape', 'portrait'] as const
export const INKS = ['colour', 'black'] as const
export const COVERS = PRINT_COVERS

export interface PrintWish {
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
    /** What was seen when it was laid: metres. */
    readonly seen: Pick<View, 'width' | 'height'>
  } | null
}

export const USUAL_PRINT: PrintWish = {
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

/** One sheet that shows all that is seen, at the largest scale at which it does; at the smallest there is where none does. */
export const seenOnPaper = (wish: PrintWish, { middle, width, height }: View): PrintWish => {
  const { map } = pageOf(wish)
  const needed = Math.max(width / map.width, height / map.height) * 1000
  const scale = PRINT_SCALES.find((each) => each >= needed) ?? PRINT_SCALES.at(-1)!
  return {
    ...wish,
    cover: 'frame',
    scale,
    frame: { middle: middle.map(Math.round), degrees: 0, seen: { width, height } },
  }
}

/** Of one that was laid by what was seen: that fits. */
export const isWholeOnPaper = ({ frame, scale, ...page }: PrintWish): boolean => {
  const { map } = pageOf(page)
  return !frame || (frame.seen.width * 1000 <= map.width * scale && frame.seen.height * 1000 <= map.height * scale)
}

/** Of the one sheet, a closed ring in RD New. */
export const frameCorners = (wish: PrintWish): Position[] | null =>
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

const frameText = ({ middle, degrees }: NonNullable<PrintWish['frame']>): string => [...middle, degrees].join()

/** As the server takes it. */
export const layoutQuery = (
  wish: PrintWish,
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

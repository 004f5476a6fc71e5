/**
 * Measuring, selecting and cross-sections on a result: drawn corner by corner with the same hand as an area, and never
 * part of a draft. Pure.
 */
import type { LineString, Polygon, Position } from 'geojson'
import { type CornerTool, geometryOf, isComplete, type Making, NOTHING_MADE, placed, takenBack } from './making.ts'

export const RESULT_TOOLS = ['distance', 'surface', 'selectBox', 'selectArea', 'section'] as const
export type ResultTool = (typeof RESULT_TOOLS)[number]

/** What the hand draws for it. */
export const DRAWN_AS = {
  distance: 'corridor',
  surface: 'polygon',
  selectBox: 'rectangle',
  selectArea: 'polygon',
  section: 'corridor',
} as const satisfies Record<ResultTool, CornerTool>

export interface Asking {
  readonly tool: ResultTool | null
  readonly making: Making
  /** What was drawn to its end, RD New; from then on the pen is down. */
  readonly drawn: LineString | Polygon | null
}
export const NOTHING_ASKED: Asking = { tool: null, making: NOTHING_MADE, drawn: null }

export type AskingAct =
  | { do: 'take'; tool: ResultTool | null }
  | { do: 'point'; at: Position }
  | { do: 'place'; at: Position }
  | { do: 'finish' }
  | { do: 'back' }
  /** First what is being drawn, then the tool. */
  | { do: 'escape' }

const finished = (asking: Asking): Asking => {
  const drawn = asking.tool && geometryOf(DRAWN_AS[asking.tool], asking.making.corners)
  return drawn ? { ...asking, drawn, making: { ...asking.making, cursor: null } } : asking
}

export const ask = (asking: Asking, act: AskingAct): Asking => {
  const { tool, making } = asking
  if (act.do === 'take') return { ...NOTHING_ASKED, tool: act.tool }
  if (!tool) return asking
  if (act.do === 'escape')
    return making.corners.length > 0 && !asking.drawn ? { ...asking, making: NOTHING_MADE } : NOTHING_ASKED
  if (asking.drawn) return asking
  switch (act.do) {
    case 'point':
      return { ...asking, making: { ...making, cursor: act.at } }
    case 'place': {
      const made = { ...asking, making: placed(making, act.at) }
      return isComplete(DRAWN_AS[tool], made.making) ? finished(made) : made
    }
    case 'finish':
      return finished(asking)
    case 'back':
      return making.corners.length > 0 ? { ...asking, making: takenBack(making) } : asking
  }
}

/** What the hand holds; `none` once it is drawn. */
export const handOf = ({ tool, drawn }: Asking): CornerTool | 'none' => (tool && !drawn ? DRAWN_AS[tool] : 'none')

/**
 * Measuring, selecting, cross-sections and works of a trench plan on a result: drawn corner by corner with the same tools as an area, and never
 * part of a draft. Pure.
 */
import type { LineString, Polygon, Position } from 'geojson'
import {
  type CornerDraft,
  type CornerTool,
  geometryOf,
  isComplete,
  NOTHING_MADE,
  placeCorner,
  takenBack,
} from './corner-draft.ts'

/** In the order of their bar. */
export const RESULT_TOOLS = ['distance', 'surface', 'selectBox', 'selectArea', 'section'] as const
/** What they draw is the works of a trench plan. */
export const WORKS_TOOLS = ['axis', 'outline'] as const
export type ResultTool = (typeof RESULT_TOOLS | typeof WORKS_TOOLS)[number]

/** The tool that draws for it. */
export const DRAWN_AS = {
  distance: 'corridor',
  surface: 'polygon',
  selectBox: 'rectangle',
  selectArea: 'polygon',
  section: 'corridor',
  axis: 'corridor',
  outline: 'polygon',
} as const satisfies Record<ResultTool, CornerTool>

export interface Query {
  readonly tool: ResultTool | null
  readonly making: CornerDraft
  /** What was drawn to its end, RD New; from then on nothing more is drawn. */
  readonly drawn: LineString | Polygon | null
}
export const NO_QUERY: Query = { tool: null, making: NOTHING_MADE, drawn: null }

export type QueryAct =
  | { do: 'take'; tool: ResultTool | null }
  | { do: 'point'; at: Position }
  | { do: 'place'; at: Position }
  | { do: 'finish' }
  | { do: 'back' }
  /** First what is being drawn, then the tool. */
  | { do: 'escape' }

const finished = (query: Query): Query => {
  const drawn = query.tool && geometryOf(DRAWN_AS[query.tool], query.making.corners)
  return drawn ? { ...query, drawn, making: { ...query.making, cursor: null } } : query
}

export const queryReducer = (query: Query, act: QueryAct): Query => {
  const { tool, making } = query
  if (act.do === 'take') return { ...NO_QUERY, tool: act.tool }
  if (!tool) return query
  if (act.do === 'escape')
    return making.corners.length > 0 && !query.drawn ? { ...query, making: NOTHING_MADE } : NO_QUERY
  if (query.drawn) return query
  switch (act.do) {
    case 'point':
      return { ...query, making: { ...making, cursor: act.at } }
    case 'place': {
      const made = { ...query, making: placeCorner(making, act.at) }
      return isComplete(DRAWN_AS[tool], made.making) ? finished(made) : made
    }
    case 'finish':
      return finished(query)
    case 'back':
      return making.corners.length > 0 ? { ...query, making: takenBack(making) } : query
  }
}

/** What is drawn with; `none` once it is drawn. */
export const vertexToolOf = ({ tool, drawn }: Query): CornerTool | 'none' => (tool && !drawn ? DRAWN_AS[tool] : 'none')

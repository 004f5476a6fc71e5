/** An area in the making and what is asked for it: one pure reducer. Undo and redo have no end; a reload loses nothing. */
import type { Polygon, Position } from 'geojson'
import { toMm } from '../exact.ts'
import {
  CORNER_TOOLS,
  type CornerDraft,
  type CornerTool,
  geometryOf,
  isComplete,
  NOTHING_MADE,
  placeCorner,
  putBack,
  sketchedGeometry,
  takenBack,
} from './corner-draft.ts'
import { cutAway, dividePolygon, joinPolygons } from './operations.ts'
import { FIRST_DETAILS, habitsOf, type RequestDetails } from './request-details.ts'
import { around, polygonOf, type Shape } from './shape.ts'

/** `freehand` and `edit` are the drawing library's, the others are made corner by corner. */
export const TOOLS = ['none', ...CORNER_TOOLS, 'freehand', 'edit'] as const
export type Tool = (typeof TOOLS)[number]
export const isCornerTool = (tool: Tool): tool is CornerTool => (CORNER_TOOLS as readonly Tool[]).includes(tool)
/** Tools that work on the current area instead of making a new one. */
export const NEEDS_AREA: readonly Tool[] = ['hole', 'split', 'edit']

/** What undo goes back to. */
export interface Work {
  /** The current area: the one that is priced and filed. */
  readonly shape: Shape | null
  /** Further areas of this draft, each to become a job of its own. */
  readonly aside: readonly Shape[]
  /** Of these nothing is asked for that the area itself does not need. */
  readonly keepOut: readonly Polygon[]
  /** A drawing that was left before it was finished: undo puts it under the hand again. */
  readonly drawing?: { readonly tool: CornerTool; readonly corners: readonly Position[] }
}

export type Notice = 'notDivided' | 'nothingLeft' | 'piecesAside' | 'notTouching' | 'shrunkAway'

export interface Draft extends Omit<Work, 'drawing'> {
  /** What the drawing library is making at this moment; judged and priced, but not yet a step of its own. */
  readonly sketch: Shape | null
  readonly making: CornerDraft
  readonly past: readonly Work[]
  readonly future: readonly Work[]
  readonly tool: Tool
  readonly details: RequestDetails
  /** What came of the last act, when it was not what one might expect. */
  readonly notice: Notice | null
  /** One number for one area: it makes a repeated "save" or "submit" denote the same job. */
  readonly clientRef: string
  /** The job that it corrects, which is then quoted anew instead of another being made. */
  readonly corrects: string | null
}

export type DraftAct =
  | { do: 'take'; tool: Tool }
  | { do: 'point'; at: Position | null }
  | { do: 'place'; at: Position }
  | { do: 'finish' }
  | { do: 'sketch'; shape: Shape | null }
  | { do: 'commit'; shape: Shape | null; next?: Tool }
  /** Areas that come in together: the first becomes current, unless one is there that is kept. */
  | { do: 'add'; shapes: readonly Shape[] }
  | { do: 'putAside' }
  | { do: 'choose'; index: number }
  | { do: 'drop'; index: number }
  | { do: 'join'; indices: readonly number[] }
  | { do: 'buffer'; metres: number }
  | { do: 'replace'; pieces: readonly Polygon[] }
  | { do: 'forgetKeepOut'; index: number }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'widen'; widthM: number }
  | { do: 'describe'; details: Partial<RequestDetails> }
  /** Done with the current area; the next one that lies aside takes its place. */
  | { do: 'next'; clientRef: string }

export const freshDraft = (clientRef: string): Draft => ({
  shape: null,
  aside: [],
  keepOut: [],
  sketch: null,
  making: NOTHING_MADE,
  past: [],
  future: [],
  tool: 'none',
  details: FIRST_DETAILS,
  notice: null,
  clientRef,
  corrects: null,
})

const workOf = ({ shape, aside, keepOut }: Work): Work => ({ shape, aside, keepOut })

/** With the drawing that is under way; of one whose corners were all taken back, what they were. */
export const momentOf = (draft: Draft): Work => {
  const { tool, making } = draft
  const corners = making.corners.length > 0 ? making.corners : making.undone.toReversed()
  return { ...workOf(draft), ...(isCornerTool(tool) && corners.length > 0 ? { drawing: { tool, corners } } : {}) }
}

/** Another tool, or none: what was half drawn can be had back. */
const taken = (draft: Draft, tool: Tool): Draft => {
  const moment = momentOf(draft)
  const left = moment.drawing ? { past: [...draft.past, moment], future: [] } : {}
  return { ...draft, ...left, tool: toolFor(tool, draft.shape), sketch: null, making: NOTHING_MADE, notice: null }
}

/** Same work, nothing to remember. */
const step = (draft: Draft, change: Partial<Work>, notice: Notice | null = null): Draft => {
  const settled = { ...draft, sketch: null, making: NOTHING_MADE, notice }
  const isSame = Object.entries(change).every(([name, value]) => draft[name as 'shape' | 'aside' | 'keepOut'] === value)
  return isSame ? settled : { ...settled, ...change, past: [...draft.past, workOf(draft)], future: [] }
}

const polygonShape = (geometry: Polygon): Shape => ({ kind: 'polygon', geometry })

/** The largest piece stays current, the others lie next to it. */
const inPieces = (draft: Draft, pieces: readonly Polygon[]): Draft => {
  const [first, ...others] = pieces
  if (!first) return step(draft, {}, 'nothingLeft')
  const aside = others.length > 0 ? [...draft.aside, ...others.map(polygonShape)] : draft.aside
  return step(draft, { shape: polygonShape(first), aside }, others.length > 0 ? 'piecesAside' : null)
}

/** The corners that were placed become what their tool makes of them. */
const finished = (draft: Draft): Draft => {
  const { tool, making, details } = draft
  const made = isCornerTool(tool) ? geometryOf(tool, making.corners) : null
  if (!made) return draft
  const own = polygonOf(draft.shape)
  if (made.type === 'LineString') {
    if (tool === 'corridor') {
      const shape: Shape = { kind: 'corridor', line: made, widthM: details.corridorWidthM }
      return { ...step(draft, { shape }), tool: 'edit' }
    }
    const pieces = own ? dividePolygon(own, made) : []
    return { ...(pieces.length > 1 ? inPieces(draft, pieces) : step(draft, {}, 'notDivided')), tool: 'none' }
  }
  if (tool === 'keepOut') return { ...step(draft, { keepOut: [...draft.keepOut, made] }), tool: 'none' }
  if (tool === 'hole') return { ...(own ? inPieces(draft, cutAway(own, made)) : step(draft, {})), tool: 'edit' }
  return { ...step(draft, { shape: polygonShape(made) }), tool: 'edit' }
}

const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, i) => i !== index)

const joinedAreas = (draft: Draft, indices: readonly number[]): Draft => {
  const chosen = [draft.shape, ...indices.map((index) => draft.aside[index] ?? null)].map(polygonOf)
  const pieces = joinPolygons(chosen.filter((polygon) => polygon !== null))
  if (pieces.length !== 1) return step(draft, {}, 'notTouching')
  const aside = draft.aside.filter((_, index) => !indices.includes(index))
  return step(draft, { shape: polygonShape(pieces[0]!), aside })
}

const added = (draft: Draft, shapes: readonly Shape[]): Draft => {
  const kept = draft.shape ? [...draft.aside, draft.shape] : draft.aside
  const [first, ...others] = shapes
  if (!first) return draft
  return { ...step(draft, { shape: first, aside: [...kept, ...others] }), tool: 'none' }
}

/** An undone shape has no corners under the hand any more when it is none. */
const toolFor = (tool: Tool, shape: Shape | null): Tool => (!shape && NEEDS_AREA.includes(tool) ? 'none' : tool)

const goneTo = (draft: Draft, { drawing, ...work }: Work, history: Pick<Draft, 'past' | 'future'>): Draft => ({
  ...draft,
  ...work,
  ...history,
  sketch: null,
  notice: null,
  tool: toolFor(drawing?.tool ?? draft.tool, work.shape),
  making: drawing ? { corners: drawing.corners, undone: [], cursor: null } : NOTHING_MADE,
})

const undone = (draft: Draft): Draft => {
  if (draft.making.corners.length > 0) return { ...draft, making: takenBack(draft.making) }
  const work = draft.past.at(-1)
  if (!work) return draft
  return goneTo(draft, work, { past: draft.past.slice(0, -1), future: [momentOf(draft), ...draft.future] })
}

const redone = (draft: Draft): Draft => {
  if (draft.making.undone.length > 0) return { ...draft, making: putBack(draft.making) }
  const [work, ...future] = draft.future
  if (!work) return draft
  return goneTo(draft, work, { past: [...draft.past, momentOf(draft)], future })
}

export const canUndo = (draft: Draft): boolean => draft.making.corners.length > 0 || draft.past.length > 0
export const canRedo = (draft: Draft): boolean => draft.making.undone.length > 0 || draft.future.length > 0

export const draftReducer = (draft: Draft, act: DraftAct): Draft => {
  switch (act.do) {
    case 'take':
      return taken(draft, act.tool)
    case 'point':
      // On the millimetre, so that a click there makes no other area of it.
      return isCornerTool(draft.tool)
        ? { ...draft, making: { ...draft.making, cursor: act.at && toMm(act.at) } }
        : draft
    case 'place': {
      if (!isCornerTool(draft.tool)) return draft
      const made = { ...draft, making: placeCorner(draft.making, act.at), notice: null }
      return isComplete(draft.tool, made.making) ? finished(made) : made
    }
    case 'finish':
      return finished(draft)
    case 'sketch':
      return { ...draft, sketch: act.shape }
    case 'commit':
      return { ...step(draft, { shape: act.shape }), tool: act.next ?? draft.tool }
    case 'add':
      return added(draft, act.shapes)
    case 'putAside':
      return draft.shape
        ? { ...step(draft, { shape: null, aside: [...draft.aside, draft.shape] }), tool: 'none' }
        : draft
    case 'choose': {
      const chosen = draft.aside[act.index]
      if (!chosen) return draft
      const aside = draft.shape ? draft.aside.with(act.index, draft.shape) : without(draft.aside, act.index)
      return { ...step(draft, { shape: chosen, aside }), tool: 'none' }
    }
    case 'drop':
      return step(draft, { aside: without(draft.aside, act.index) })
    case 'join':
      return joinedAreas(draft, act.indices)
    case 'buffer': {
      const own = polygonOf(draft.shape)
      const grown = own && around(own, act.metres)
      return grown ? step(draft, { shape: polygonShape(grown) }) : step(draft, {}, own ? 'shrunkAway' : null)
    }
    case 'replace':
      return inPieces(draft, act.pieces)
    case 'forgetKeepOut':
      return step(draft, { keepOut: without(draft.keepOut, act.index) })
    case 'undo':
      return undone(draft)
    case 'redo':
      return redone(draft)
    case 'widen': {
      const widened = { ...draft, details: { ...draft.details, corridorWidthM: act.widthM } }
      return draft.shape?.kind === 'corridor'
        ? step(widened, { shape: { ...draft.shape, widthM: act.widthM } })
        : widened
    }
    case 'describe':
      return { ...draft, details: { ...draft.details, ...act.details } }
    case 'next': {
      const [shape = null, ...aside] = draft.aside
      // Of what is left of a job each piece repeats it.
      const isRest = shape !== null && draft.details.kept.follows !== undefined
      const details = isRest ? draft.details : { ...FIRST_DETAILS, ...habitsOf(draft.details) }
      return { ...freshDraft(act.clientRef), shape, aside, details }
    }
  }
}

/** What is on the map and priced: the pointer's movement, else what was committed. */
export const shownShape = (draft: Draft): Shape | null => {
  const { tool, making, details } = draft
  if (tool === 'polygon' || tool === 'corridor' || tool === 'rectangle' || tool === 'circle') {
    if (making.corners.length === 0) return draft.shape
    const made = sketchedGeometry(tool, making)
    if (!made) return null
    if (made.type === 'Polygon') return polygonShape(made)
    return { kind: 'corridor', line: made, widthM: details.corridorWidthM }
  }
  return draft.sketch ?? draft.shape
}

/** Something is under the hand that is no step yet. */
export const isUnderway = (draft: Draft): boolean => draft.sketch !== null || draft.making.corners.length > 0

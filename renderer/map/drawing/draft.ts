/** The new area and the wishes about it: one pure reducer. Undo and redo have no end; a reload loses nothing. */
import type { KlicType } from '../../../server/contract/vocabulary.ts'
import type { Shape } from './shape.ts'

export const TOOLS = ['none', 'polygon', 'rectangle', 'corridor', 'edit'] as const
export type Tool = (typeof TOOLS)[number]

export interface Wishes {
  klicType: KlicType
  reference: string
  /** YYYY-MM-DD, or empty. */
  startDate: string
  corridorWidthM: number
}

export interface Draft {
  shape: Shape | null
  /** What the pen is making at this moment; judged and priced, but not yet a step of its own. */
  sketch: Shape | null
  past: readonly (Shape | null)[]
  future: readonly (Shape | null)[]
  tool: Tool
  wishes: Wishes
  /** One number for one area: it makes a repeated "save" or "submit" denote the same job. */
  clientRef: string
}

export type DraftAct =
  | { do: 'take'; tool: Tool }
  | { do: 'sketch'; shape: Shape | null }
  | { do: 'commit'; shape: Shape | null; next?: Tool }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'widen'; widthM: number }
  | { do: 'wish'; wishes: Partial<Wishes> }
  | { do: 'restart'; clientRef: string; shape?: Shape; wishes?: Partial<Wishes> }

export const FIRST_WISHES: Wishes = { klicType: 'GRAAF', reference: '', startDate: '', corridorWidthM: 10 }

export const freshDraft = (clientRef: string): Draft => ({
  shape: null,
  sketch: null,
  past: [],
  future: [],
  tool: 'none',
  wishes: FIRST_WISHES,
  clientRef,
})

/** Same shape, same object: nothing to remember. */
const step = (draft: Draft, shape: Shape | null): Draft =>
  shape === draft.shape
    ? { ...draft, sketch: null }
    : { ...draft, shape, sketch: null, past: [...draft.past, draft.shape], future: [] }

export const draftReducer = (draft: Draft, act: DraftAct): Draft => {
  switch (act.do) {
    case 'take':
      return { ...draft, tool: act.tool, sketch: null }
    case 'sketch':
      return { ...draft, sketch: act.shape }
    case 'commit':
      return { ...step(draft, act.shape), tool: act.next ?? draft.tool }
    case 'undo': {
      const shape = draft.past.at(-1)
      if (shape === undefined) return draft
      const tool = shape === null && draft.tool === 'edit' ? 'none' : draft.tool
      return {
        ...draft,
        shape,
        sketch: null,
        tool,
        past: draft.past.slice(0, -1),
        future: [draft.shape, ...draft.future],
      }
    }
    case 'redo': {
      const [shape, ...future] = draft.future
      if (shape === undefined) return draft
      return { ...draft, shape, sketch: null, past: [...draft.past, draft.shape], future }
    }
    case 'widen': {
      const widened = { ...draft, wishes: { ...draft.wishes, corridorWidthM: act.widthM } }
      return draft.shape?.kind === 'corridor' ? step(widened, { ...draft.shape, widthM: act.widthM }) : widened
    }
    case 'wish':
      return { ...draft, wishes: { ...draft.wishes, ...act.wishes } }
    case 'restart': {
      const fresh = freshDraft(act.clientRef)
      // Kind and width are habits of the person; reference and date belong to the job that was just made.
      const habits = { klicType: draft.wishes.klicType, corridorWidthM: draft.wishes.corridorWidthM }
      return { ...fresh, shape: act.shape ?? null, wishes: { ...fresh.wishes, ...habits, ...act.wishes } }
    }
  }
}

/** What is on the map and priced: the pen's movement, else what was committed. */
export const shownShape = (draft: Draft): Shape | null => draft.sketch ?? draft.shape

/**
 * The new area, and what corrects a job: a draft for each, so that what is drawn for one never becomes part of another.
 * Pure.
 */
import type { Polygon } from 'geojson'
import { type Draft, type DraftAct, draftReducer, freshDraft, momentOf } from './draft.ts'
import { FIRST_DETAILS, habitsOf, type RequestDetails } from './request-details.ts'
import type { Shape } from './shape.ts'

/** So many are kept when somebody leaves them; of more the one that was begun first goes. */
const MAX_CORRECTIONS = 8

export interface Drafts {
  /** Of the new area. */
  readonly own: Draft
  /** No two of one job. */
  readonly corrections: readonly Draft[]
}

export type DraftsAct =
  | DraftAct
  /** As a job was asked: to correct it, where it goes on as it was left, or as a new one. */
  | {
      do: 'begin'
      corrects: string | null
      clientRef: string
      /** null: it is drawn anew, with the same details */
      shape: Shape | null
      keepOut: readonly Polygon[]
      details: Partial<RequestDetails>
    }
  /** What was to correct a job becomes the new area. */
  | { do: 'asNew' }

/** What corrects that job; the new area where nothing does. */
export const draftOf = ({ own, corrections }: Drafts, corrects: string | null): Draft =>
  corrections.find((draft) => draft.corrects === corrects) ?? own

/** @param corrects the job that is being corrected; null: the new area */
export const draftsReducer = (
  drafts: Drafts,
  { corrects, act }: { corrects: string | null; act: DraftsAct },
): Drafts => {
  const { own, corrections } = drafts
  const draft = draftOf(drafts, act.do === 'begin' ? act.corrects : corrects)
  const isOwn = draft === own
  const others = corrections.filter((each) => each !== draft)
  switch (act.do) {
    case 'begin': {
      if (!isOwn) return drafts
      const { do: _, clientRef, ...asked } = act
      const details = { ...FIRST_DETAILS, ...habitsOf(own.details), ...act.details }
      const begun = { ...freshDraft(clientRef), ...asked, details }
      if (act.corrects !== null) return { own, corrections: [...corrections, begun].slice(-MAX_CORRECTIONS) }
      // What was being drawn is not lost to a job that is repeated; asked for twice it is the same area.
      const isOther = own.shape !== null && JSON.stringify(own.shape) !== JSON.stringify(act.shape)
      return { own: { ...begun, aside: isOther ? [...own.aside, own.shape] : own.aside }, corrections }
    }
    case 'asNew': {
      if (isOwn) return drafts
      const aside = [...draft.aside, ...own.aside, ...(own.shape ? [own.shape] : [])]
      // The very first undo leads to what was half drawn.
      return { own: { ...draft, corrects: null, aside, past: [momentOf(own), ...draft.past] }, corrections: others }
    }
    case 'next':
      if (isOwn) break
      // Areas that came along with it are jobs of their own.
      return { own: { ...own, aside: [...own.aside, ...draft.aside] }, corrections: others }
  }
  const next = draftReducer(draft, act)
  if (isOwn) return { own: next, corrections }
  return { own, corrections: corrections.map((each) => (each === draft ? next : each)) }
}

/** Projects: what belongs to one dig, from the first area to the last tick. They exist in the dashboard only. */

export const PROJECT_STATES = ['open', 'completed', 'cancelled'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

export interface ChecklistItem {
  /** From 1 */
  no: number
  text: string
  doneAt: string | null
  doneBy: string | null
  remark: string | null
}

/** An empty list is never complete: there is nothing that anybody did. */
export const isComplete = (items: readonly Pick<ChecklistItem, 'doneAt'>[]): boolean =>
  items.length > 0 && items.every(({ doneAt }) => doneAt !== null)

export const MAX_ITEMS = 100
/** Of one project, and of a company its own templates: an answer holds all of them. */
export const MAX_CHECKLISTS = 50
export const MAX_DOCUMENTS = 500
export const MAX_PROJECT_JOBS = 200
export const MAX_TEMPLATES = 100

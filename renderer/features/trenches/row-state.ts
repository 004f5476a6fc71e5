/** How far a line of a trench plan is located: its tone, and the gravest of several. */
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import type { Tone } from '../../tone.ts'

type RowState = TrenchPlanView['rows'][number]['state']

/** The gravest last. */
export const TONE_OF_ROW = {
  found: 'good',
  elsewhere: 'good',
  open: 'care',
  reopened: 'bad',
  not_found: 'bad',
} as const satisfies Record<RowState, Tone>

const BY_GRAVITY = Object.keys(TONE_OF_ROW) as RowState[]

export const gravest = (states: readonly RowState[]): RowState =>
  states.reduce((worst, each) => (BY_GRAVITY.indexOf(each) > BY_GRAVITY.indexOf(worst) ? each : worst), 'found')

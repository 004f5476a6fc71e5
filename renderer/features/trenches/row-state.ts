/** How far the lines of a trench plan are located: the tone of one, and of several. */
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import type { Tone } from '../../tone.ts'

type Row = Pick<TrenchPlanView['rows'][number], 'id' | 'state'>

/** The gravest last. */
export const TONE_OF_ROW = {
  found: 'good',
  elsewhere: 'good',
  open: 'care',
  reopened: 'bad',
  not_found: 'bad',
} as const satisfies Record<Row['state'], Tone>

const BY_GRAVITY = Object.keys(TONE_OF_ROW) as Row['state'][]

/** That of the gravest. */
export const toneOfRows = (ids: readonly string[], rows: ReadonlyMap<string, Row>) => {
  const states = ids.map((id) => rows.get(id)?.state)
  return TONE_OF_ROW[BY_GRAVITY.findLast((state) => states.includes(state)) ?? 'found']
}

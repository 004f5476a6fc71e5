/** A finding as it is typed, in the window and on the page of the site: where, what is asked of it, and what is wrong with it. */
import { FINDING_BOUNDS, type FindingKind } from '../../../server/features/vocabulary.ts'
import type { Translate } from '../../../server/texts/texts.ts'

/** At a line of the plan, or of a line that the plan does not have. */
export interface Spot {
  feature_id: string | null
  trench: number | null
}

/** What was found of a line is known in each trench that meets it. */
export const isAt = (spot: Spot, { feature_id, trench }: Spot): boolean =>
  feature_id === spot.feature_id && (feature_id !== null || trench === spot.trench)

export const kindsAt = ({ feature_id }: Spot): readonly FindingKind[] =>
  feature_id === null ? ['unknown_line'] : ['found', 'elsewhere', 'not_found']

export interface TypedFinding {
  kind: FindingKind
  offset: string
  depth: string
  remark: string
}
export const NOTHING_TYPED: Omit<TypedFinding, 'kind'> = { offset: '', depth: '', remark: '' }

/** Figures that are asked, by kind. */
export const ASKED = {
  found: ['offset', 'depth'],
  elsewhere: ['offset', 'depth'],
  not_found: [],
  unknown_line: ['depth'],
} as const satisfies Record<FindingKind, readonly (keyof typeof FINDING_BOUNDS)[]>

/** Null: none was typed; NaN: it is no number. */
export const figureIn = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.trim().replace(',', '.'))

/** As the server takes it. */
export const typedFinding = ({ kind, remark, ...typed }: TypedFinding) => {
  const figures = Object.fromEntries(ASKED[kind].map((name) => [name, figureIn(typed[name])]))
  return { kind, offset_m: figures.offset ?? null, depth_m: figures.depth ?? null, remark: remark.trim() || null }
}

/** Null: it can be recorded. */
export const faultOf = (typed: TypedFinding, t: Translate): string | null => {
  for (const name of ASKED[typed.kind]) {
    const value = figureIn(typed[name])
    const [least, most] = FINDING_BOUNDS[name]
    if (Number.isNaN(value)) return t('trenches.finding.noFigure')
    if (value !== null && (value < least || value > most)) return t('trenches.bounds', { least, most })
    if (value === null && name === 'offset' && typed.kind === 'elsewhere') return t('trenches.finding.offsetNeeded')
  }
  return null
}

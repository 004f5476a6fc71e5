/** What can be wrong with a geometry; its sentences are the texts `geometryProblem`. */

export type ProblemKind =
  | 'crs'
  | 'curve_type'
  | 'short_line'
  | 'not_a_number'
  | 'odd_count'
  | 'outside'
  | 'arc'
  | 'short_ring'
  | 'no_outline'
  | 'several_points'
  | 'wrong_dimension'
  | 'gap'
  | 'wrong_kind'
  | 'too_many_points'

/**
 * Of one shape. The longest of the eight deliveries that were published has 268; a shape of 400,000 takes minutes to draw,
 * print or export.
 */
export const MAX_POSITIONS = 50_000

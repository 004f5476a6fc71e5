import { TRENCH_DEFAULTS, type TrenchParameters } from '../../server/imkl/model/trench-plan.ts'

/** Of a plan for which nobody asked for others. */
export const PARAMETERS = Object.fromEntries(
  Object.entries(TRENCH_DEFAULTS).map(([name, [usual]]) => [name, usual]),
) as unknown as TrenchParameters

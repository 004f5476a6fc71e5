/**
 * What the result of one job holds at most, over all its deliveries. It is summarised in answers, so it has limits as each
 * delivery has (imkl/delivery-limits.ts). In the Netherlands some 1,100 operators are registered.
 */
export const RESULT_LIMITS = {
  operators: 2_000,
  /** Of one operator */
  contacts: 500,
  /** The information model has 14; codes that it does not know count */
  themes: 100,
  warnings: 20_000,
  documents: 100_000,
  precautions: 20_000,
} as const

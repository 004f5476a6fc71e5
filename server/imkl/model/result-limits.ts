/**
 * What the result of one job holds at most, over all its deliveries. It is summarised in answers, so it has limits as each
 * delivery has (imkl/gml/delivery-limits.ts). In the Netherlands some 1,100 operators are registered.
 */
import { Refusal } from '../../platform/refusal.ts'

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

export type ResultCounts = Readonly<Record<keyof typeof RESULT_LIMITS, number>>

/** @throws Refusal DELIVERY_UNREADABLE when all deliveries together say more than a result holds */
export function refuseOverLimits(counts: ResultCounts): void {
  for (const [what, most] of Object.entries(RESULT_LIMITS)) {
    const count = counts[what as keyof ResultCounts]
    if (count <= most) continue
    const message = `The deliveries together have ${count} ${what}: a result holds at most ${most}.`
    throw new Refusal('DELIVERY_UNREADABLE', message)
  }
}

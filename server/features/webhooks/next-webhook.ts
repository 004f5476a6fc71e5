/**
 * Whom to tell next: each receiver of web hooks has its own turn. A call that nobody answers takes its 15 seconds, so a
 * receiver has few places, and one that did not answer last time a single one, among places that leave others free.
 */
import { inTurn } from '../../platform/fairness.ts'
import type { Choose, PendingRun } from '../fair-start.ts'

/** Calls under way at one moment, over all workers. */
export const MAX_CONCURRENT_DELIVERIES = {
  ofAll: 16,
  ofCompany: 8,
  ofSilent: 4,
  ofReceiver: 4,
  ofSilentReceiver: 1,
} as const

export interface PendingWebhook {
  readonly key: string
  readonly companyId: string
  /** Host and port; receivers of two companies are two */
  readonly receiver: string | null
  /** It did not answer when it was last tried. */
  readonly isSilent: boolean
}

/** @param told all that is to be told, what is being told included */
export const chooseByReceiver = (told: readonly PendingWebhook[]): Choose => {
  const byKey = new Map(told.map((each) => [each.key, each]))
  return (waiting, underWay) => {
    const counts = new Map<string, number>()
    const places = (one: PendingWebhook): [what: string, most: number][] => [
      ['all', MAX_CONCURRENT_DELIVERIES.ofAll],
      [`company ${one.companyId}`, MAX_CONCURRENT_DELIVERIES.ofCompany],
      [
        `receiver ${one.companyId} ${one.receiver}`,
        one.isSilent ? MAX_CONCURRENT_DELIVERIES.ofSilentReceiver : MAX_CONCURRENT_DELIVERIES.ofReceiver,
      ],
      ...(one.isSilent ? [['silent', MAX_CONCURRENT_DELIVERIES.ofSilent] as [string, number]] : []),
    ]
    const take = (one: PendingWebhook): void => {
      for (const [what] of places(one)) counts.set(what, (counts.get(what) ?? 0) + 1)
    }
    const busy = new Map<string, number>()
    for (const { begun } of underWay) {
      take(byKey.get(begun.key)!)
      busy.set(begun.companyId, (busy.get(begun.companyId) ?? 0) + 1)
    }
    const answeringFirst = waiting
      .map((begun) => ({ begun, companyId: begun.companyId, told: byKey.get(begun.key)! }))
      .sort((a, b) => Number(a.told.isSilent) - Number(b.told.isSilent))
    const chosen: PendingRun<never>[] = []
    for (const { begun, told: one } of inTurn(answeringFirst, busy, answeringFirst.length)) {
      if (!places(one).every(([what, most]) => (counts.get(what) ?? 0) < most)) continue
      take(one)
      chosen.push(begun)
    }
    return chosen
  }
}

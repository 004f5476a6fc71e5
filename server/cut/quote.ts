/** What a cut costs, before anything is filed, and how long that holds. The price of one notification: prices.ts. */

import { type Money, priceOf } from '../registry/prices.ts'
import type { Cut, CutRules } from './cut-rules.ts'

/** In a sentence in English. */
export const countOf = (notifications: number): string =>
  notifications === 1 ? '1 notification' : `${notifications} notifications`

const QUOTE_VALID_DAYS = 30
export const quoteExpiresAt = (now: Date): string =>
  new Date(now.getTime() + QUOTE_VALID_DAYS * 86_400_000).toISOString()

/** After it has expired; from then on only the extent of what was asked is kept. */
export const AREA_KEPT_DAYS = 30

export interface QuoteBounds {
  quotes: number
  /** Of their areas, as text */
  characters: number
}

/** Quotes that were not submitted and whose area is kept. */
export const MAX_OPEN_QUOTES: { readonly ofKey: QuoteBounds; readonly ofCompany: QuoteBounds } = {
  ofKey: { quotes: 10_000, characters: 200_000_000 },
  ofCompany: { quotes: 30_000, characters: 600_000_000 },
}

/** A quote of more parts than these is answered with its first cut, and made better afterwards. */
export const MAX_PARTS_AT_ONCE = 8

/** In the words of the wire (API v1, `quote`). */
export interface Quote {
  notifications: number
  price_per_notification: Money
  total: Money
  vat: 'excluded'
  /** Proven: no cut has fewer notifications. */
  lower_bound: number
  /** Notifications that a grid laid from the south-west corner of the area would take. */
  plain_grid: number
  /** What the cut costs less than the plain grid. */
  saved: Money
  /** Asked for beyond the area that was drawn, overlaps counted. */
  extra_area_m2: number
  /** Notifications that the user's own rules take more. */
  rules_cost: number
  explanation: string
}

/** Each part is one notification. @param cents the price of one */
export const quoteFor = (cut: Cut, cents?: number): Quote => ({
  notifications: cut.parts.length,
  price_per_notification: priceOf(1, cents),
  total: priceOf(cut.parts.length, cents),
  vat: 'excluded',
  lower_bound: cut.lowerBound,
  plain_grid: cut.plainGrid,
  saved: priceOf(Math.max(0, cut.plainGrid - cut.parts.length), cents),
  extra_area_m2: cut.extraAreaM2,
  rules_cost: cut.rulesCost,
  explanation: cut.explanation,
})

/** The price and its reasons as they were when the area was cut; submitting files exactly this. */
export interface FrozenQuote extends Quote {
  /** The user's own rules that it was cut by. */
  rules?: CutRules
}

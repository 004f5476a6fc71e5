/** What a cut costs, before anything is filed. */
import type { Cut } from './cut.ts'
import { type Money, priceOf } from './prices.ts'

/** In the words of the wire (API v1, `quote`). */
export interface Quote {
  notifications: number
  price_per_notification: Money
  total: Money
  vat: 'excluded'
  explanation: string
}

/** Each part is one notification. */
export const quoteFor = (cut: Cut): Quote => ({
  notifications: cut.parts.length,
  price_per_notification: priceOf(1),
  total: priceOf(cut.parts.length),
  vat: 'excluded',
  explanation: cut.explanation,
})

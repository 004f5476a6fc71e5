/** What a notification costs. Money is a decimal string; sums are made in whole cents, never in floats. */
import type { KlicType } from './klic.ts'

export interface Money {
  amount: string
  currency: 'EUR'
}

/** EUR 39.95 for each notification that is filed, excluding VAT. */
export const PRICE_CENTS = 3995

export const euros = (cents: number): Money => ({
  amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
  currency: 'EUR',
})

/** The cents of an amount such as `39.95`. */
export const centsOf = (amount: string): number => Math.round(Number(amount) * 100)

export const priceOf = (notifications: number): Money => euros(notifications * PRICE_CENTS)

/** Longest side of one notification's axis-aligned extent in RD, and of all notifications of one order. Source: Kadaster KLIC B2B. */
export const REGISTRY_LIMITS = {
  GRAAF: { partSideM: 500, orderSideM: 5000 },
  ORIENT: { partSideM: 2500, orderSideM: 10_000 },
} as const satisfies Record<KlicType, { partSideM: number; orderSideM: number }>

/** Positions of a part's ring, the closing one counted (not published whether it counts: the careful reading). */
export const MAX_PART_POSITIONS = 50
export const MAX_PARTS_PER_ORDER = 100
export const MAX_INPUT_POSITIONS = 50_000

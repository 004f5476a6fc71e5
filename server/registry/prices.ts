/** What a notification costs. Money is a decimal string; sums are made in whole cents, never in floats. */
export interface Money {
  amount: string
  currency: 'EUR'
}

/** EUR 39.95 for each notification that is filed, excluding VAT, where the installation has no price list of its own. */
export const PRICE_CENTS = 3995

/** What a notification costs on these Dutch calendar days, both included. */
export interface PricePeriod {
  /** YYYY-MM-DD */
  from: string
  /** null: until further notice */
  until: string | null
  /** Whole cents, excluding VAT */
  cents: number
}

export const MAX_PRICE_PERIODS = 50

/** What Kadaster itself charges for one notification, to the relation number it is filed under. Exempt from VAT. */
export interface KadasterTariff {
  /** Whole cents */
  cents: number
  /** The first Dutch calendar day it holds, YYYY-MM-DD */
  from: string
  /** Where it is published */
  source: string
}

/** Source: Kadaster, product page KLIC-melding: one tariff for all kinds, exempt from VAT. No later figure was published. */
export const KADASTER_TARIFF: KadasterTariff = {
  cents: 1100,
  from: '2024-01-01',
  source: 'https://www.kadaster.nl/zakelijk/producten/graafwerk/klic-melding',
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/**
 * What is wrong with a price list: its periods follow each other without a gap, and the last one is open, so that every
 * day from the first on has one price. undefined: nothing.
 * @returns the index of the period at fault, and words for people
 */
export function priceListFault(list: readonly PricePeriod[]): { index: number; message: string } | undefined {
  for (const [index, { from, until }] of list.entries()) {
    const next = list[index + 1]
    if (until !== null && until < from) return { index, message: `until (${until}) lies before from (${from}).` }
    if (!next && until !== null) return { index, message: 'The last price has no end: until must be null.' }
    if (next && (until === null || dayAfter(until) !== next.from)) {
      return { index, message: `The next price begins on ${next.from}: until must be the day before.` }
    }
  }
  return undefined
}

/**
 * A quote holds the price of the day on which it was made until it expires.
 * @param list one without fault; null, or a day before its first: the price of the product
 */
export const priceOn = (list: readonly PricePeriod[] | null, day: string): number =>
  list?.find(({ from, until }) => from <= day && (until === null || day <= until))?.cents ?? PRICE_CENTS

export const euros = (cents: number): Money => ({
  amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
  currency: 'EUR',
})

/** The cents of an amount such as `39.95`. */
export const centsOf = (amount: string): number => Math.round(Number(amount) * 100)

export const priceOf = (notifications: number, cents = PRICE_CENTS): Money => euros(notifications * cents)

/** How long files are kept, where a company sets a bound. */

/** Said so long before anything is removed. */
export const WARNED_BEFORE_DAYS = 7

export const LEAST_RESULT_DAYS = 30
/**
 * A supplement comes up to 20 working days after a delivery and is merged with what is there; and the digger must be able
 * to show what was delivered while the works last.
 */
export const LEAST_DELIVERY_DAYS = 90

/** What was found to be damaged on the disk, and set aside. */
export const DAMAGED_KEPT_DAYS = 30

export const wholeGb = (gb: number): number => gb * 1024 ** 3

/**
 * What is shown of a job that waits for more: the deliveries that have come, merged. It is no result, says so in its name and in
 * all its files, and is gone when the result is there.
 */

/** What a job tells of its own, in the words of the wire. */
export interface PreliminaryFacts {
  /** Rises with each delivery that it is made anew of */
  no: number
  /** How many parts have something in it */
  parts: number
  features: number
  made_at: string
}

/** Its files have a number below zero where those of results have their revision, so that neither is taken for the other. */
export const revisionOf = (no: number): number => -no
export const isPreliminary = (revision: number): boolean => revision < 0

/** What its names say before anything else. */
export const PRELIMINARY = 'VOORLOPIG'

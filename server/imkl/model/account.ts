/** The account of a result: that nothing of what was delivered is silently missing. */

/**
 * What became of every feature member of the deliveries that were used:
 * delivered = drawn + without_geometry + administrative + unknown + merged, to the feature.
 */
export interface AccountCounts {
  /** Feature members of all deliveries that were used; of a replaced delivery none. */
  delivered: number
  /** Objects on the map. */
  drawn: number
  /** Objects of map classes whose position is not in the deliveries or can't be read; they have a row. */
  without_geometry: number
  /** Parties, documents, networks, and the UtilityLinks that carry the lines of cables. */
  administrative: number
  /** Objects of classes that this program does not know; they have a row in the table `onbekend`. */
  unknown: number
  /** Members that were one more version of an object that another delivery also holds. */
  merged: number
}

export interface OperatorAccount extends AccountCounts {
  /** Code in the gml:id; null for members without one. */
  bronhouder: string | null
}

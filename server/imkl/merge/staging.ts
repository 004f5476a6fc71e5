/**
 * What the merge needs to remember between reading the XML and writing the result, without holding it in memory.
 * It is written once, sealed, and then read in one defined order, so that the result does not depend on the order
 * of members in a file. server/exports/geopackage/staging.ts implements it on a temporary SQLite file; imkl knows no database.
 */

export interface StagedMember {
  /** Place of the delivery in the list that mergeDeliveries made; 0 is the one with the latest compilation date. */
  delivery: number
  objecttype: string
  /** gml:id, exactly as written. */
  id: string
  /** JSON, as read.ts made it. */
  body: string
  /** As geometry-code.ts packs it; null when the member has none. */
  geometry: Uint8Array | null
}

/** While it is read. */
export interface StagingWriter {
  /** @param order the place of its class in the result, from 0; null for what is only looked up, never listed. */
  addMember(delivery: number, order: number | null, member: Omit<StagedMember, 'delivery'>): void
  /** One xlink:href from one member to another of the same delivery. */
  addReference(delivery: number, property: string, from: string, to: string): void
}

export interface Staging extends StagingWriter {
  /** Ends writing and builds what the questions below need. */
  seal(): void
  find(delivery: number, id: string): StagedMember | undefined
  /** Who points to `to` by this property, in any delivery; by delivery, then id. */
  referrers(property: string, to: string): { delivery: number; from: string }[]
  /** Every property that some reference has. */
  referenceProperties(): ReadonlySet<string>
  /** References without a target in their own delivery, counted. */
  unresolved(): { delivery: number; property: string; count: number }[]
  /** Members of this class that no other member of their delivery points to by this property, counted. */
  unreferenced(objecttype: string, property: string): { delivery: number; count: number }[]
  /** All members with an order: by order, objecttype, id, delivery. Lookups are allowed while it runs. */
  inOrder(): Iterable<StagedMember & { order: number }>
  countInOrder(): number
  close(): void
}

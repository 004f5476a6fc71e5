/** A feature in the merge: all versions of one class and gml:id, and what its row needs beyond itself. */

import type { Delivery, Network } from '../delivery/delivery.ts'
import { hasLinks } from '../gml/classes.ts'
import { textOf } from '../gml/properties.ts'
import type { Properties } from '../gml/read.ts'
import type { Staging } from './staging.ts'

export interface Version {
  delivery: Delivery
  properties: Properties
}

/** One feature: all versions of one class and gml:id, latest delivery first. */
export interface Feature {
  order: number
  objecttype: string
  id: string
  versions: readonly Version[]
}

/** What the lines of a feature add to its row; null for what is no line. */
export interface LineFacts {
  isFictitious: boolean
  isCutOff: boolean
  parts: number
  lengthM: number | null
  /** Coordinates of its links that could not be read, as they were written. */
  asDelivered: readonly string[]
}

/** What a row needs beyond its own feature. */
export interface RowContext {
  deliveries: readonly Delivery[]
  staging: Staging
  /** Properties by which any member points to another: saves asking for what nobody has. */
  referenceKinds: ReadonlySet<string>
  /** Name of an operator. */
  operatorName(code: string): string | null
  /** Operators that did not deliver, for the request polygon of a delivery. */
  notDelivered(delivery: Delivery): string[]
}

export function themeOfFeature(feature: Feature): string | null {
  return networkOf(feature)?.theme ?? null
}

export function networkOf({ versions }: Feature): Network | undefined {
  for (const { delivery, properties } of versions) {
    const network = delivery.networks.get(textOf(properties, 'inNetwork') ?? '')
    if (network) return network
  }
  return undefined
}

/** Attributes come from the delivery that was compiled last. */
export const latest = (feature: Feature): Properties => feature.versions[0]!.properties

/** Does the class take its geometry through links? */
export const isLinked = (feature: Feature): boolean => hasLinks(feature.objecttype)

/**
 * What one delivery may say at most. Operators, contacts, documents and kinds of faults are kept in memory, go into
 * summaries and answers, and are parsed where all companies are served. The limits lie far above the real deliveries that
 * we have: those name at most four operators and eight networks.
 */
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { unreadable } from './decode.ts'
import type { Member } from './read.ts'

export const DELIVERY_LIMITS = {
  operators: 500,
  /** Belangen: each names up to three contacts */
  interests: 2_000,
  networks: 5_000,
  documents: 20_000,
  /** Codes in gml:ids, and classes, that are not known */
  names: 1_000,
  /** Of all that has no place on the map */
  characters: 32 * 1024 ** 2,
  /** Of all geometries together */
  positions: 10_000_000,
  /** Of the summary as JSON */
  summaryCharacters: 2 * 1024 ** 2,
} as const
export type DeliveryLimits = Readonly<Record<keyof typeof DELIVERY_LIMITS, number>>

const WORDS: Readonly<Record<keyof DeliveryLimits, string>> = {
  operators: 'operators (netbeheerders)',
  interests: 'interests (belangen) of operators',
  networks: 'networks',
  documents: 'documents',
  names: 'unknown classes or operators',
  characters: 'characters about operators',
  positions: 'positions',
  summaryCharacters: 'characters in its summary',
}

const KIND: Readonly<Record<string, keyof DeliveryLimits>> = {
  Belanghebbende: 'operators',
  Beheerder: 'operators',
  Belang: 'interests',
  Utiliteitsnet: 'networks',
}

const positionsOf = (geometry: ResultGeometry | null): number => {
  if (geometry === null) return 0
  if (geometry.type === 'Point') return 1
  const paths = geometry.type === 'MultiLineString' ? geometry.lines : geometry.polygons.flat()
  return paths.reduce((sum, path) => sum + path.length / 2, 0)
}

/** Counts what a delivery says. */
export class DeliveryCounter {
  private readonly name: string
  private readonly limits: DeliveryLimits
  /** By class: an operator is a Belanghebbende and a Beheerder. */
  private readonly members = new Map<string, number>()
  private characters = 0
  private positions = 0

  /** @param name of the delivery, for messages */
  constructor(name: string, limits: DeliveryLimits = DELIVERY_LIMITS) {
    this.name = name
    this.limits = limits
  }

  /** @throws Refusal DELIVERY_UNREADABLE when it is one too many */
  take({ objecttype, geometry, drawnGeometry }: Member): void {
    const kind = KIND[objecttype]
    if (kind !== undefined) {
      const count = (this.members.get(objecttype) ?? 0) + 1
      this.members.set(objecttype, count)
      this.check(kind, count)
    }
    this.positions += positionsOf(geometry) + positionsOf(drawnGeometry)
    this.check('positions', this.positions)
  }

  takeCharacters(count: number): void {
    this.characters += count
    this.check('characters', this.characters)
  }

  /** @throws Refusal DELIVERY_UNREADABLE */
  check(kind: keyof DeliveryLimits, count: number): void {
    const most = this.limits[kind]
    if (count > most) throw unreadable(this.name, `it has more than ${most.toLocaleString('en')} ${WORDS[kind]}`)
  }
}

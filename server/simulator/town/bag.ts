/**
 * A handful of invented addresses in the place of the BAG, with which every complaint about an address can be met. An id
 * that is not here passes when its kind fits the use: real addresses must get through in a trial of the product.
 */
import { bagObject } from '../../registry/orders/notification.ts'
import addresses from '../data/addresses.json' with { type: 'json' }
import type { WireAddress } from '../model.ts'

export interface BagRecord {
  openbareRuimteNaam: string
  huisnummer: string
  huisletter?: string
  huisnummertoevoeging?: string
  /** Absent: an object without one, such as a transformer house. */
  postcode?: string
  woonplaatsNaam: string
}

/** `null`: the BAG has no such object, or only as a secondary address. */
export const BAG_FIXTURES: Readonly<Record<string, BagRecord | null>> = addresses.records

export type BagField = keyof BagRecord

/** `unknown`: no such object of this kind. `unlisted`: not among the fixtures, so nothing to compare with. */
export const bagAnswer = (
  bagId: string,
  kind: 'nummeraanduiding' | 'adresseerbaar_object',
): BagRecord | 'unknown' | 'unlisted' => {
  if (bagObject(bagId) !== kind) return 'unknown'
  const record = BAG_FIXTURES[bagId]
  return record === undefined ? 'unlisted' : (record ?? 'unknown')
}

/** @param always fields that must be there; the others differ only when they are given */
export const differences = (address: WireAddress, record: BagRecord, always: readonly BagField[]): BagField[] => {
  const fields = [
    'openbareRuimteNaam',
    'huisnummer',
    'huisletter',
    'huisnummertoevoeging',
    'postcode',
    'woonplaatsNaam',
  ] as const
  return fields.filter(
    (field) => (always.includes(field) || address[field]) && (address[field] ?? '') !== (record[field] ?? ''),
  )
}

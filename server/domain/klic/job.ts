/**
 * What is asked for with a job, and what a job carries beside its state. Our own words: the wire's snake_case is
 * translated in server/api, the rows' JSON in server/store.
 */

import type { JsonText } from '../json-text.ts'
import type { Contact } from '../settings.ts'
import type { CutRules } from './cut.ts'
import type { KlicType } from './klic.ts'
import type { Quote } from './quote.ts'

/** As the caller gave it; the registry of addresses (BAG) may know more. */
export interface AddressGiven {
  bagId?: string
  street?: string
  houseNumber?: number
  houseLetter?: string
  houseNumberAddition?: string
  postcode?: string
  city?: string
}

/** Client of the works (opdrachtgever). */
export interface PrincipalGiven {
  organisation: string
  kvkNumber?: string
  contact: Contact
  address?: AddressGiven
}

/** The user's own rules for the cut, beyond the registry's; each may cost notifications. */
export interface CutRulesAsked {
  maxExtraM?: number
  /** GeoJSON polygons as they came over the wire, not yet judged; in the system of the area. */
  keepOut?: JsonText[]
  infoBufferM?: number
}

export interface JobAsked {
  /** GeoJSON as it came over the wire, not yet judged. */
  geometry: JsonText
  klicType: KlicType
  crs?: string
  reference?: string
  clientRef?: string
  address?: AddressGiven
  webhookUrl?: string
  /** YYYY-MM-DD, Dutch calendar day */
  startDate?: string
  endDate?: string
  works?: string[]
  principal?: PrincipalGiven
  hasAddresses?: AddressGiven[]
  cutRules?: CutRulesAsked
  submit: boolean
}

/** What the registry said of an order or a part; `pointer` into our own input where the cause is known. */
export interface RegistryMessage {
  severity: 'ERROR' | 'WARNING'
  code: string
  message: string
  pointer: string | null
}

/** The price and its reasons as they were when the area was cut; submitting files exactly this. */
export interface FrozenQuote extends Quote {
  /** The user's own rules that it was cut by. */
  rules?: CutRules
}

export const QUOTE_VALID_DAYS = 30

/**
 * What a notification says besides its areas: who asks, for whom, which works, when and at which address.
 * Our own words; server/registry/orders/order-body.ts alone turns them into Kadaster's.
 * Source of lists, limits and patterns: Kadaster KLIC B2B request specification, workbook v0.89. Check there before
 * changing one.
 */
import type { RdPolygon } from '../../geometry/geometry.ts'
import type { KlicType } from '../klic.ts'
import type { DigDepth, DigMethod, StandardVersion } from './standards.ts'

/**
 * What an orientation request can be in preparation of (WIBON, broadband): coordinating civil works, or sharing somebody's
 * physical infrastructure. The registry has a flag for each, and takes at most one.
 */
export const PREPARATIONS = ['civil_works_coordination', 'shared_infrastructure'] as const
export type Preparation = (typeof PREPARATIONS)[number]

/** Countries an organisation's address can have. Norway is not in Kadaster's list. */
export const COUNTRY_CODES = [
  ...['NLD', 'ALB', 'AUT', 'BEL', 'BGR', 'CHE', 'CYP', 'CZE', 'DEU', 'DNK', 'ESP', 'EST', 'FIN', 'FRA', 'GBR', 'GRC'],
  ...['HRV', 'HUN', 'IRL', 'ISL', 'ITA', 'LTU', 'LUX', 'LVA', 'MKD', 'MLT', 'MNE', 'POL', 'PRT', 'ROU', 'SRB', 'SVK'],
  ...['SVN', 'SWE', 'TUR'],
] as const

/**
 * `bagId` has 16 digits. Which object it names depends on the use: an organisation's address carries the id of its
 * nummeraanduiding, an address of the works that of the adresseerbaar object. Null only for a foreign organisation.
 */
export interface Address {
  bagId: string | null
  street: string
  houseNumber: string
  houseLetter?: string | null
  houseNumberAddition?: string | null
  town: string
  /** Dutch: six characters without a space, `5683AC`. Empty where an object has none (a transformer house). */
  postcode: string
  /** ISO 3166 alpha-3, one of COUNTRY_CODES. */
  country: string
}

export interface Contact {
  name: string
  phone: string
  email: string
}

/** The digger as Kadaster has it on record: a difference rejects the order (COR0897). */
export interface Applicant {
  /** Kadaster's customer number: text of exactly ten digits, see `relationNumber`. */
  relationNumber: string
  organisation: string
  kvk: string | null
  address: Address
  contact: Contact
  /** A shared mailbox that is really read: receipts and news of a safety area go there. */
  extraContact: Partial<Contact> | null
}

/** Opdrachtgever: for whom the works are done. */
export interface Principal {
  organisation: string
  kvk: string | null
  address: Address
  contact: Contact
}

export interface PartDraft {
  polygon: RdPolygon
  /** GRAAF only (of a calamity none is asked): about which information is asked for; it contains the polygon. */
  informationPolygon?: RdPolygon
  /** At or nearest to the works; equal to BAG in every field. */
  locationAddress: Address
  /** Free hint of at most 100 characters, such as the corner of a field. */
  description: string | null
  houseConnections?: readonly Address[]
}

/** One order (bestelling): its content, and the id under which it is sent. */
export interface OrderDraft extends OrderContent {
  /** GUID, new for each order and each corrected attempt; the same for a resend. */
  postId: string
}

/** 1 to 100 parts that share everything but polygon, location and hint. */
export interface OrderContent {
  klicType: KlicType
  applicant: Applicant
  /** GRAAF only, and then mandatory. */
  principal: Principal | null
  /** In which version of the standards it is sent; default: 2. */
  standard?: StandardVersion
  works: readonly string[]
  /** How and how deep; for a version that asks for it. */
  methods?: readonly DigMethod[]
  maxDepth?: DigDepth | null
  worksNote: string | null
  /** ORIENT only, and then without works. */
  preparation?: Preparation | null
  /** As the customer wrote it; it is sent as `cleanReference` makes it. */
  reference: string
  /** YYYY-MM-DD, GRAAF only. */
  startDate: string | null
  endDate: string | null
  /** Customers with e-invoicing at Kadaster must give one of the two. */
  invoiceReference?: string | null
  purchaseNumber?: string | null
  parts: readonly PartDraft[]
}

export const MAX_WORKS = 6
export const MAX_WORKS_NOTE = 2000
export const MAX_LOCATION_NOTE = 100
export const MAX_HOUSE_CONNECTIONS = 100
export const MAX_START_WORKING_DAYS = 20
export const MAX_INVOICE_REFERENCE = 35

/** Space and tab only: JavaScript's \s would let through spaces that Kadaster's does not know. */
export const PHONE_PATTERN = /^[0-9 \t+\-()]+$/
/** Stricter than Kadaster's own web portal: no `&`, no `*`, no apostrophe. */
export const EMAIL_PATTERN =
  /^[_A-Za-z0-9\-+]{1,50}(?:\.[_A-Za-z0-9\-+]{1,50}){0,15}@[A-Za-z0-9-]{1,50}(?:\.[A-Za-z0-9-]+){0,50}(\.[A-Za-z]{2,20})$/
export const REFERENCE_PATTERN = /^[a-zA-Z0-9\s"'!\-,;:?.]+$/
export const DUTCH_POSTCODE_PATTERN = /^[1-9][0-9]{3}[A-Z]{2}$/

/** What Kadaster takes as `referentie`: accents off, anything else it refuses becomes `-`, cut. May come out empty. */
export const cleanReference = (reference: string, max: number): string =>
  reference
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^a-zA-Z0-9\s"'!\-,;:?.]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .trim()

/** `771234` becomes `0000771234`; null when it can't be a relation number. */
export const relationNumber = (typed: string): string | null => {
  const digits = typed.trim()
  return /^[0-9]{1,10}$/.test(digits) ? digits.padStart(10, '0') : null
}

export type BagObject = 'adresseerbaar_object' | 'nummeraanduiding' | 'other'

/** Digits 5 and 6 of a BAG id name the kind of object; null when it is no BAG id. Inferred, not promised by Kadaster. */
export const bagObject = (bagId: string): BagObject | null => {
  if (!/^[0-9]{16}$/.test(bagId)) return null
  const kind = bagId.slice(4, 6)
  if (kind === '01' || kind === '02' || kind === '03') return 'adresseerbaar_object'
  return kind === '20' ? 'nummeraanduiding' : 'other'
}

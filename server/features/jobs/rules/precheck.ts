/**
 * What Kadaster would refuse about an order, found before anything is sent. Only rules that can be judged here: what
 * BAG or Kadaster's customer record say is judged there.
 * Pointers are into the OrderContent; `code` is ours and the key to the words (precheck-words.ts). Where Kadaster's rule
 * is unpublished or can be read in two ways, the stricter reading holds here. Which of Kadaster's codes each rule keeps
 * away stands in test/registry/codes.test.ts.
 */

import { MAX_PART_POSITIONS, MAX_PARTS_PER_ORDER, REGISTRY_LIMITS } from '../../../geometry/registry-limits.ts'
import { type RingFault, ringFaults } from '../../../geometry/ring-faults.ts'
import type { Complaint } from '../../../platform/refusal.ts'
import { KINDS_OF_WORK } from '../../../registry/orders/kinds-of-work.ts'
import {
  type Address,
  bagObject,
  COUNTRY_CODES,
  type Contact,
  cleanReference,
  DUTCH_POSTCODE_PATTERN,
  EMAIL_PATTERN,
  MAX_HOUSE_CONNECTIONS,
  MAX_INVOICE_REFERENCE,
  MAX_LOCATION_NOTE,
  MAX_WORKS,
  MAX_WORKS_NOTE,
  type OrderContent,
  PHONE_PATTERN,
} from '../../../registry/orders/notification.ts'
import { STANDARDS } from '../../../registry/orders/standards.ts'
import { startDateFault } from '../../../registry/start-date.ts'
import { isDate } from '../../../registry/working-days.ts'
import { type PrecheckCode, precheckText } from './precheck-words.ts'

type Complain = (pointer: string, code: PrecheckCode, limit?: number) => void

export const complaintOf = (pointer: string, code: PrecheckCode, limit?: number): Complaint => ({
  pointer,
  code,
  message: precheckText(code, 'en', limit) ?? '',
  ...(limit === undefined ? {} : { limit }),
})

/** Control characters (line ends and tabs aside) and halves of pairs: no XML, and so no delivery, can hold them. */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** A text that may be left out. */
const optional = (complain: Complain, pointer: string, value: string | null | undefined, max: number): void => {
  if (!value) return
  if (value.length > max) complain(pointer, 'TOO_LONG', max)
  if (UNPRINTABLE.test(value)) complain(pointer, 'CHARACTERS_INVALID')
}

const text = (complain: Complain, pointer: string, value: string | null | undefined, max: number): void => {
  if (!value?.trim()) complain(pointer, 'MISSING')
  else optional(complain, pointer, value, max)
}

const phoneAndEmail = (complain: Complain, pointer: string, contact: Partial<Contact>): void => {
  const { phone, email } = contact
  if (phone && phone.length > 30) complain(`${pointer}/phone`, 'TOO_LONG', 30)
  else if (phone && !PHONE_PATTERN.test(phone)) complain(`${pointer}/phone`, 'PHONE_INVALID')
  if (email && email.length > 70) complain(`${pointer}/email`, 'TOO_LONG', 70)
  else if (email && !EMAIL_PATTERN.test(email)) complain(`${pointer}/email`, 'EMAIL_INVALID')
}

const contact = (complain: Complain, pointer: string, given: Contact): void => {
  text(complain, `${pointer}/name`, given.name, 100)
  if (!given.phone?.trim()) complain(`${pointer}/phone`, 'MISSING')
  if (!given.email?.trim()) complain(`${pointer}/email`, 'MISSING')
  phoneAndEmail(complain, pointer, given)
}

const addressLengths = (complain: Complain, pointer: string, address: Address): void => {
  if (!address.houseNumber) complain(`${pointer}/houseNumber`, 'MISSING')
  else if (!/^[0-9]{1,9}$/.test(address.houseNumber)) complain(`${pointer}/houseNumber`, 'HOUSE_NUMBER_INVALID')
  optional(complain, `${pointer}/houseLetter`, address.houseLetter, 1)
  optional(complain, `${pointer}/houseNumberAddition`, address.houseNumberAddition, 20)
  text(complain, `${pointer}/street`, address.street, 80)
  text(complain, `${pointer}/town`, address.town, 64)
}

const organisationAddress = (complain: Complain, pointer: string, address: Address): void => {
  addressLengths(complain, pointer, address)
  if (!(COUNTRY_CODES as readonly string[]).includes(address.country)) complain(`${pointer}/country`, 'COUNTRY_INVALID')
  if (address.country !== 'NLD') {
    if (address.bagId) complain(`${pointer}/bagId`, 'BAG_ID_NOT_ALLOWED')
    optional(complain, `${pointer}/postcode`, address.postcode, 10)
    return
  }
  if (!DUTCH_POSTCODE_PATTERN.test(address.postcode)) complain(`${pointer}/postcode`, 'POSTCODE_INVALID')
  if (!address.bagId) complain(`${pointer}/bagId`, 'BAG_ID_MISSING')
  else if (bagObject(address.bagId) !== 'nummeraanduiding') complain(`${pointer}/bagId`, 'BAG_ID_NO_NUMBER')
}

const worksAddress = (complain: Complain, pointer: string, address: Address): void => {
  addressLengths(complain, pointer, address)
  if (address.country !== 'NLD') complain(`${pointer}/country`, 'COUNTRY_NOT_NLD')
  if (address.postcode && !DUTCH_POSTCODE_PATTERN.test(address.postcode)) {
    complain(`${pointer}/postcode`, 'POSTCODE_INVALID')
  }
  if (!address.bagId) complain(`${pointer}/bagId`, 'BAG_ID_MISSING')
  else if (bagObject(address.bagId) !== 'adresseerbaar_object') complain(`${pointer}/bagId`, 'BAG_ID_NO_OBJECT')
}

const dates = (complain: Complain, draft: OrderContent, today: string): void => {
  const { startDate, endDate } = draft
  if (draft.klicType !== 'GRAAF') return
  if (!startDate) complain('/startDate', 'MISSING')
  else if (!isDate(startDate)) complain('/startDate', 'DATE_INVALID')
  else {
    const fault = startDateFault(startDate, today)
    if (fault) complain('/startDate', fault.code, fault.limit)
  }
  if (!endDate) complain('/endDate', 'MISSING')
  else if (!isDate(endDate)) complain('/endDate', 'DATE_INVALID')
  else if (startDate && isDate(startDate) && endDate <= startDate) complain('/endDate', 'END_BEFORE_START')
}

const works = (complain: Complain, draft: OrderContent): void => {
  if (draft.klicType === 'CALAMITEIT' && !draft.preparation) return
  if (draft.preparation) {
    if (draft.klicType !== 'ORIENT') complain('/preparation', 'PREPARATION_ORIENT_ONLY')
    if (draft.works.length > 0) complain('/works', 'WORKS_WITH_PREPARATION')
    if (draft.worksNote) complain('/worksNote', 'WORKS_WITH_PREPARATION')
    return
  }
  const counted = draft.works.length + (draft.worksNote ? 1 : 0)
  if (draft.works.length === 0) complain('/works', 'MISSING')
  else if (counted > MAX_WORKS) complain('/works', 'WORKS_TOO_MANY', MAX_WORKS)
  draft.works.forEach((work, index) => {
    if (!(KINDS_OF_WORK as readonly string[]).includes(work)) complain(`/works/${index}`, 'WORKS_UNKNOWN')
    else if (draft.works.indexOf(work) !== index) complain(`/works/${index}`, 'WORKS_REPEATED')
  })
  optional(complain, '/worksNote', draft.worksNote, MAX_WORKS_NOTE)
  if (!STANDARDS[draft.standard ?? 2].asksMethod) return
  if (!draft.methods?.length) complain('/methods', 'MISSING')
  if (!draft.maxDepth) complain('/maxDepth', 'MISSING')
}

const parties = (complain: Complain, draft: OrderContent): void => {
  const { applicant, principal } = draft
  if (!/^[0-9]{10}$/.test(applicant.relationNumber)) {
    complain('/applicant/relationNumber', 'RELATION_NUMBER_INVALID')
  }
  for (const [pointer, party] of [['/applicant', applicant] as const, ['/principal', principal] as const]) {
    if (!party || (pointer === '/principal' && draft.klicType !== 'GRAAF')) continue
    text(complain, `${pointer}/organisation`, party.organisation, 100)
    optional(complain, `${pointer}/kvk`, party.kvk, 25)
    contact(complain, `${pointer}/contact`, party.contact)
    organisationAddress(complain, `${pointer}/address`, party.address)
  }
  if (applicant.extraContact) {
    optional(complain, '/applicant/extraContact/name', applicant.extraContact.name, 100)
    phoneAndEmail(complain, '/applicant/extraContact', applicant.extraContact)
  }
  if (draft.klicType === 'GRAAF' && !principal) complain('/principal', 'PRINCIPAL_MISSING')
}

const RING_LIMITS: Partial<Record<RingFault, (draft: OrderContent) => number>> = {
  too_many_positions: () => MAX_PART_POSITIONS,
  too_large: (draft) => REGISTRY_LIMITS[draft.klicType].partSideM,
}

const parts = (complain: Complain, draft: OrderContent): void => {
  if (draft.parts.length === 0) complain('/parts', 'MISSING')
  const most = draft.klicType === 'CALAMITEIT' ? 1 : MAX_PARTS_PER_ORDER
  if (draft.parts.length > most) complain('/parts', 'TOO_MANY', most)
  draft.parts.forEach((part, index) => {
    const pointer = `/parts/${index}`
    for (const fault of ringFaults(part.polygon.rings, draft.klicType)) {
      complain(`${pointer}/polygon`, fault.toUpperCase() as Uppercase<RingFault>, RING_LIMITS[fault]?.(draft))
    }
    worksAddress(complain, `${pointer}/locationAddress`, part.locationAddress)
    const connections = part.houseConnections ?? []
    if (connections.length > MAX_HOUSE_CONNECTIONS) {
      complain(`${pointer}/houseConnections`, 'TOO_MANY', MAX_HOUSE_CONNECTIONS)
    }
    connections.forEach((address, at) => {
      worksAddress(complain, `${pointer}/houseConnections/${at}`, address)
    })
    optional(complain, `${pointer}/description`, part.description, MAX_LOCATION_NOTE)
  })
  const positions = draft.parts.flatMap((part) => part.polygon.rings[0] ?? [])
  if (positions.length === 0) return
  const span = (axis: 0 | 1): number => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const position of positions) {
      low = Math.min(low, position[axis])
      high = Math.max(high, position[axis])
    }
    return high - low
  }
  const sideM = REGISTRY_LIMITS[draft.klicType].orderSideM
  if (Math.max(span(0), span(1)) > sideM + 0.0005) complain('/parts', 'ORDER_TOO_LARGE', sideM)
}

/** @param today Dutch date, YYYY-MM-DD. An empty list: nothing known speaks against sending it. */
export const precheck = (draft: OrderContent, today: string): Complaint[] => {
  const complaints: Complaint[] = []
  const complain: Complain = (pointer, code, limit) => complaints.push(complaintOf(pointer, code, limit))
  if (!cleanReference(draft.reference, STANDARDS[draft.standard ?? 2].maxReference)) complain('/reference', 'MISSING')
  optional(complain, '/invoiceReference', draft.invoiceReference, MAX_INVOICE_REFERENCE)
  optional(complain, '/purchaseNumber', draft.purchaseNumber, MAX_INVOICE_REFERENCE)
  parties(complain, draft)
  works(complain, draft)
  dates(complain, draft, today)
  parts(complain, draft)
  return complaints
}

/**
 * What Kadaster would refuse about an order, found before anything is sent. Only rules that can be judged here: what
 * BAG or Kadaster's customer record say is judged there.
 * Pointers are into the OrderDraft; `code` is ours, `message` is for the person who can repair it.
 */
import type { KlicType } from './klic.ts'
import {
  type Address,
  bagObject,
  COUNTRY_CODES,
  type Contact,
  cleanReference,
  DUTCH_POSTCODE_PATTERN,
  EMAIL_PATTERN,
  KINDS_OF_WORK,
  MAX_HOUSE_CONNECTIONS,
  MAX_INVOICE_REFERENCE,
  MAX_START_WORKING_DAYS,
  MAX_WORKS,
  MAX_WORKS_NOTE,
  type OrderDraft,
  PHONE_PATTERN,
} from './notification.ts'
import { MAX_PARTS_PER_ORDER, REGISTRY_LIMITS } from './prices.ts'
import type { Complaint } from './refusal.ts'
import { type RingFault, ringFaults } from './ring-faults.ts'
import { addWorkingDays, isDate } from './working-days.ts'

type Complain = (pointer: string, code: string, message: string) => void

const RING_MESSAGES: Record<RingFault, (klicType: KlicType) => string> = {
  not_two_numbers: () => 'Every position needs exactly an x and a y.',
  holes: () => 'The area of a part is one ring without holes.',
  not_closed: () => 'The last position of the ring must equal the first.',
  too_few_positions: () => 'A ring has at least three different positions and a closing one.',
  too_many_positions: () => 'A part has at most 50 positions, the closing one counted.',
  decimals: () => 'Coordinates are in metres with at most three decimals.',
  repeated_position: () => 'A position occurs more than once.',
  touches_itself: () => 'The ring crosses or touches itself.',
  too_large: (klicType) => `A part is at most ${REGISTRY_LIMITS[klicType].partSideM} m wide and high.`,
  outside_netherlands: () => 'The part lies outside the Netherlands.',
}

const text = (complain: Complain, pointer: string, value: string | null | undefined, max: number): void => {
  if (!value?.trim()) complain(pointer, 'MISSING', 'This is mandatory.')
  else if (value.length > max) complain(pointer, 'TOO_LONG', `At most ${max} characters.`)
}

const phoneAndEmail = (complain: Complain, pointer: string, contact: Partial<Contact>): void => {
  const { phone, email } = contact
  if (phone && phone.length > 30) complain(`${pointer}/phone`, 'TOO_LONG', 'At most 30 characters.')
  else if (phone && !PHONE_PATTERN.test(phone)) {
    complain(`${pointer}/phone`, 'PHONE_INVALID', 'Only digits, spaces, +, - and brackets.')
  }
  if (email && email.length > 70) complain(`${pointer}/email`, 'TOO_LONG', 'At most 70 characters.')
  else if (email && !EMAIL_PATTERN.test(email)) {
    complain(`${pointer}/email`, 'EMAIL_INVALID', 'The registry does not accept an e-mail address of this form.')
  }
}

const contact = (complain: Complain, pointer: string, given: Contact): void => {
  text(complain, `${pointer}/name`, given.name, 100)
  if (!given.phone) complain(`${pointer}/phone`, 'MISSING', 'This is mandatory.')
  if (!given.email) complain(`${pointer}/email`, 'MISSING', 'This is mandatory.')
  phoneAndEmail(complain, pointer, given)
}

const addressLengths = (complain: Complain, pointer: string, address: Address): void => {
  if (!/^[0-9]{1,9}$/.test(address.houseNumber)) {
    complain(`${pointer}/houseNumber`, 'HOUSE_NUMBER_INVALID', 'A house number is digits only, at most nine.')
  }
  if ((address.houseLetter ?? '').length > 1) complain(`${pointer}/houseLetter`, 'TOO_LONG', 'One character.')
  if ((address.houseNumberAddition ?? '').length > 20) {
    complain(`${pointer}/houseNumberAddition`, 'TOO_LONG', 'At most 20 characters.')
  }
  text(complain, `${pointer}/street`, address.street, 80)
  text(complain, `${pointer}/town`, address.town, 64)
}

const organisationAddress = (complain: Complain, pointer: string, address: Address): void => {
  addressLengths(complain, pointer, address)
  if (!(COUNTRY_CODES as readonly string[]).includes(address.country)) {
    complain(`${pointer}/country`, 'COUNTRY_INVALID', 'The registry does not know this country.')
  }
  if (address.country !== 'NLD') {
    if (address.bagId) complain(`${pointer}/bagId`, 'BAG_ID_NOT_ALLOWED', 'An address abroad has no BAG id.')
    if (address.postcode.length > 10) complain(`${pointer}/postcode`, 'TOO_LONG', 'At most 10 characters.')
    return
  }
  if (!DUTCH_POSTCODE_PATTERN.test(address.postcode)) {
    complain(`${pointer}/postcode`, 'POSTCODE_INVALID', 'Four digits and two capitals without a space.')
  }
  if (!address.bagId) complain(`${pointer}/bagId`, 'MISSING', 'A Dutch address needs its BAG id.')
  else if (bagObject(address.bagId) !== 'nummeraanduiding') {
    complain(`${pointer}/bagId`, 'BAG_ID_KIND', "An organisation's address needs the BAG id of its nummeraanduiding.")
  }
}

const worksAddress = (complain: Complain, pointer: string, address: Address): void => {
  addressLengths(complain, pointer, address)
  if (address.country !== 'NLD') complain(`${pointer}/country`, 'COUNTRY_INVALID', 'Works lie in the Netherlands.')
  if (address.postcode && !DUTCH_POSTCODE_PATTERN.test(address.postcode)) {
    complain(`${pointer}/postcode`, 'POSTCODE_INVALID', 'Four digits and two capitals without a space.')
  }
  if (!address.bagId) complain(`${pointer}/bagId`, 'MISSING', 'The address needs its BAG id.')
  else if (bagObject(address.bagId) !== 'adresseerbaar_object') {
    complain(`${pointer}/bagId`, 'BAG_ID_KIND', 'The address needs the BAG id of its adresseerbaar object.')
  }
}

const dates = (complain: Complain, draft: OrderDraft, today: string): void => {
  const { startDate, endDate } = draft
  if (draft.klicType === 'ORIENT') return
  if (!startDate) complain('/startDate', 'MISSING', 'A graafmelding needs the day on which digging starts.')
  else if (!isDate(startDate)) complain('/startDate', 'DATE_INVALID', 'A date is YYYY-MM-DD.')
  else if (startDate <= today) complain('/startDate', 'START_NOT_IN_FUTURE', 'Digging starts tomorrow at the earliest.')
  else if (startDate > addWorkingDays(today, MAX_START_WORKING_DAYS)) {
    complain('/startDate', 'START_TOO_LATE', `Digging starts within ${MAX_START_WORKING_DAYS} working days.`)
  }
  if (!endDate) complain('/endDate', 'MISSING', 'A graafmelding needs the day on which digging ends.')
  else if (!isDate(endDate)) complain('/endDate', 'DATE_INVALID', 'A date is YYYY-MM-DD.')
  else if (startDate && isDate(startDate) && endDate < startDate) {
    complain('/endDate', 'END_BEFORE_START', 'The end lies before the start.')
  }
}

const works = (complain: Complain, draft: OrderDraft): void => {
  const counted = draft.works.length + (draft.worksNote ? 1 : 0)
  if (draft.works.length === 0) complain('/works', 'MISSING', 'At least one kind of works.')
  else if (counted > MAX_WORKS) complain('/works', 'TOO_MANY', `At most ${MAX_WORKS}; a note counts as one.`)
  draft.works.forEach((work, index) => {
    if (!(KINDS_OF_WORK as readonly string[]).includes(work)) {
      complain(`/works/${index}`, 'WORKS_UNKNOWN', 'The registry does not know this kind of works.')
    }
  })
  if ((draft.worksNote ?? '').length > MAX_WORKS_NOTE) {
    complain('/worksNote', 'TOO_LONG', `At most ${MAX_WORKS_NOTE} characters.`)
  }
}

const parties = (complain: Complain, draft: OrderDraft): void => {
  const { applicant, principal } = draft
  if (!/^[0-9]{10}$/.test(applicant.relationNumber)) {
    complain('/applicant/relationNumber', 'RELATION_NUMBER_INVALID', 'A relation number has exactly ten digits.')
  }
  for (const [pointer, party] of [['/applicant', applicant] as const, ['/principal', principal] as const]) {
    if (!party || (pointer === '/principal' && draft.klicType === 'ORIENT')) continue
    text(complain, `${pointer}/organisation`, party.organisation, 100)
    if ((party.kvk ?? '').length > 25) complain(`${pointer}/kvk`, 'TOO_LONG', 'At most 25 characters.')
    contact(complain, `${pointer}/contact`, party.contact)
    organisationAddress(complain, `${pointer}/address`, party.address)
  }
  if (applicant.extraContact) {
    if ((applicant.extraContact.name ?? '').length > 100) {
      complain('/applicant/extraContact/name', 'TOO_LONG', 'At most 100 characters.')
    }
    phoneAndEmail(complain, '/applicant/extraContact', applicant.extraContact)
  }
  if (draft.klicType === 'GRAAF' && !principal) {
    complain('/principal', 'MISSING', 'A graafmelding names the client of the works.')
  }
}

const parts = (complain: Complain, draft: OrderDraft): void => {
  if (draft.parts.length === 0) complain('/parts', 'MISSING', 'An order has at least one part.')
  if (draft.parts.length > MAX_PARTS_PER_ORDER) {
    complain('/parts', 'TOO_MANY', `An order has at most ${MAX_PARTS_PER_ORDER} parts.`)
  }
  draft.parts.forEach((part, index) => {
    const pointer = `/parts/${index}`
    for (const fault of ringFaults(part.polygon.rings, draft.klicType)) {
      complain(`${pointer}/polygon`, fault.toUpperCase(), RING_MESSAGES[fault](draft.klicType))
    }
    worksAddress(complain, `${pointer}/locationAddress`, part.locationAddress)
    const connections = part.houseConnections ?? []
    if (connections.length > MAX_HOUSE_CONNECTIONS) {
      complain(`${pointer}/houseConnections`, 'TOO_MANY', `At most ${MAX_HOUSE_CONNECTIONS} addresses.`)
    }
    connections.forEach((address, at) => {
      worksAddress(complain, `${pointer}/houseConnections/${at}`, address)
    })
    if ((part.description ?? '').length > 100) {
      complain(`${pointer}/description`, 'TOO_LONG', 'At most 100 characters.')
    }
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
  if (Math.max(span(0), span(1)) > sideM + 0.0005) {
    complain('/parts', 'ORDER_TOO_LARGE', `The parts of one order lie within ${sideM} by ${sideM} m.`)
  }
}

/** @param today Dutch date, YYYY-MM-DD. An empty list: nothing known speaks against sending it. */
export const precheck = (draft: OrderDraft, today: string): Complaint[] => {
  const complaints: Complaint[] = []
  const complain: Complain = (pointer, code, message) => complaints.push({ pointer, code, message })
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(draft.postId)) {
    complain('/postId', 'POST_ID_INVALID', 'The postId is a GUID.')
  }
  if (!cleanReference(draft.reference)) complain('/reference', 'MISSING', 'The registry wants a reference.')
  for (const name of ['invoiceReference', 'purchaseNumber'] as const) {
    if ((draft[name] ?? '').length > MAX_INVOICE_REFERENCE) {
      complain(`/${name}`, 'TOO_LONG', `At most ${MAX_INVOICE_REFERENCE} characters.`)
    }
  }
  parties(complain, draft)
  works(complain, draft)
  dates(complain, draft, today)
  parts(complain, draft)
  return complaints
}

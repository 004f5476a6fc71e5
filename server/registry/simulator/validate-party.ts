/**
 * The rules for people, organisations and addresses of an order, each with Kadaster's own code.
 * Whether an address exists is not looked up; a BAG id of the wrong kind is refused.
 */
import {
  bagObject,
  COUNTRY_CODES,
  EMAIL_PATTERN,
  MAX_HOUSE_CONNECTIONS,
  PHONE_PATTERN,
} from '../../domain/notification.ts'
import { COUNTRY_PREFIX } from '../client/order-body.ts'
import { customerOf } from './customer.ts'
import type { MessageCode } from './messages.ts'
import type { WireAddress, WireContact, WireParty, WireRequest } from './model.ts'

export type Report = (code: MessageCode, pointer: string, detail?: string) => void

interface Rule {
  max: number
  missing?: MessageCode
  tooLong: MessageCode
  form?: [RegExp, MessageCode]
}

const check = (report: Report, pointer: string, value: string | undefined, rule: Rule): void => {
  if (!value) {
    if (rule.missing) report(rule.missing, pointer)
  } else if (value.length > rule.max) report(rule.tooLong, pointer)
  else if (rule.form && !rule.form[0].test(value)) report(rule.form[1], pointer)
}

interface ContactRules {
  naam: Rule
  telefoon: Rule
  email: Rule
}

const contact = (report: Report, pointer: string, given: WireContact, rules: ContactRules): void => {
  for (const field of ['naam', 'telefoon', 'email'] as const) {
    check(report, `${pointer}/${field}`, given[field], rules[field])
  }
}

const APPLICANT_CONTACT: ContactRules = {
  naam: { max: 100, missing: 'COR0229', tooLong: 'COR0811' },
  telefoon: { max: 30, missing: 'COR0230', tooLong: 'COR1002', form: [PHONE_PATTERN, 'COR0195'] },
  email: { max: 70, missing: 'COR0231', tooLong: 'COR1002', form: [EMAIL_PATTERN, 'COR0112'] },
}
const EXTRA_CONTACT: ContactRules = {
  naam: { max: 100, tooLong: 'COR0254' },
  telefoon: { max: 30, tooLong: 'COR0253', form: [PHONE_PATTERN, 'COR0255'] },
  email: { max: 70, tooLong: 'COR0252', form: [EMAIL_PATTERN, 'COR0111'] },
}
const CLIENT_CONTACT: ContactRules = {
  naam: { max: 100, missing: 'COR0133', tooLong: 'COR0911' },
  telefoon: { max: 30, missing: 'COR0134', tooLong: 'COR0921', form: [PHONE_PATTERN, 'COR0922'] },
  email: { max: 70, missing: 'COR0135', tooLong: 'COR0916', form: [EMAIL_PATTERN, 'COR0136'] },
}

interface AddressRules {
  street: [missing: MessageCode, tooLong: MessageCode]
  number: [missing: MessageCode, tooLong: MessageCode]
  town: [missing: MessageCode, tooLong: MessageCode]
  letter: MessageCode
  addition: MessageCode
  postcode: MessageCode
  notAnId: MessageCode
}

const APPLICANT_ADDRESS: AddressRules = {
  street: ['COR0232', 'COR0836'],
  number: ['COR0238', 'COR0852'],
  town: ['COR0233', 'COR0846'],
  letter: 'COR0855',
  addition: 'COR0860',
  postcode: 'COR0841',
  notAnId: 'COR0319',
}
const CLIENT_ADDRESS: AddressRules = {
  street: ['COR0150', 'COR0936'],
  number: ['COR0152', 'COR0139'],
  town: ['COR0151', 'COR0946'],
  letter: 'COR0955',
  addition: 'COR0960',
  postcode: 'COR0941',
  notAnId: 'COR0329',
}

const countryOf = (address: WireAddress): string | undefined =>
  address.landcode?.startsWith(COUNTRY_PREFIX) ? address.landcode.slice(COUNTRY_PREFIX.length) : address.landcode

const organisationAddress = (report: Report, pointer: string, address: WireAddress, rules: AddressRules): void => {
  const country = countryOf(address)
  if (!country) report('COR1001', `${pointer}/landcode`, 'landcode')
  else if (!(COUNTRY_CODES as readonly string[]).includes(country)) report('COR0216', `${pointer}/landcode`)
  const abroad = country !== undefined && country !== 'NLD'
  const field = (name: keyof WireAddress, max: number, missing: MessageCode, tooLong: MessageCode): void =>
    check(report, `${pointer}/${name}`, address[name], abroad ? { max, missing, tooLong } : { max, tooLong })
  field('openbareRuimteNaam', 80, ...rules.street)
  field('woonplaatsNaam', 64, ...rules.town)
  field('huisnummer', 9, ...rules.number)
  if (address.huisnummer && !/^\d+$/.test(address.huisnummer)) report('COR0851', `${pointer}/huisnummer`)
  check(report, `${pointer}/huisletter`, address.huisletter, { max: 1, tooLong: rules.letter })
  check(report, `${pointer}/huisnummertoevoeging`, address.huisnummertoevoeging, { max: 20, tooLong: rules.addition })
  check(report, `${pointer}/postcode`, address.postcode, { max: 10, tooLong: rules.postcode })
  if (abroad) {
    if (address.BAGid) report('COR0221', `${pointer}/BAGid`)
  } else if (!address.BAGid) report('COR0818', `${pointer}/BAGid`)
  else if (bagObject(address.BAGid) !== 'nummeraanduiding') report(rules.notAnId, `${pointer}/BAGid`)
}

const worksAddress = (
  report: Report,
  pointer: string,
  address: WireAddress,
  codes: { notAnId: MessageCode; numberTooLong: MessageCode },
): void => {
  const country = countryOf(address)
  if (!country) report('COR1001', `${pointer}/landcode`, 'landcode')
  else if (country !== 'NLD') report('COR0298', `${pointer}/landcode`)
  if (!address.BAGid) report('COR0818', `${pointer}/BAGid`)
  else if (bagObject(address.BAGid) !== 'adresseerbaar_object') report(codes.notAnId, `${pointer}/BAGid`)
  const { huisnummer } = address
  if (huisnummer && !/^\d+$/.test(huisnummer)) report('COR1003', `${pointer}/huisnummer`, 'huisnummer')
  else if (huisnummer && huisnummer.length > 9) report(codes.numberTooLong, `${pointer}/huisnummer`)
  for (const [name, max] of [
    ['openbareRuimteNaam', 80],
    ['huisletter', 1],
    ['huisnummertoevoeging', 20],
    ['woonplaatsNaam', 64],
    ['postcode', 10],
  ] as const) {
    check(report, `${pointer}/${name}`, address[name], { max, tooLong: 'COR1002' })
  }
}

const organisation = (
  report: Report,
  pointer: string,
  party: WireParty,
  rules: { name: [MessageCode, MessageCode]; kvk: MessageCode; noAddress: MessageCode; address: AddressRules },
): void => {
  const given = party.organisatie
  if (!given) {
    report('COR1001', `${pointer}/organisatie`, 'organisatie')
    return
  }
  const [missing, tooLong] = rules.name
  check(report, `${pointer}/organisatie/naam/0`, given.naam?.[0], { max: 100, missing, tooLong })
  check(report, `${pointer}/organisatie/kvkNummer`, given.kvkNummer, { max: 25, tooLong: rules.kvk })
  const at = `${pointer}/organisatie/bezoekAdres`
  if (!given.bezoekAdres) report(rules.noAddress, at)
  else organisationAddress(report, at, given.bezoekAdres, rules.address)
}

const customer = (report: Report, pointer: string, party: WireParty): void => {
  const number = party.organisatie?.relatienummer
  const at = `${pointer}/organisatie/relatienummer`
  if (!number) report('COR0899', at)
  else if (number.length > 10) report('COR0196', at)
  else if (!/^\d{10}$/.test(number)) report('COR1003', at, 'relatienummer')
  else {
    const known = customerOf(number)
    if (!known) report('COR0898', at)
    const record = known?.record
    if (record && party.organisatie?.naam?.[0] !== record.organisation) {
      report('COR0897', `${pointer}/organisatie/naam/0`, 'naam')
    }
    if (record && party.organisatie?.kvkNummer !== record.kvk) {
      report('COR0897', `${pointer}/organisatie/kvkNummer`, 'kvkNummer')
    }
  }
}

/** @param pointer of the request, /gebiedsinformatieAanvragen/{i} */
export const validateApplicant = (report: Report, pointer: string, request: WireRequest): void => {
  const at = `${pointer}/aanvrager`
  const applicant = request.aanvrager
  if (!applicant) {
    report('COR1001', at, 'aanvrager')
    return
  }
  if (!applicant.contactpersoon) report('COR1001', `${at}/contactpersoon`, 'contactpersoon')
  else contact(report, `${at}/contactpersoon`, applicant.contactpersoon, APPLICANT_CONTACT)
  if (applicant.extraContact) contact(report, `${at}/extraContact`, applicant.extraContact, EXTRA_CONTACT)
  const name: [MessageCode, MessageCode] = ['COR1001', 'COR0806']
  organisation(report, at, applicant, { name, kvk: 'COR0208', noAddress: 'COR0215', address: APPLICANT_ADDRESS })
  customer(report, at, applicant)
}

export const validateClient = (report: Report, pointer: string, request: WireRequest): void => {
  const at = `${pointer}/opdrachtgever`
  const client = request.opdrachtgever
  if (!client) {
    report('COR0130', at)
    return
  }
  if (!client.contactpersoon) report('COR1001', `${at}/contactpersoon`, 'contactpersoon')
  else contact(report, `${at}/contactpersoon`, client.contactpersoon, CLIENT_CONTACT)
  const name: [MessageCode, MessageCode] = ['COR0132', 'COR0906']
  organisation(report, at, client, { name, kvk: 'COR0907', noAddress: 'COR0925', address: CLIENT_ADDRESS })
}

export const validateLocations = (report: Report, pointer: string, request: WireRequest): void => {
  const at = `${pointer}/locatieWerkzaamheden`
  const location = request.locatieWerkzaamheden
  if (!location) report('COR1001', at, 'locatieWerkzaamheden')
  else worksAddress(report, at, location, { notAnId: 'COR0309', numberTooLong: 'COR0163' })
  if ((request.locatieOmschrijving ?? '').length > 100) report('COR0250', `${pointer}/locatieOmschrijving`)
  const connections = request.huisaansluitingAdressen ?? []
  if (connections.length > MAX_HOUSE_CONNECTIONS) report('COR0179', `${pointer}/huisaansluitingAdressen`)
  connections.forEach((address, index) => {
    const codes = { notAnId: 'COR0299', numberTooLong: 'COR0173' } as const
    worksAddress(report, `${pointer}/huisaansluitingAdressen/${index}`, address, codes)
  })
}

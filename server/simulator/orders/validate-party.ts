/** The rules for people and organisations of an order, each with Kadaster's own code. */
import { EMAIL_PATTERN, MAX_HOUSE_CONNECTIONS, PHONE_PATTERN } from '../../registry/orders/notification.ts'
import type { MessageCode } from '../codes.ts'
import { customerOf, REFUSED_EMAIL } from '../customer.ts'
import type { WireContact, WireParty, WireRequest } from '../model.ts'
import {
  APPLICANT_ADDRESS,
  CLIENT_ADDRESS,
  CONNECTION_ADDRESS,
  check,
  LOCATION_ADDRESS,
  type OrganisationAddressRules,
  organisationAddress,
  type Report,
  type Rule,
  worksAddress,
} from './validate-address.ts'

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

const organisation = (
  report: Report,
  pointer: string,
  party: WireParty,
  rules: {
    name: [MessageCode, MessageCode]
    kvk: MessageCode
    noAddress: MessageCode
    address: OrganisationAddressRules
  },
): void => {
  const given = party.organisatie
  if (!given) {
    report('COR1001', `${pointer}/organisatie`, 'organisatie')
    return
  }
  const [missing, tooLong] = rules.name
  check(report, `${pointer}/organisatie/naam/0`, given.naam?.[0], { max: 100, missing, tooLong })
  if ((given.naam ?? []).length > 1) report('COR1002', `${pointer}/organisatie/naam`, 'naam')
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
  if (applicant.contactpersoon?.email === REFUSED_EMAIL) report('COR1020', `${at}/contactpersoon/email`)
  if (applicant.extraContact) contact(report, `${at}/extraContact`, applicant.extraContact, EXTRA_CONTACT)
  const name: [MessageCode, MessageCode] = ['COR1001', 'COR0806']
  organisation(report, at, applicant, { name, kvk: 'COR0208', noAddress: 'COR0215', address: APPLICANT_ADDRESS })
  if (applicant.organisatie) customer(report, at, applicant)
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

/** A calamity has no house connections; that is said elsewhere. */
export const validateLocations = (report: Report, pointer: string, request: WireRequest): void => {
  const at = `${pointer}/locatieWerkzaamheden`
  const location = request.locatieWerkzaamheden
  if (!location) report('COR1001', at, 'locatieWerkzaamheden')
  else worksAddress(report, at, location, LOCATION_ADDRESS)
  if ((request.locatieOmschrijving ?? '').length > 100) report('COR0250', `${pointer}/locatieOmschrijving`)
}

export const validateConnections = (report: Report, pointer: string, request: WireRequest): void => {
  const at = `${pointer}/huisaansluitingAdressen`
  const connections = request.huisaansluitingAdressen ?? []
  if (connections.length > MAX_HOUSE_CONNECTIONS) {
    report('COR0179', at, `${connections.length}, hoogstens ${MAX_HOUSE_CONNECTIONS}`)
  }
  connections.forEach((address, index) => {
    worksAddress(report, `${at}/${index}`, address, CONNECTION_ADDRESS)
  })
}

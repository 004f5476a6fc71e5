/** The rules for addresses, each with Kadaster's own code: form first, then what the BAG says of it. */
import { COUNTRY_CODES } from '../../registry/orders/notification.ts'
import { COUNTRY_PREFIX } from '../../registry/orders/order-body.ts'
import type { MessageCode } from '../codes.ts'
import type { WireAddress } from '../model.ts'
import { type BagField, bagAnswer, differences } from '../town/bag.ts'

export type Report = (code: MessageCode, pointer: string, detail?: string) => void

export interface Rule {
  max: number
  missing?: MessageCode
  tooLong: MessageCode
  form?: [RegExp, MessageCode]
}

export const check = (report: Report, pointer: string, value: string | undefined, rule: Rule): void => {
  if (!value) {
    if (rule.missing) report(rule.missing, pointer)
  } else if (value.length > rule.max) report(rule.tooLong, pointer)
  else if (rule.form && !rule.form[0].test(value)) report(rule.form[1], pointer)
}

type BagCodes = Readonly<Record<BagField | 'BAGid', MessageCode>>

export interface OrganisationAddressRules {
  street: [missing: MessageCode, tooLong: MessageCode]
  number: [missing: MessageCode, tooLong: MessageCode]
  town: [missing: MessageCode, tooLong: MessageCode]
  letter: MessageCode
  addition: MessageCode
  postcode: MessageCode
  bag: BagCodes
}

export const APPLICANT_ADDRESS: OrganisationAddressRules = {
  street: ['COR0232', 'COR0836'],
  number: ['COR0238', 'COR0852'],
  town: ['COR0233', 'COR0846'],
  letter: 'COR0855',
  addition: 'COR0860',
  postcode: 'COR0841',
  bag: {
    BAGid: 'COR0319',
    openbareRuimteNaam: 'WAR0320',
    huisnummer: 'COR0321',
    huisletter: 'WAR0322',
    huisnummertoevoeging: 'WAR0323',
    postcode: 'COR0324',
    woonplaatsNaam: 'WAR0325',
  },
}
export const CLIENT_ADDRESS: OrganisationAddressRules = {
  street: ['COR0150', 'COR0936'],
  number: ['COR0152', 'COR0139'],
  town: ['COR0151', 'COR0946'],
  letter: 'COR0955',
  addition: 'COR0960',
  postcode: 'COR0941',
  bag: {
    BAGid: 'COR0329',
    openbareRuimteNaam: 'WAR0320',
    huisnummer: 'COR0331',
    huisletter: 'WAR0332',
    huisnummertoevoeging: 'WAR0333',
    postcode: 'COR0334',
    woonplaatsNaam: 'WAR0335',
  },
}

export interface WorksAddressRules {
  numberTooLong: MessageCode
  bag: BagCodes
}

export const LOCATION_ADDRESS: WorksAddressRules = {
  numberTooLong: 'COR0163',
  bag: {
    BAGid: 'COR0309',
    openbareRuimteNaam: 'COR0310',
    huisnummer: 'COR0311',
    huisletter: 'COR0312',
    huisnummertoevoeging: 'COR0313',
    postcode: 'COR0314',
    woonplaatsNaam: 'COR0315',
  },
}
/** Kadaster lists a wrong street under the code of the house number. */
export const CONNECTION_ADDRESS: WorksAddressRules = {
  numberTooLong: 'COR0173',
  bag: {
    BAGid: 'COR0299',
    openbareRuimteNaam: 'COR0301',
    huisnummer: 'COR0301',
    huisletter: 'COR0302',
    huisnummertoevoeging: 'COR0303',
    postcode: 'COR0304',
    woonplaatsNaam: 'COR0305',
  },
}

const countryOf = (address: WireAddress): string | undefined =>
  address.landcode?.startsWith(COUNTRY_PREFIX) ? address.landcode.slice(COUNTRY_PREFIX.length) : address.landcode

/** Compares what is still sound: a field that is too long has had its complaint. */
const againstBag = (
  report: Report,
  pointer: string,
  address: WireAddress,
  faulty: ReadonlySet<string>,
  rules: { kind: 'nummeraanduiding' | 'adresseerbaar_object'; always: readonly BagField[]; codes: BagCodes },
): void => {
  if (!address.BAGid) {
    report('COR0818', `${pointer}/BAGid`)
    return
  }
  const answer = bagAnswer(address.BAGid, rules.kind)
  if (answer === 'unknown') report(rules.codes.BAGid, `${pointer}/BAGid`)
  if (typeof answer === 'string') return
  for (const field of differences(address, answer, rules.always)) {
    if (!faulty.has(`${pointer}/${field}`)) report(rules.codes[field], `${pointer}/${field}`)
  }
}

/** Passes on, and remembers where. */
const noting = (report: Report): { report: Report; faulty: ReadonlySet<string> } => {
  const faulty = new Set<string>()
  return {
    faulty,
    report: (code, pointer, detail) => {
      faulty.add(pointer)
      report(code, pointer, detail)
    },
  }
}

export const organisationAddress = (
  outer: Report,
  pointer: string,
  address: WireAddress,
  rules: OrganisationAddressRules,
): void => {
  const { report, faulty } = noting(outer)
  const country = countryOf(address)
  if (!country) report('COR1001', `${pointer}/landcode`, 'landcode')
  const isKnown = (COUNTRY_CODES as readonly string[]).includes(country ?? '')
  if (country && !isKnown) report('COR0216', `${pointer}/landcode`)
  const abroad = isKnown && country !== 'NLD'
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
    return
  }
  // Without a country nobody can say whether the BAG is asked.
  if (country !== 'NLD') return
  againstBag(report, pointer, address, faulty, {
    kind: 'nummeraanduiding',
    always: ['huisletter', 'huisnummertoevoeging'],
    codes: rules.bag,
  })
}

export const worksAddress = (outer: Report, pointer: string, address: WireAddress, rules: WorksAddressRules): void => {
  const { report, faulty } = noting(outer)
  const country = countryOf(address)
  if (!country) report('COR1001', `${pointer}/landcode`, 'landcode')
  else if (country !== 'NLD') report('COR0298', `${pointer}/landcode`)
  const { huisnummer } = address
  if (huisnummer && !/^\d+$/.test(huisnummer)) report('COR1003', `${pointer}/huisnummer`, 'huisnummer')
  else if (huisnummer && huisnummer.length > 9) report(rules.numberTooLong, `${pointer}/huisnummer`)
  for (const [name, max] of [
    ['openbareRuimteNaam', 80],
    ['huisletter', 1],
    ['huisnummertoevoeging', 20],
    ['woonplaatsNaam', 64],
    ['postcode', 10],
  ] as const) {
    check(report, `${pointer}/${name}`, address[name], { max, tooLong: 'COR1002' })
  }
  againstBag(report, pointer, address, faulty, {
    kind: 'adresseerbaar_object',
    always: ['openbareRuimteNaam', 'huisnummer', 'huisletter', 'huisnummertoevoeging', 'postcode', 'woonplaatsNaam'],
    codes: rules.bag,
  })
}

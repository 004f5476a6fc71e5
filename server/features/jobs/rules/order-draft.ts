/**
 * From a job and the company's settings to what the registry is asked, and the way back: a complaint about the draft
 * becomes one that names the field of the job, the setting that can fill it, or both.
 * Used when a job is submitted (to refuse before anything is filed) and when it is filed, so that both see the same.
 */

import type { FrozenQuote } from '../../../cut/quote.ts'
import type { RdPolygon } from '../../../geometry/geometry.ts'
import type { Complaint } from '../../../platform/refusal.ts'
import type { JobAddress } from '../../../registry/addresses/addresses.ts'
import type { BilledBy, KlicType, RegistryEnvironment } from '../../../registry/klic.ts'
import { informationAreaOf } from '../../../registry/orders/information-area.ts'
import {
  type Address,
  type Applicant,
  cleanReference,
  MAX_INVOICE_REFERENCE,
  type OrderContent,
  type Preparation,
  type Principal,
} from '../../../registry/orders/notification.ts'
import { STANDARDS, type StandardVersion, versionAt } from '../../../registry/orders/standards.ts'
import { addWorkingDays, dutchDate } from '../../../registry/working-days.ts'
import { isProviderApplicant, ownRelationNumber } from '../../settings/billing.ts'
import type { CompanySettings, Contact, Organisation, PostalAddress, SettingName } from '../../settings/settings.ts'
import type { OwnGivenText } from '../given-texts-schema.ts'
import { wireName } from '../input-fields.ts'
import type { JobPrincipal } from './job.ts'
import { complaintOf, precheck } from './precheck.ts'

/** The columns of a job that the registry is told. */
export interface JobToFile extends Record<OwnGivenText, string | null> {
  id: string
  klicType: KlicType
  reference: string | null
  startDate: string | null
  endDate: string | null
  address: JobAddress | null
  works: readonly string[] | null
  preparation: Preparation | null
  principal: JobPrincipal | null
  contact: Contact | null
  hasAddresses: readonly JobAddress[] | null
  /** With whose login it is filed. */
  billedBy: BilledBy
  /** As it was when the area was cut. */
  quote: Pick<FrozenQuote, 'rules'>
  /** ISO 8601; null: not yet. The version of the standards follows from it. */
  submittedAt: string | null
}

/** One part of it. */
export interface PartToFile {
  polygon: RdPolygon
  /** The address nearest to it, where none was given and the register of addresses was asked. */
  location: JobAddress | null
}

/** Given, else after the number of working days that the company has set; only GRAAF has dates. */
export const endDateOf = (
  job: Pick<JobToFile, 'klicType' | 'startDate' | 'endDate'>,
  settings: CompanySettings,
): string | null => {
  if (job.klicType !== 'GRAAF' || job.startDate === null) return null
  return job.endDate ?? addWorkingDays(job.startDate, settings['registry.graaf_duration_days'])
}

/** As it goes into the order. The end of an id differs between neighbours, its start does not. */
const referenceOf = ({ id, reference }: Pick<JobToFile, 'id' | 'reference'>): string =>
  reference ?? `KLIC ${id.slice(-8)}`

/** In which version of the standards it is filed, or would be now. */
const versionOf = (submittedAt: string | null, settings: CompanySettings, now: Date): StandardVersion =>
  versionAt(settings['registry.version_3_from'], submittedAt === null ? now : new Date(submittedAt))

/** The reference as the registry gets it, on its invoice and in its deliveries. */
export const registryReference = (
  job: Pick<JobToFile, 'id' | 'reference' | 'submittedAt'>,
  settings: CompanySettings,
  now: Date,
): string => cleanReference(referenceOf(job), STANDARDS[versionOf(job.submittedAt, settings, now)].maxReference)

/** What is missing comes out empty, so that the pre-check says all of it at once. */
export const orderContent = (
  job: JobToFile,
  parts: readonly PartToFile[],
  settings: CompanySettings,
  now: Date,
): OrderContent => {
  const standard = versionOf(job.submittedAt, settings, now)
  const applicant = applicantOf(job, settings)
  const graaf = job.klicType === 'GRAAF'
  const bufferM = (graaf && job.quote.rules?.infoBufferM) || 0
  const reference = referenceOf(job)
  const maxInvoiced = Math.min(STANDARDS[standard].maxReference, MAX_INVOICE_REFERENCE)
  const purchaseNumber = settings['billing.purchase_number'] || null
  return {
    klicType: job.klicType,
    standard,
    methods: settings['registry.works.methods'],
    maxDepth: settings['registry.works.depth'],
    applicant,
    principal: graaf ? principalOf(job, settings, applicant) : null,
    // The company's usual works are not meant for a request that may name none.
    works: job.works ?? (job.preparation ? [] : settings[graaf ? 'registry.works.graaf' : 'registry.works.orient']),
    worksNote: job.worksDescription,
    preparation: job.preparation,
    reference,
    startDate: graaf ? job.startDate : null,
    endDate: endDateOf(job, settings),
    // Decision D15. Always one of the two: whether the customer has e-invoicing is not known here, and then it must.
    invoiceReference:
      settings['billing.invoice_reference'] || (purchaseNumber ? null : cleanReference(reference, maxInvoiced)),
    purchaseNumber,
    parts: parts.map(({ polygon, location }) => ({
      polygon,
      ...(bufferM > 0 ? { informationPolygon: informationAreaOf(polygon, bufferM) } : {}),
      locationAddress: locationOf(job, location, settings),
      description: job.locationDescription,
      houseConnections: houseConnectionsOf(job),
    })),
  }
}

const EMPTY_CONTACT = { name: '', phone: '', email: '' }
const EMPTY_ADDRESS: Address = { bagId: null, street: '', houseNumber: '', town: '', postcode: '', country: 'NLD' }

const postal = (address: PostalAddress): Address => ({
  bagId: address.bagId,
  street: address.street,
  houseNumber: String(address.houseNumber),
  houseLetter: address.houseLetter,
  houseNumberAddition: address.houseNumberAddition,
  town: address.city,
  postcode: address.postcode.replace(' ', '').toUpperCase(),
  country: address.country,
})

const given = (address: JobAddress): Address => ({
  bagId: address.bagId ?? null,
  street: address.street ?? '',
  houseNumber: address.houseNumber === undefined ? '' : String(address.houseNumber),
  houseLetter: address.houseLetter ?? null,
  houseNumberAddition: address.houseNumberAddition ?? null,
  town: address.city ?? '',
  postcode: (address.postcode ?? '').replace(' ', '').toUpperCase(),
  country: 'NLD',
})

const party = (organisation: Organisation | null) => ({
  organisation: organisation?.name ?? '',
  kvk: organisation?.kvkNumber ?? null,
  address: organisation ? postal(organisation.address) : EMPTY_ADDRESS,
})

/**
 * The relation number is always that of the applicant, under any login: a service provider files under the
 * digger's number, with its authorisation. Only where the digger has none is the provider the applicant.
 */
const applicantOf = ({ billedBy, contact }: JobToFile, settings: CompanySettings): Applicant => ({
  ...(isProviderApplicant(settings, billedBy)
    ? {
        ...party(settings['billing.provider']?.organisation ?? null),
        relationNumber: settings['billing.provider']?.relationNumber ?? '',
      }
    : { ...party(settings['registry.organisation']), relationNumber: ownRelationNumber(settings) ?? '' }),
  contact: contact ?? settings['registry.contact'] ?? EMPTY_CONTACT,
  extraContact: settings['registry.extra_contact'],
})

const principalOf = (job: JobToFile, settings: CompanySettings, applicant: Applicant): Principal => {
  if (job.principal) {
    return {
      organisation: job.principal.organisation,
      kvk: job.principal.kvkNumber ?? null,
      address: job.principal.address ? given(job.principal.address) : EMPTY_ADDRESS,
      contact: job.principal.contact,
    }
  }
  const setting = settings['registry.principal']
  if (setting !== 'own') return { ...party(setting.organisation), contact: setting.contact }
  // The company itself, also where another party is the applicant.
  return { ...party(settings['registry.organisation']), contact: applicant.contact }
}

/** Decision D8: as given, else the nearest to the part, else what the company has set. */
const locationOf = (job: JobToFile, nearest: JobAddress | null, settings: CompanySettings): Address => {
  const address = job.address ?? nearest
  if (address) return given(address)
  const fallback = settings['registry.default_location']
  return fallback ? postal(fallback) : EMPTY_ADDRESS
}

/** Decision D9: what was asked for; else the given address of a GRAAF, if it is complete enough to be one. */
const houseConnectionsOf = (job: JobToFile): Address[] => {
  if (job.hasAddresses) return job.hasAddresses.map(given)
  return job.klicType === 'GRAAF' && job.address ? [given(job.address)] : []
}

/** References of this form steer the simulator; no real order may carry one. */
const isMarker = (reference: string): boolean => cleanReference(reference, STANDARDS[3].maxReference).includes('SIM:')

/**
 * All that speaks against filing these orders, in the words of the job's own fields and the company's settings.
 * @param environment where they would be filed, when that is fixed already
 */
export const filingComplaints = (
  job: JobToFile,
  orders: readonly (readonly PartToFile[])[],
  settings: CompanySettings,
  now: Date,
  environment: RegistryEnvironment = settings['registry.environment'],
): Complaint[] => {
  const found = new Map<string, Complaint>()
  if (environment !== 'simulator' && isMarker(job.reference ?? '')) {
    found.set('marker', complaintOf('/reference', 'REFERENCE_RESERVED'))
  }
  for (const parts of orders) {
    for (const complaint of precheck(orderContent(job, parts, settings, now), dutchDate(now.getTime()))) {
      const shown = inWordsOfTheJob(complaint, job, settings)
      // The parts of an order share all but their shape: one missing address is one complaint.
      if (shown) found.set(`${shown.pointer} ${shown.setting ?? ''} ${shown.code}`, shown)
    }
  }
  return [...found.values()]
}

/** A part of a cut is always right: a square stands for each. */
const SQUARE: PartToFile = {
  polygon: {
    crs: 'EPSG:28992',
    rings: [
      [
        [155_000, 463_000],
        [155_010, 463_000],
        [155_010, 463_010],
        [155_000, 463_010],
        [155_000, 463_000],
      ],
    ],
  },
  location: null,
}

/** What the registry would refuse of a quote, shapes and dates aside. A date may be given when it is submitted. */
export const quoteComplaints = (job: JobToFile, settings: CompanySettings, now: Date): Complaint[] => {
  const isLookedUp = settings['registry.address_lookup'] || settings['registry.environment'] === 'simulator'
  return filingComplaints(job, [[SQUARE]], settings, now).filter(
    ({ pointer, setting }) =>
      !['/start_date', '/end_date'].includes(pointer) &&
      // The submission asks the register for the nearest address.
      !(setting === 'registry.default_location' && isLookedUp),
  )
}

/** As the params of a reason and a stored failure have it. */
export const complaintsNamed = (complaints: readonly Complaint[]): { at: string; code: string }[] =>
  complaints.map(({ setting, pointer, code }) => ({ at: setting ?? pointer, code }))

/** Settings that a complaint may name: the window has words for each. */
export type ComplaintSetting = Extract<
  SettingName,
  | 'billing.relation_number'
  | 'billing.provider'
  | 'billing.invoice_reference'
  | 'billing.purchase_number'
  | `registry.${'organisation' | 'contact' | 'extra_contact' | 'principal' | 'default_location' | `works.${string}`}`
>

/** @returns undefined for what the other side of a pair already says. */
const inWordsOfTheJob = (complaint: Complaint, job: JobToFile, settings: CompanySettings): Complaint | undefined => {
  const [, root = '', ...rest] = complaint.pointer.split('/')
  const tail = rest.map(wireName)
  const at = (...names: string[]) => `/${names.join('/')}`
  const inSetting = (setting: ComplaintSetting, field?: string): Complaint => ({
    ...complaint,
    pointer: field ? `/${field}` : '',
    setting,
    message: `${complaint.message} ${field ? `Give ${field}, or fill` : 'Fill'} the setting ${setting}${
      tail.length > 0 ? ` (${tail.join('.')})` : ''
    }.`,
  })
  switch (root) {
    case 'applicant':
      if (rest[0] === 'relationNumber') return inSetting('billing.relation_number')
      if (rest[0] === 'contact' && job.contact) return { ...complaint, pointer: at('contact', ...tail.slice(1)) }
      if (rest[0] === 'contact') return inSetting('registry.contact')
      if (rest[0] === 'extraContact') return inSetting('registry.extra_contact')
      return inSetting(isProviderApplicant(settings, job.billedBy) ? 'billing.provider' : 'registry.organisation')
    case 'principal':
      if (job.principal) return { ...complaint, pointer: at('principal', ...tail) }
      if (settings['registry.principal'] !== 'own') return inSetting('registry.principal', 'principal')
      // The applicant's complaint says it already, where that is the company too; and its contact always is.
      if (!isProviderApplicant(settings, job.billedBy) || rest[0] === 'contact') return undefined
      return inSetting('registry.organisation')
    case 'works':
      if (job.works) return { ...complaint, pointer: at('works', ...tail) }
      return inSetting(job.klicType === 'GRAAF' ? 'registry.works.graaf' : 'registry.works.orient', 'works')
    case 'methods':
      return inSetting('registry.works.methods')
    case 'maxDepth':
      return inSetting('registry.works.depth')
    case 'invoiceReference':
      return inSetting('billing.invoice_reference')
    case 'purchaseNumber':
      return inSetting('billing.purchase_number')
    case 'parts':
      return ofPart(complaint, job, rest, inSetting)
    default:
      return { ...complaint, pointer: at(wireName(root), ...tail) }
  }
}

const ofPart = (
  complaint: Complaint,
  job: JobToFile,
  [, what = '', ...fields]: string[],
  inSetting: (setting: ComplaintSetting, field?: string) => Complaint,
): Complaint | undefined => {
  const tail = fields.map(wireName)
  if (what === 'locationAddress') {
    if (!job.address) return inSetting('registry.default_location', 'address')
    return { ...complaint, pointer: `/address/${tail.join('/')}` }
  }
  if (what === 'description') return { ...complaint, pointer: '/location_description' }
  if (what === 'houseConnections') {
    return job.hasAddresses ? { ...complaint, pointer: `/has_addresses/${tail.join('/')}` } : undefined
  }
  return { ...complaint, pointer: '/geometry' }
}

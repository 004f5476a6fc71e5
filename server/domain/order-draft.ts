/**
 * From a job and the company's settings to what is filed. Used twice: before a submission is accepted, to say what is
 * missing, and by the worker, to file. So whatever passes the first can be filed by the second.
 */
import type { RdPolygon } from './geometry.ts'
import type { KlicType } from './klic.ts'
import {
  type Address,
  type Applicant,
  cleanReference,
  type OrderDraft,
  type Principal,
  principalFrom,
} from './notification.ts'
import { type Complaint, Refusal } from './refusal.ts'
import type { CompanySettings, SettingName } from './settings.ts'
import { addWorkingDays } from './working-days.ts'

/** What is filed of a job; null where the caller gave nothing. */
export interface Filing {
  jobId: string
  klicType: KlicType
  reference: string | null
  startDate: string | null
  endDate: string | null
  works: readonly string[] | null
  principal: Principal | null
  address: Address | null
  houseConnections: readonly Address[]
  parts: readonly RdPolygon[]
}

/** The reference is mandatory at the registry: without one that survives cleaning, the job's own short id stands in. */
export const referenceFor = (filing: Pick<Filing, 'jobId' | 'reference'>): string =>
  cleanReference(filing.reference ?? '') || cleanReference(`KLIC ${filing.jobId.slice(-12)}`)

/** What neither the job nor the settings say, with the field and the setting where it can be said. */
export function missingIn(filing: Filing, settings: CompanySettings): Complaint[] {
  const missing: Complaint[] = []
  const need = (present: unknown, pointer: string, setting: SettingName, what: string): void => {
    const found = Array.isArray(present) ? present.length > 0 : present !== null && present !== undefined
    if (found) return
    const where = pointer
      ? `in the field ${pointer.slice(1)} or in the setting ${setting}`
      : `in the setting ${setting}`
    missing.push({ pointer, code: 'REQUIRED', message: `The registry asks for ${what}: give it ${where}.` })
  }
  const works = filing.klicType === 'GRAAF' ? 'registry.works.graaf' : 'registry.works.orient'
  need(settings['registry.organisation'], '', 'registry.organisation', 'the organisation that files')
  need(settings['registry.contact'], '', 'registry.contact', 'a contact person')
  need(filing.works ?? settings[works], '/works', works, 'the kinds of work')
  need(
    filing.address ?? settings['registry.default_location'],
    '/address',
    'registry.default_location',
    'an address at the works',
  )
  return missing
}

/**
 * @param parts areas of one order, in position order
 * @throws Refusal VALIDATION_FAILED naming all that is missing; BILLING_REQUIRED without a relation number
 */
export function draftOrder(filing: Filing, settings: CompanySettings, postId: string): OrderDraft {
  const complaints = missingIn(filing, settings)
  if (complaints.length > 0) {
    throw new Refusal('VALIDATION_FAILED', complaints.map((complaint) => complaint.message).join(' '), { complaints })
  }
  const relationNumber = settings['billing.relation_number']
  if (!relationNumber) {
    throw new Refusal(
      'BILLING_REQUIRED',
      'Arrange billing first: enter your own relation number at the registry in the settings.',
    )
  }
  const organisation = settings['registry.organisation']!
  const applicant: Applicant = {
    relationNumber,
    organisation: organisation.name,
    kvk: organisation.kvk,
    address: organisation.address,
    contact: settings['registry.contact']!,
    extraContact: settings['registry.extra_contact'],
  }
  const digging = filing.klicType === 'GRAAF'
  const ownOrAnother = settings['registry.principal']
  return {
    klicType: filing.klicType,
    postId,
    applicant,
    principal: digging
      ? (filing.principal ?? (ownOrAnother === 'own' ? principalFrom(applicant) : ownOrAnother))
      : null,
    works: filing.works ?? settings[digging ? 'registry.works.graaf' : 'registry.works.orient'],
    worksNote: null,
    reference: referenceFor(filing),
    startDate: digging ? filing.startDate : null,
    endDate: digging ? (filing.endDate ?? endDateFor(filing.startDate, settings)) : null,
    invoiceReference: settings['billing.invoice_reference'],
    parts: filing.parts.map((polygon) => ({
      polygon,
      locationAddress: (filing.address ?? settings['registry.default_location'])!,
      description: null,
      ...(filing.houseConnections.length > 0 ? { houseConnections: filing.houseConnections } : {}),
    })),
  }
}

const endDateFor = (startDate: string | null, settings: CompanySettings): string | null =>
  startDate && addWorkingDays(startDate, settings['registry.graaf_duration_days'])

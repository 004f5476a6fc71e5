/** Counts what was read and written, and puts into words what the user must know before trusting the map. */
import type { JobLabel, OperatorSummary, ResultSummary, ResultWarning } from '../domain/conversion.ts'
import { themeOf } from '../domain/themes.ts'
import { hasLinks } from './classes.ts'
import type { Delivery } from './delivery.ts'
import { Bounds, toMillimetre } from './geometry-code.ts'
import { compare } from './operators.ts'

/** Containers lie along the cables they hold: adding both would count metres twice. */
const CONTAINERS = new Set(['Kabelbed', 'Duct', 'Mantelbuis'])

interface Detail {
  objecttype: string
  thema: string | null
  bronhouder: string
  count: number
  lengthM: number | null
}

export class Counts {
  private readonly details = new Map<string, Detail>()
  readonly layers: Record<string, number> = {}
  readonly bounds = new Bounds()
  features = 0
  featuresWithoutGeometry = 0
  fictitious = 0
  repaired = 0
  precautions = 0

  /** @param lengthM unrounded; null when it has no length of its own */
  add(objecttype: string, thema: string | null, bronhouder: string, lengthM: number | null, count = 1): void {
    const key = JSON.stringify([objecttype, thema, bronhouder])
    const detail = this.details.get(key)
    if (!detail) {
      this.details.set(key, { objecttype, thema, bronhouder, count, lengthM })
      return
    }
    detail.count += count
    if (lengthM !== null) detail.lengthM = (detail.lengthM ?? 0) + lengthM
  }

  detail(): ResultSummary['detail'] {
    const ordered = [...this.details.entries()].sort(([a], [b]) => compare(a, b))
    return ordered.map(([, { objecttype, thema, bronhouder, count, lengthM }]) => ({
      objecttype,
      thema,
      bronhouder,
      count,
      ...(lengthM === null ? {} : { length_m: toMillimetre(lengthM) }),
    }))
  }

  objecttypes(): ResultSummary['objecttypes'] {
    return this.grouped(
      ({ objecttype }) => objecttype,
      () => true,
    )
  }

  /** Features of a theme; the length is that of its cables and pipes, without containers and drawing elements. */
  themes(): ResultSummary['themes'] {
    return this.grouped(
      ({ objecttype, thema }) => (objecttype === 'UtilityLink' || objecttype === 'Utiliteitsnet' ? null : thema),
      ({ objecttype }) => hasLinks(objecttype) && !CONTAINERS.has(objecttype),
    )
  }

  private grouped(
    keyOf: (detail: Detail) => string | null,
    isMeasured: (detail: Detail) => boolean,
  ): Record<string, { count: number; length_m?: number }> {
    const groups = new Map<string, { count: number; lengthM: number | null }>()
    for (const detail of this.details.values()) {
      const key = keyOf(detail)
      if (key === null) continue
      const group = groups.get(key) ?? { count: 0, lengthM: null }
      group.count += detail.count
      if (detail.lengthM !== null && isMeasured(detail)) group.lengthM = (group.lengthM ?? 0) + detail.lengthM
      groups.set(key, group)
    }
    const ordered = [...groups.entries()].sort(([a], [b]) => compare(a, b))
    return Object.fromEntries(
      ordered.map(([key, { count, lengthM }]) => [
        key,
        { count, ...(lengthM === null ? {} : { length_m: toMillimetre(lengthM) }) },
      ]),
    )
  }
}

export interface WarningFacts {
  deliveries: readonly Delivery[]
  /** Deliveries that a later one of the same request replaces. */
  replaced: readonly { name: string; klicNumber: string; sequence: number }[]
  operators: readonly OperatorSummary[]
  counts: Counts
  job: JobLabel | undefined
  unresolved: readonly { delivery: Delivery; count: number }[]
  unusedLinks: number
  missingDocuments: readonly { delivery: Delivery; count: number }[]
}

/** The gravest first: what is missing, what must not be used, what needs a call, then what was odd in the data. */
export function warningsOf(facts: WarningFacts): ResultWarning[] {
  return [
    ...simulated(facts),
    ...missingParts(facts),
    ...facts.operators.filter(({ delivered }) => !delivered).map(notDelivered),
    ...incomplete(facts),
    ...facts.operators.filter(({ precaution }) => precaution).map(precaution),
    ...dataRemarks(facts),
  ]
}

function simulated({ deliveries, job }: WarningFacts): ResultWarning[] {
  const made = deliveries.filter(({ klicNumber }) => klicNumber.startsWith('99'))
  const isTest = job?.environment === 'simulator' || job?.environment === 'eto'
  if (made.length === 0 && !isTest) return []
  return [
    {
      code: 'SIMULATED',
      message: 'This result holds test data. It is not for use in the field.',
      ...(made.length > 0 ? { count: made.length } : {}),
    },
  ]
}

const missingParts = ({ job }: WarningFacts): ResultWarning[] =>
  (job?.missingParts ?? []).map(({ orderId, reason, klicNumber }) => ({
    code: 'PART_MISSING',
    message:
      reason === 'safety_area'
        ? `Part ${orderId} lies in a safety area and is not in this result. Ask its manager for the cables and pipes there.`
        : `Part ${orderId} failed and is not in this result. Its cables and pipes are missing from the map.`,
    ...(klicNumber === null ? {} : { klicNumber }),
  }))

function notDelivered(operator: OperatorSummary): ResultWarning {
  const themes = operator.themes.map((theme) => themeOf(theme)?.en ?? theme).join(', ')
  const contacts = operator.contacts
    .filter(({ kind }) => kind === 'aanvraag')
    .map(({ name, phone, email }) => [name, phone, email].filter((part) => part !== '').join(', '))
  const ask = contacts.length > 0 ? ` Ask ${contacts.join(' or ')}.` : ''
  return {
    code: 'OPERATOR_NOT_DELIVERED',
    message:
      `${operator.name} (${operator.code}) has not delivered for ${operator.missingIn.join(', ')}: ` +
      `its networks${themes === '' ? '' : ` (${themes})`} are missing from the map.${ask}`,
    operator: operator.code,
    count: operator.missingIn.length,
  }
}

function incomplete({ deliveries }: WarningFacts): ResultWarning[] {
  return deliveries
    .filter(({ complete }) => !complete)
    .map(({ klicNumber, sequence }) => ({
      code: 'DELIVERY_INCOMPLETE',
      message: `Delivery ${sequence} of ${klicNumber} is not complete; a later delivery can add to it.`,
      klicNumber,
    }))
}

function precaution(operator: OperatorSummary): ResultWarning {
  const contacts = operator.contacts
    .filter(({ kind }) => kind === 'netinformatie')
    .map(({ name, phone, email }) => [name, phone, email].filter((part) => part !== '').join(', '))
  const call = contacts.length > 0 ? `: ${contacts.join(' or ')}` : ''
  return {
    code: 'PRECAUTION',
    message: `${operator.name} (${operator.code}) demands precautions here. Contact it before digging${call}.`,
    operator: operator.code,
  }
}

function dataRemarks({
  deliveries,
  replaced,
  counts,
  unresolved,
  unusedLinks,
  missingDocuments,
}: WarningFacts): ResultWarning[] {
  const remarks: ResultWarning[] = []
  const add = (code: string, count: number, message: string): void => {
    if (count > 0) remarks.push({ code, message, count })
  }
  add(
    'FICTITIOUS',
    counts.fictitious,
    `${counts.fictitious} cables or pipes have an invented position; they can lie elsewhere.`,
  )
  add(
    'NO_GEOMETRY',
    counts.featuresWithoutGeometry,
    `${counts.featuresWithoutGeometry} objects have no position in the deliveries and are not on the map.`,
  )
  for (const { delivery, count } of unresolved)
    remarks.push({
      code: 'UNRESOLVED_REFERENCE',
      message: `${delivery.klicNumber} refers ${count} times to objects that it does not hold; mostly they lie outside the area.`,
      count,
      klicNumber: delivery.klicNumber,
    })
  add('UNUSED_LINK', unusedLinks, `${unusedLinks} line stretches belong to no cable or pipe and are not on the map.`)
  add(
    'GEOMETRY_REPAIRED',
    counts.repaired,
    `${counts.repaired} areas could not be united and are shown as they were delivered, on top of each other.`,
  )
  for (const { klicNumber, problems, unknown } of deliveries) {
    for (const [problem, count] of [...problems].sort(([a], [b]) => compare(a, b)))
      remarks.push({
        code: 'GEOMETRY_UNREADABLE',
        message: `${klicNumber}: ${count} times ${problem}.`,
        count,
        klicNumber,
      })
    for (const [objecttype, count] of [...unknown].sort(([a], [b]) => compare(a, b)))
      remarks.push({
        code: 'UNKNOWN_CLASS',
        message: `${klicNumber}: ${count} objects of the unknown class ${objecttype} are left out.`,
        count,
        klicNumber,
      })
  }
  for (const { delivery, count } of missingDocuments)
    remarks.push({
      code: 'DOCUMENT_MISSING',
      message: `${delivery.klicNumber}: ${count} documents are named but not in the delivery.`,
      count,
      klicNumber: delivery.klicNumber,
    })
  for (const { name, klicNumber, sequence } of replaced)
    remarks.push({
      code: 'DELIVERY_REPLACED',
      message: `${name} (delivery ${sequence} of ${klicNumber}) is replaced by a later or equal delivery and not used.`,
      klicNumber,
    })
  return remarks
}

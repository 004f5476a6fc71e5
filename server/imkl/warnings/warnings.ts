/**
 * What the user must know before trusting the map, in two languages: Dutch for the exports, English for the API. The
 * gravest first: what is missing, what must not be used, what needs a call, then what was odd in the data. How many of
 * something there are stands behind its words, so that they are right for one as well.
 */
import type { Position } from '../../geometry/geometry.ts'
import { compare } from '../../platform/text-order.ts'
import { TEST_YEAR } from '../../registry/klic.ts'
import { contactsBeforeDigging, isHazardousOnly } from '../../registry/speak-to.ts'
import type { Language } from '../../texts/languages.ts'
import type { Translate } from '../../texts/texts.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { lacksPicture } from '../delivery/ground.ts'
import { MAX_POSITIONS } from '../gml/geometry-problems.ts'
import type { Counts } from '../merge/summary.ts'
import type { JobLabel, OperatorSummary, ResultWarning } from '../model/conversion-task.ts'
import { themeNameIn } from '../model/names.ts'
import type { Fault } from './faults.ts'
import { groundWarning } from './ground-words.ts'
import { preliminary } from './preliminary-warnings.ts'
import { type More, numberOf, warning } from './warning.ts'

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

export function warningsOf(facts: WarningFacts): ResultWarning[] {
  return [
    ...preliminary(facts.job?.preliminary),
    ...simulated(facts),
    ...planningOnly(facts),
    ...missingParts(facts),
    ...facts.operators.filter(({ delivered }) => !delivered).map(notDelivered),
    ...incomplete(facts),
    ...facts.operators.filter(({ precaution }) => precaution).map(precaution),
    ...facts.operators.filter(isHazardousOnly).map(hazardousPipeline),
    ...dataRemarks(facts),
    ...deliveryRemarks(facts),
    ...imported(facts),
  ]
}

function simulated({ deliveries, job }: WarningFacts): ResultWarning[] {
  const made = deliveries.filter(({ klicNumber }) => klicNumber.startsWith(TEST_YEAR))
  const isTest = job?.environment === 'simulator' || job?.environment === 'eto'
  if (made.length === 0 && !isTest) return []
  return [warning('SIMULATED', (t) => t('resultWarning.SIMULATED'), made.length > 0 ? { count: made.length } : {})]
}

/** Of several kinds merged into one file it is said which are for planning. */
function planningOnly({ deliveries, job }: WarningFacts): ResultWarning[] {
  const orient = deliveries.filter(({ isOrientation }) => isOrientation)
  if (orient.length === 0 && job?.klicType !== 'ORIENT') return []
  const some = orient.length > 0 && orient.length < deliveries.length
  const which = some ? ` (${orient.map(({ klicNumber }) => klicNumber).join(', ')})` : ''
  return [warning('PLANNING_ONLY', (t) => t('resultWarning.PLANNING_ONLY', { which }))]
}

const imported = ({ job }: WarningFacts): ResultWarning[] =>
  job?.source === 'imported' ? [warning('IMPORTED', (t) => t('resultWarning.IMPORTED'))] : []

const missingParts = ({ job }: WarningFacts): ResultWarning[] =>
  (job?.missingParts ?? []).map((part) => {
    const { partNo, reason, klicNumber } = part
    return warning(
      'PART_MISSING',
      (t, language) => t(`resultWarning.partMissing.${reason}`, { no: partNo, which: numberOf(part, language) }),
      klicNumber === null ? {} : { klicNumber },
    )
  })

const inOneLine = ({ name, phone, email }: OperatorSummary['contacts'][number]): string =>
  [name, phone, email].filter((part) => part !== '').join(', ')

const oneOf = (contacts: OperatorSummary['contacts'], t: Translate): string =>
  contacts.map(inOneLine).join(` ${t('resultWarning.or')} `)

const themesIn = (language: Language, themes: readonly string[]): string =>
  themes.map((theme) => themeNameIn(language, theme)).join(', ')

function notDelivered(operator: OperatorSummary): ResultWarning {
  const { name, code, missingIn } = operator
  const contacts = operator.contacts.filter(({ kind }) => kind === 'aanvraag')
  const textIn = (t: Translate, language: Language): string => {
    const themes = themesIn(language, operator.themes)
    const said = t('resultWarning.OPERATOR_NOT_DELIVERED', {
      name,
      code,
      numbers: missingIn.join(', '),
      themes: themes === '' ? '' : ` (${themes})`,
    })
    return contacts.length === 0 ? said : `${said} ${t('resultWarning.askWhom', { contacts: oneOf(contacts, t) })}`
  }
  return warning('OPERATOR_NOT_DELIVERED', textIn, { operator: code, count: missingIn.length })
}

const incomplete = ({ deliveries }: WarningFacts): ResultWarning[] =>
  deliveries
    .filter(({ complete }) => !complete)
    .map(({ klicNumber, sequence }) =>
      warning('DELIVERY_INCOMPLETE', (t) => t('resultWarning.DELIVERY_INCOMPLETE', { sequence, klic: klicNumber }), {
        klicNumber,
      }),
    )

const callOf = (operator: OperatorSummary, t: Translate): string => {
  const contacts = contactsBeforeDigging(operator)
  return contacts.length > 0 ? t('resultWarning.callWhom', { contacts: oneOf(contacts, t) }) : t('resultWarning.call')
}

function precaution(operator: OperatorSummary): ResultWarning {
  const { name, code, precautionThemes = [] } = operator
  const textIn = (t: Translate, language: Language): string => {
    const themes = themesIn(language, precautionThemes)
    const demand =
      precautionThemes.length > 0
        ? t('resultWarning.precautionFor', { name, code, themes })
        : t('resultWarning.PRECAUTION', { name, code })
    return `${demand} ${callOf(operator, t)}`
  }
  return warning('PRECAUTION', textIn, { operator: code })
}

const hazardousPipeline = (operator: OperatorSummary): ResultWarning => {
  const { name, code } = operator
  return warning(
    'HAZARDOUS_PIPELINE',
    (t) => `${t('resultWarning.HAZARDOUS_PIPELINE', { name, code })} ${callOf(operator, t)}`,
    { operator: code },
  )
}

function dataRemarks({ deliveries, counts, unresolved, unusedLinks }: WarningFacts): ResultWarning[] {
  const remarks: ResultWarning[] = []
  const add = (code: 'FICTITIOUS' | 'NO_GEOMETRY' | 'UNUSED_LINK' | 'GEOMETRY_REPAIRED', count: number): void => {
    if (count > 0) remarks.push(warning(code, (t) => t(`resultWarning.counted.${code}`, { count }), { count }))
  }
  add('FICTITIOUS', counts.fictitious)
  add('NO_GEOMETRY', counts.featuresWithoutGeometry)
  for (const { delivery, count } of unresolved) {
    const { klicNumber } = delivery
    const textIn = (t: Translate) => t('resultWarning.UNRESOLVED_REFERENCE', { klic: klicNumber, count })
    remarks.push(warning('UNRESOLVED_REFERENCE', textIn, { count, klicNumber }))
  }
  add('UNUSED_LINK', unusedLinks)
  add('GEOMETRY_REPAIRED', counts.repaired)
  for (const { id, place } of counts.repairedAt)
    remarks.push(warning('GEOMETRY_REPAIRED', (t) => t('resultWarning.notMerged', { id }), about(id, place)))
  for (const { klicNumber, faults } of deliveries)
    for (const [, fault] of [...faults].sort(([a], [b]) => compare(a, b))) remarks.push(...faulty(klicNumber, fault))
  return remarks
}

const about = (objectId: string, place: Position | null): More =>
  place === null ? { objectId } : { objectId, x: place[0], y: place[1] }

/** One warning with the number, then one for each of the first objects, with its place. */
function faulty(klicNumber: string, { kind, detail, objecttype, isKept, count, places }: Fault): ResultWarning[] {
  const code = isKept ? 'GEOMETRY_BROKEN' : 'GEOMETRY_UNREADABLE'
  const problem = (t: Translate): string => t(`geometryProblem.${kind}`, { detail, max: MAX_POSITIONS })
  const whole = warning(
    code,
    (t) => t(`resultWarning.fault.${code}`, { klic: klicNumber, problem: problem(t), objecttype, count }),
    { count, klicNumber },
  )
  const each = places.map(({ id, place }) =>
    warning(code, (t) => `${id}: ${problem(t)}.`, { klicNumber, ...about(id, place) }),
  )
  return [whole, ...each]
}

/** Versions of the standard that were read against published deliveries. */
const SUPPORTED = ['1.2.1', '2.0']

function deliveryRemarks({ deliveries, replaced, missingDocuments }: WarningFacts): ResultWarning[] {
  const remarks: ResultWarning[] = []
  for (const { klicNumber, unknown } of deliveries)
    for (const [objecttype, count] of [...unknown].sort(([a], [b]) => compare(a, b))) {
      const textIn = (t: Translate) => t('resultWarning.UNKNOWN_CLASS', { klic: klicNumber, objecttype, count })
      remarks.push(warning('UNKNOWN_CLASS', textIn, { count, klicNumber }))
    }
  for (const { klicNumber, source } of deliveries)
    if (!SUPPORTED.includes(source.imklVersion)) {
      const textIn = (t: Translate) =>
        t('resultWarning.VERSION_NOT_SUPPORTED', { klic: klicNumber, version: source.imklVersion })
      remarks.push(warning('VERSION_NOT_SUPPORTED', textIn, { klicNumber }))
    }
  for (const { delivery, count } of missingDocuments) {
    const { klicNumber } = delivery
    const textIn = (t: Translate) => t('resultWarning.DOCUMENT_MISSING', { klic: klicNumber, count })
    remarks.push(warning('DOCUMENT_MISSING', textIn, { count, klicNumber }))
  }
  for (const delivery of deliveries)
    if (lacksPicture(delivery)) remarks.push(groundWarning(delivery.klicNumber, { kind: 'missing' }))
  for (const { name, klicNumber, sequence } of replaced) {
    const textIn = (t: Translate) => t('resultWarning.DELIVERY_REPLACED', { name, sequence, klic: klicNumber })
    remarks.push(warning('DELIVERY_REPLACED', textIn, { klicNumber }))
  }
  return remarks
}

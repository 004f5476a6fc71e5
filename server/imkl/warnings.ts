/**
 * What the user must know before trusting the map, in two languages: Dutch for the exports, English for the API. The
 * gravest first: what is missing, what must not be used, what needs a call, then what was odd in the data. How many of
 * something there are stands behind its words, so that they are right for one as well.
 */
import type { Position } from '../domain/geometry/geometry.ts'
import { contactsBeforeDigging, isHazardousOnly } from '../domain/imkl/speak-to.ts'
import { themeOf } from '../domain/imkl/themes.ts'
import { TEST_YEAR } from '../domain/klic/klic.ts'
import type { JobLabel, MissingReason, OperatorSummary, ResultWarning } from '../domain/ports/conversion.ts'
import { compare } from '../domain/texts.ts'
import type { Delivery } from './delivery.ts'
import type { Fault } from './faults.ts'
import { PROBLEMS } from './geometry-problems.ts'
import { lacksPicture } from './ground.ts'
import { groundWarning } from './ground-words.ts'
import { preliminary } from './preliminary-warnings.ts'
import type { Counts } from './summary.ts'
import { type More, warning } from './warning.ts'

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
  return [
    warning(
      'SIMULATED',
      'Dit resultaat bevat testgegevens. Niet gebruiken in het veld.',
      'This result holds test data. It is not for use in the field.',
      made.length > 0 ? { count: made.length } : {},
    ),
  ]
}

/** Of several kinds merged into one file it is said which are for planning. */
function planningOnly({ deliveries, job }: WarningFacts): ResultWarning[] {
  const orient = deliveries.filter(({ isOrientation }) => isOrientation)
  if (orient.length === 0 && job?.klicType !== 'ORIENT') return []
  const some = orient.length > 0 && orient.length < deliveries.length
  const which = some ? ` (${orient.map(({ klicNumber }) => klicNumber).join(', ')})` : ''
  return [
    warning(
      'PLANNING_ONLY',
      `Oriëntatieverzoek${which}: alleen om te plannen, niet om te graven. Doe een graafmelding voordat u graaft.`,
      `Orientation request${which}: for planning only, not for digging. Submit an excavation notification (graafmelding) before you dig.`,
    ),
  ]
}

const imported = ({ job }: WarningFacts): ResultWarning[] =>
  job?.source === 'imported'
    ? [
        warning(
          'IMPORTED',
          'Ingelezen uit een bestand: ga na of dit de actuele levering is, of vraag een nieuwe aan.',
          'Imported from a file: make sure that this is the current delivery, or order a new one.',
        ),
      ]
    : []

/** Why a part is missing, and what to do about it. */
const MISSING: Readonly<Record<MissingReason, { nl: string; en: string }>> = {
  safety_area: {
    nl: 'ligt in een veiligheidsgebied en zit niet in dit resultaat. Vraag de beheerder van dat gebied naar de kabels en leidingen daar.',
    en: 'lies in a safety area and is not in this result. Ask its manager for the cables and pipes there.',
  },
  rejected: {
    nl: 'is door het Kadaster geweigerd en niet ingediend. De kabels en leidingen daar ontbreken op de kaart: dien dat gebied opnieuw in voordat u daar graaft.',
    en: 'was rejected by Kadaster and is not filed. Its cables and pipes are missing from the map: submit that area again before you dig there.',
  },
  failed: {
    nl: 'heeft geen volledige levering die te lezen is. De kabels en leidingen daar ontbreken op de kaart: vraag het Kadaster (KLIC) erom voordat u daar graaft.',
    en: 'has no complete delivery that can be read. Its cables and pipes are missing from the map: ask Kadaster (KLIC) for it before you dig there.',
  },
}

const missingParts = ({ job }: WarningFacts): ResultWarning[] =>
  (job?.missingParts ?? []).map(({ orderId, partNo, reason, klicNumber }) => {
    const { nl, en } = MISSING[reason]
    const number = klicNumber === null ? '' : ` (${klicNumber})`
    const more = klicNumber === null ? {} : { klicNumber }
    return warning('PART_MISSING', `Deelgebied ${partNo}${number} ${nl}`, `Part ${partNo} (${orderId}) ${en}`, more)
  })

const inOneLine = ({ name, phone, email }: OperatorSummary['contacts'][number]): string =>
  [name, phone, email].filter((part) => part !== '').join(', ')

const themesIn = (language: 'nl' | 'en', themes: readonly string[]): string =>
  themes.map((theme) => themeOf(theme)?.[language] ?? theme).join(', ')

function notDelivered(operator: OperatorSummary): ResultWarning {
  const { name, code, missingIn } = operator
  const inWords = (language: 'nl' | 'en'): string => {
    const themes = themesIn(language, operator.themes)
    return themes === '' ? '' : ` (${themes})`
  }
  const contacts = operator.contacts.filter(({ kind }) => kind === 'aanvraag').map(inOneLine)
  const some = contacts.length > 0
  return warning(
    'OPERATOR_NOT_DELIVERED',
    `${name} (${code}) heeft niet geleverd voor ${missingIn.join(', ')}: zijn netten${inWords('nl')} ontbreken op de kaart.` +
      (some ? ` Vraag ernaar bij ${contacts.join(' of ')}.` : ''),
    `${name} (${code}) has not delivered for ${missingIn.join(', ')}: its networks${inWords('en')} are missing from the map.` +
      (some ? ` Ask ${contacts.join(' or ')}.` : ''),
    { operator: code, count: missingIn.length },
  )
}

const incomplete = ({ deliveries }: WarningFacts): ResultWarning[] =>
  deliveries
    .filter(({ complete }) => !complete)
    .map(({ klicNumber, sequence }) =>
      warning(
        'DELIVERY_INCOMPLETE',
        `Levering ${sequence} van ${klicNumber} is niet compleet; een volgende levering kan haar aanvullen.`,
        `Delivery ${sequence} of ${klicNumber} is not complete; a later delivery can add to it.`,
        { klicNumber },
      ),
    )

const callOf = (operator: OperatorSummary, or: string): string => {
  const contacts = contactsBeforeDigging(operator).map(inOneLine)
  return contacts.length > 0 ? `: ${contacts.join(or)}` : ''
}

function precaution(operator: OperatorSummary): ResultWarning {
  const { name, code, precautionThemes = [] } = operator
  const forThemes = (language: 'nl' | 'en', word: string): string =>
    precautionThemes.length > 0 ? ` ${word} ${themesIn(language, precautionThemes)}` : ''
  return warning(
    'PRECAUTION',
    `${name} (${code}) eist hier voorzorgsmaatregelen${forThemes('nl', 'voor')}. Neem contact op voordat er gegraven wordt${callOf(operator, ' of ')}.`,
    `${name} (${code}) demands precautions here${forThemes('en', 'for')}. Contact it before digging${callOf(operator, ' or ')}.`,
    { operator: code },
  )
}

const hazardousPipeline = (operator: OperatorSummary): ResultWarning =>
  warning(
    'HAZARDOUS_PIPELINE',
    `${operator.name} (${operator.code}) heeft hier een buisleiding met gevaarlijke inhoud. Neem contact op voordat er gegraven wordt${callOf(operator, ' of ')}.`,
    `${operator.name} (${operator.code}) has a pipeline with hazardous contents here. Contact it before digging${callOf(operator, ' or ')}.`,
    { operator: operator.code },
  )

function dataRemarks({ deliveries, counts, unresolved, unusedLinks }: WarningFacts): ResultWarning[] {
  const remarks: ResultWarning[] = []
  const add = (code: string, count: number, nl: string, en: string): void => {
    if (count > 0) remarks.push(warning(code, `${nl}: ${count}.`, `${en}: ${count}.`, { count }))
  }
  add(
    'FICTITIOUS',
    counts.fictitious,
    'Schematisch (fictief) ingetekende kabels en leidingen, waarvan de werkelijke ligging onbekend is',
    'Cables and pipes that are drawn schematically, whose real position is unknown',
  )
  add(
    'NO_GEOMETRY',
    counts.featuresWithoutGeometry,
    'Objecten die in de leveringen geen ligging hebben en niet op de kaart staan',
    'Objects that have no position in the deliveries and are not on the map',
  )
  for (const { delivery, count } of unresolved)
    remarks.push(
      warning(
        'UNRESOLVED_REFERENCE',
        `${delivery.klicNumber}: verwijzingen naar objecten die niet in de levering zitten, meestal omdat ze buiten het gebied liggen: ${count}.`,
        `${delivery.klicNumber}: references to objects that are not in the delivery, mostly because they lie outside the area: ${count}.`,
        { count, klicNumber: delivery.klicNumber },
      ),
    )
  add(
    'UNUSED_LINK',
    unusedLinks,
    'Lijnstukken die bij geen kabel of leiding horen en niet op de kaart staan',
    'Line segments that belong to no cable or pipe and are not on the map',
  )
  add(
    'GEOMETRY_REPAIRED',
    counts.repaired,
    'Lijnen of vlakken die niet konden worden samengevoegd en over elkaar heen liggen zoals ze geleverd zijn',
    'Lines or areas that could not be merged and lie on top of each other as they were delivered',
  )
  for (const { id, place } of counts.repairedAt)
    remarks.push(
      warning(
        'GEOMETRY_REPAIRED',
        `${id}: niet samengevoegd, delen liggen over elkaar.`,
        `${id}: not merged, its parts overlap.`,
        about(id, place),
      ),
    )
  for (const { klicNumber, faults } of deliveries)
    for (const [, fault] of [...faults].sort(([a], [b]) => compare(a, b))) remarks.push(...faulty(klicNumber, fault))
  return remarks
}

const about = (objectId: string, place: Position | null): More =>
  place === null ? { objectId } : { objectId, x: place[0], y: place[1] }

/** One warning with the number, then one for each of the first objects, with its place. */
function faulty(klicNumber: string, { kind, detail, objecttype, isKept, count, places }: Fault): ResultWarning[] {
  const code = isKept ? 'GEOMETRY_BROKEN' : 'GEOMETRY_UNREADABLE'
  const nl = PROBLEMS[kind].nl(detail)
  const en = PROBLEMS[kind].en(detail)
  const whole = warning(
    code,
    `${klicNumber}: ${nl} (${objecttype})${isKept ? '; wat te lezen is, is getekend' : '; niet getekend'}: ${count}.`,
    `${klicNumber}: ${en} (${objecttype})${isKept ? '; what can be read is drawn' : '; not drawn'}: ${count}.`,
    { count, klicNumber },
  )
  const each = places.map(({ id, place }) =>
    warning(code, `${id}: ${nl}.`, `${id}: ${en}.`, { klicNumber, ...about(id, place) }),
  )
  return [whole, ...each]
}

/** Versions of the standard that were read against published deliveries. */
const SUPPORTED = ['1.2.1', '2.0']

function deliveryRemarks({ deliveries, replaced, missingDocuments }: WarningFacts): ResultWarning[] {
  const remarks: ResultWarning[] = []
  for (const { klicNumber, unknown } of deliveries)
    for (const [objecttype, count] of [...unknown].sort(([a], [b]) => compare(a, b)))
      remarks.push(
        warning(
          'UNKNOWN_CLASS',
          `${klicNumber}: objecten van de onbekende soort ${objecttype}, die niet op de kaart staan maar in de tabel onbekend: ${count}.`,
          `${klicNumber}: objects of the unknown class ${objecttype}, which are not on the map but in the table onbekend: ${count}.`,
          { count, klicNumber },
        ),
      )
  for (const { klicNumber, source } of deliveries)
    if (!SUPPORTED.includes(source.imklVersion))
      remarks.push(
        warning(
          'VERSION_NOT_SUPPORTED',
          `${klicNumber}: deze levering is IMKL ${source.imklVersion}, waarvoor dit programma niet is gemaakt. Wat het niet kent, staat in overige_kenmerken en in de tabel onbekend; controleer het vóór u erop graaft.`,
          `${klicNumber}: this delivery is IMKL ${source.imklVersion}, which this program was not made for. What it does not know stands in overige_kenmerken and in the table onbekend; check it before you dig by it.`,
          { klicNumber },
        ),
      )
  for (const { delivery, count } of missingDocuments)
    remarks.push(
      warning(
        'DOCUMENT_MISSING',
        `${delivery.klicNumber}: documenten die worden genoemd maar niet in de levering zitten: ${count}.`,
        `${delivery.klicNumber}: documents that are named but not in the delivery: ${count}.`,
        { count, klicNumber: delivery.klicNumber },
      ),
    )
  for (const delivery of deliveries)
    if (lacksPicture(delivery)) remarks.push(groundWarning(delivery.klicNumber, { kind: 'missing' }))
  for (const { name, klicNumber, sequence } of replaced)
    remarks.push(
      warning(
        'DELIVERY_REPLACED',
        `${name} (levering ${sequence} van ${klicNumber}) is vervangen door een latere of gelijke levering en niet gebruikt.`,
        `${name} (delivery ${sequence} of ${klicNumber}) is replaced by a later or equal delivery and not used.`,
        { klicNumber },
      ),
    )
  return remarks
}

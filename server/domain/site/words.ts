/** What LEESMIJ and the page of a site package say, in both languages. */
import type { DigStatus } from '../digging/dig-status.ts'
import { type ResultNote, sentenceOf } from '../imkl/result-notes.ts'
import { isHazardousOnly, mustBeSpokenTo } from '../imkl/speak-to.ts'
import type { FiledPeople } from '../klic/filed-people.ts'
import type { OperatorSummary } from '../ports/conversion.ts'
import type { SiteDig } from './dig-answer.ts'
import { SITE_NAMES } from './site-package.ts'

export const LANGUAGES = ['nl', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export interface SiteSaid {
  title: string
  revision: number
  /** A later delivery is known of, and is not in it */
  isOutdated: boolean
  /** By language: what they name is in its words */
  notes: Readonly<Record<'nl' | 'en', readonly ResultNote[]>>
  /** composedAt: ISO 8601 */
  deliveries: readonly { klicNumber: string; composedAt: string | null }[]
  operators: readonly Pick<OperatorSummary, 'name' | 'delivered' | 'precaution' | 'hazardous' | 'contacts'>[]
  dig: DigStatus
  /** By the day on which it is read */
  digOn: Readonly<Record<'nl' | 'en', SiteDig>>
  gpkg: string
  project: string | null
  /** Its scale; null: the area is too large for a print */
  print: { name: string; scale: number } | null
  /** Documents that the deliveries name, and that are not here */
  missing: readonly string[]
  /** Null: nobody asked for them, and they are left out */
  people: FiledPeople | null
  hasDocuments: boolean
  hasLetters: boolean
}

export interface SiteWords {
  /** The language's own name */
  own: string
  revision: (n: number) => string
  heading: string
  outdated: string
  clear: string
  deliveries: string
  composed: (klic: string, when: string) => string
  unknown: string
  begin: (from: string | null, until: string) => string
  beginUnknown: string
  calamity: string
  operators: string
  silent: string
  precaution: string
  hazardous: string
  kinds: Readonly<Record<OperatorSummary['contacts'][number]['kind'], string>>
  noContact: string
  people: {
    heading: string
    why: string
    roles: Readonly<Record<keyof FiledPeople, string>>
    unknown: string
    leftOut: string
  }
  files: string
  /** Where there is no ZIP */
  byLink: { files: string; project: string }
  page: string
  print: (scale: number) => string
  noPrint: string
  project: string
  gpkg: string
  documents: string
  letters: string
  missing: string
  signed: string
  views: { map: string; list: string }
  /** On top of the map: of how many, and of whom */
  strip: {
    silent: (n: number, names: string) => string
    careful: (n: number, names: string) => string
    read: (n: number) => string
  }
  /** # is the number */
  age: { one: string; many: string }
  /** When the last day to begin is over */
  over: { title: string; why: (day: string) => string; read: string }
}

export const SITE_WORDS: Readonly<Record<Language, SiteWords>> = {
  nl: {
    own: 'Nederlands',
    revision: (n) => `revisie ${n}`,
    heading: 'Wat u moet weten voordat u graaft',
    outdated: 'NIET HET NIEUWSTE: er is een latere levering. Graaf niet op deze gegevens.',
    clear:
      'De ligging is indicatief: graaf proefsleuven. Waar niets getekend is, kan toch iets liggen. Huisaansluitingen en diepten ontbreken vaak.',
    deliveries: 'Leveringen',
    composed: (klic, when) => `${klic}: samengesteld ${when}`,
    unknown: 'op een onbekend moment',
    begin: (from, until) => `Het werk mag beginnen ${from ? `van ${from} ` : ''}tot en met ${until}.`,
    beginUnknown: 'Tot welke dag het werk mag beginnen is hier niet bekend: vraag na voordat u graaft.',
    calamity: 'Calamiteitenmelding: alleen om het gevaar af te wenden. Voor ander graafwerk is een graafmelding nodig.',
    operators: 'Netbeheerders',
    silent: 'NIET (OVERAL) GELEVERD: vraag na voordat u graaft',
    precaution: 'EIST VOORZORGSMAATREGELEN: bel voordat u graaft',
    hazardous: 'BUISLEIDING MET GEVAARLIJKE INHOUD: bel voordat u graaft',
    kinds: { voorzorg: 'voorzorg', aanvraag: 'vragen', netinformatie: 'informatie', beschadiging: 'schade' },
    noContact: 'geen telefoonnummer geleverd',
    people: {
      heading: 'Aanvrager en opdrachtgever',
      why: 'Zoals gemeld, op verzoek in dit pakket: geef het alleen aan wie hen moet kunnen bereiken.',
      roles: { applicant: 'aanvrager', principal: 'opdrachtgever' },
      unknown: 'Wie de melding heeft gedaan, is hier niet bekend.',
      leftOut:
        'Aanvrager en opdrachtgever staan niet in dit pakket, behalve waar brieven of documenten hen zelf noemen.',
    },
    files: 'Wat er in deze ZIP zit',
    byLink: {
      files: 'Bestanden',
      project: 'project voor QGIS en QField; bewaar het in dezelfde map als het GeoPackage',
    },
    page: 'dit alles voor een telefoon, met nummers om op te tikken; ook zonder netwerk',
    print: (scale) => `de kaart op schaal 1:${scale}, ook op papier`,
    noPrint: 'Geen kaart als PDF: daarvoor is het gebied te groot.',
    project: 'project voor QGIS en QField; pak de ZIP uit en laat het naast het GeoPackage staan',
    gpkg: 'alle gegevens, met de geleverde ondergrond als die er is',
    documents: 'brieven en tekeningen van de netbeheerders',
    letters: 'de leveringsbrief van elke melding, van het Kadaster',
    missing: 'Genoemd in de levering, maar niet hier:',
    signed: `${SITE_NAMES.manifest} noemt van elk bestand de sha256 en is ondertekend; klic site verify ziet of iets gewijzigd is.`,
    views: { map: 'Kaart', list: 'Lees dit' },
    strip: {
      silent: (n, names) => (n > 2 ? `${n} netbeheerders leverden niet (overal)` : `Niet (overal) geleverd: ${names}`),
      careful: (n, names) => (n > 2 ? `Bel eerst ${n} netbeheerders` : `Bel eerst: ${names}`),
      read: (n) => (n === 1 ? 'Lees eerst 1 punt ›' : `Lees eerst ${n} punten ›`),
    },
    age: { one: '1 dag oud', many: '# dagen oud' },
    over: {
      title: 'NIET MEER BEGINNEN',
      why: (day) =>
        `De laatste dag om te beginnen was ${day}. Is het werk toen al begonnen en gaat het dagelijks door, dan mag het door; is het niet begonnen, dan is een nieuwe melding nodig.`,
      read: 'Ik heb dit gelezen',
    },
  },
  en: {
    own: 'English',
    revision: (n) => `revision ${n}`,
    heading: 'What you have to know before you dig',
    outdated: 'NOT THE NEWEST: there is a later delivery. Do not dig by these data.',
    clear:
      'Positions are indicative: dig trial trenches. Where nothing is drawn there can still be something. House connections and depths are often missing.',
    deliveries: 'Deliveries',
    composed: (klic, when) => `${klic}: put together ${when}`,
    unknown: 'at an unknown moment',
    begin: (from, until) => `The work may begin ${from ? `from ${from} ` : ''}until ${until}.`,
    beginUnknown: 'Until which day the work may begin is not known here: ask before you dig.',
    calamity: 'Calamity notification: for averting the danger only. Other digging takes a notification of its own.',
    operators: 'Network operators',
    silent: 'NOT DELIVERED (EVERYWHERE): ask before you dig',
    precaution: 'DEMANDS PRECAUTIONS: call before you dig',
    hazardous: 'PIPELINE WITH HAZARDOUS CONTENTS: call before you dig',
    kinds: { voorzorg: 'precautions', aanvraag: 'questions', netinformatie: 'information', beschadiging: 'damage' },
    noContact: 'no telephone number was delivered',
    people: {
      heading: 'Applicant and client',
      why: 'As filed, in this package because it was asked for: hand it only to those who must be able to reach them.',
      roles: { applicant: 'applicant', principal: 'client of the works' },
      unknown: 'Who filed the notification is not known here.',
      leftOut: 'Applicant and client are not in this package, but where letters or documents name them.',
    },
    files: 'What is in this ZIP',
    byLink: { files: 'Files', project: 'project for QGIS and QField; save it in the same folder as the GeoPackage' },
    page: 'all of this for a telephone, with numbers to tap; without a network too',
    print: (scale) => `the map at a scale of 1:${scale}, on paper too`,
    noPrint: 'No map as PDF: the area is too large for one.',
    project: 'project for QGIS and QField; unpack the ZIP and leave it beside the GeoPackage',
    gpkg: 'all data, with the delivered ground where there is one',
    documents: 'letters and drawings of the operators',
    letters: 'the letter of each delivery, of Kadaster',
    missing: 'Named in the delivery, but not here:',
    signed: `${SITE_NAMES.manifest} has the sha256 of every file and is signed; klic site verify sees whether anything was changed.`,
    views: { map: 'Map', list: 'Read this' },
    strip: {
      silent: (n, names) =>
        n > 2 ? `${n} operators did not deliver (everywhere)` : `Not delivered (everywhere): ${names}`,
      careful: (n, names) => (n > 2 ? `Call ${n} operators first` : `Call first: ${names}`),
      read: (n) => (n === 1 ? 'First read 1 thing ›' : `First read ${n} things ›`),
    },
    age: { one: '1 day old', many: '# days old' },
    over: {
      title: 'BEGIN NO MORE',
      why: (day) =>
        `The last day to begin was ${day}. If the work had begun by then and goes on daily it may go on; if it had not, a new notification is needed.`,
      read: 'I have read this',
    },
  },
}

/** What must be known before anybody digs. */
export function mustKnow(facts: SiteSaid, language: Language): string[] {
  const words = SITE_WORDS[language]
  return [
    ...(facts.isOutdated ? [words.outdated] : []),
    ...facts.notes[language].map((note) => sentenceOf(note, language)),
    ...beginLines(facts.dig, language),
    words.clear,
  ]
}

/** When the work may begin: what holds on any day. Of an orientation request its note says that nobody may dig by it. */
export function beginLines(dig: DigStatus, language: Language): string[] {
  const words = SITE_WORDS[language]
  if (dig.reasons.some(({ code }) => code === 'calamity')) return [words.calamity]
  if (dig.answer === 'not_for_digging') return []
  const [from, until] = [
    dig.beginFrom && dayIn(dig.beginFrom, language),
    dig.beginUntil && dayIn(dig.beginUntil, language),
  ]
  return [until === null ? words.beginUnknown : words.begin(from, until)]
}

/** Those that delivered nothing first, then those that demand precautions. */
export const inWeight = (operators: SiteSaid['operators']): SiteSaid['operators'] =>
  operators.toSorted((a, b) => weightOf(a) - weightOf(b))

const weightOf = (operator: SiteSaid['operators'][number]): number =>
  operator.delivered ? (mustBeSpokenTo(operator) ? 1 : 2) : 0

/** What stands against digging without a call. */
export const carefulLines = (operator: SiteSaid['operators'][number], words: SiteWords): string[] => [
  ...(operator.delivered ? [] : [words.silent]),
  ...(operator.precaution ? [words.precaution] : []),
  ...(isHazardousOnly(operator) ? [words.hazardous] : []),
]

/** A moment or a day in the Netherlands, written out. */
export const dayIn = (text: string, language: Language): string =>
  new Date(text.length === 10 ? `${text}T12:00:00Z` : text).toLocaleDateString(language === 'nl' ? 'nl-NL' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Amsterdam',
  })

/** Who filed, and for whom, where that was asked for: a line for each. */
export function peopleLines({ people }: SiteSaid, words: SiteWords): string[] {
  if (people === null) return []
  const lines = (['applicant', 'principal'] as const).flatMap((role) => {
    const party = people[role]
    if (!party) return []
    const { organisation, name, phone, email } = party
    return [`${words.people.roles[role]}: ${[organisation, name, phone, email].filter(Boolean).join(', ')}`]
  })
  return lines.length > 0 ? lines : [words.people.unknown]
}

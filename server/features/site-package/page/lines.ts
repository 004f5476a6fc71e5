/** The lines that LEESMIJ and the page of a site package share. */

import { beginLines } from '../../../exports/print/begin-lines.ts'
import type { OperatorSummary } from '../../../imkl/model/conversion-task.ts'
import { type ResultNote, sentenceOf } from '../../../imkl/model/result-notes.ts'
import { dayInWords } from '../../../registry/day-in-words.ts'
import type { DigStatus } from '../../../registry/dig-status.ts'
import { isHazardousOnly, mustBeSpokenTo } from '../../../registry/speak-to.ts'
import type { Language } from '../../../texts/languages.ts'
import { type Translate, translate } from '../../../texts/texts.ts'
import type { FiledPeople } from '../../jobs/rules/filed-people.ts'
import type { SiteDig } from './dig-answer.ts'

export interface SiteHead {
  title: string
  revision: number
  /** A later delivery is known of, and is not in it */
  isOutdated: boolean
  /** The job has a trench plan, and it is not in the package */
  isPlanLeftOut: boolean
  /** By language: what they name is in its words */
  notes: Readonly<Record<Language, readonly ResultNote[]>>
  /** composedAt: ISO 8601 */
  deliveries: readonly { klicNumber: string; composedAt: string | null }[]
  operators: readonly Pick<OperatorSummary, 'name' | 'delivered' | 'precaution' | 'hazardous' | 'contacts'>[]
  dig: DigStatus
  /** By the day on which it is read */
  digOn: Readonly<Record<Language, SiteDig>>
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

/** What must be known before anybody digs. */
export function mustKnow(facts: SiteHead, language: Language): string[] {
  const t = translate(language)
  return [
    ...(facts.isOutdated ? [t('sitePackage.outdated')] : []),
    ...facts.notes[language].map((note) => sentenceOf(note, language)),
    ...beginLines(facts.dig, language),
    ...(facts.isPlanLeftOut ? [t('sitePackage.trenches.leftOut')] : []),
    t('sitePackage.indicative'),
  ]
}

/** When it was composed: a line for each delivery. */
export function deliveryLine({ klicNumber, composedAt }: SiteHead['deliveries'][number], language: Language): string {
  const t = translate(language)
  return composedAt === null
    ? t('sitePackage.composedUnknown', { klic: klicNumber })
    : t('sitePackage.composed', { klic: klicNumber, when: dayInWords(composedAt, language) })
}

/** Those that delivered nothing first, then those that demand precautions. */
export const inWeight = (operators: SiteHead['operators']): SiteHead['operators'] =>
  operators.toSorted((a, b) => weightOf(a) - weightOf(b))

const weightOf = (operator: SiteHead['operators'][number]): number =>
  operator.delivered ? (mustBeSpokenTo(operator) ? 1 : 2) : 0

/** What stands against digging without a call. */
export const carefulLines = (operator: SiteHead['operators'][number], t: Translate): string[] => [
  ...(operator.delivered ? [] : [t('sheet.silent')]),
  ...(operator.precaution ? [t('sheet.precaution')] : []),
  ...(isHazardousOnly(operator) ? [t('sheet.hazardous')] : []),
]

/** Who filed, and for whom, where that was asked for: a line for each. */
export function peopleLines({ people }: SiteHead, t: Translate): string[] {
  if (people === null) return []
  const lines = (['applicant', 'principal'] as const).flatMap((role) => {
    const party = people[role]
    if (!party) return []
    const { organisation, name, phone, email } = party
    return [`${t(`sitePackage.people.${role}`)}: ${[organisation, name, phone, email].filter(Boolean).join(', ')}`]
  })
  return lines.length > 0 ? lines : [t('sitePackage.people.unknown')]
}

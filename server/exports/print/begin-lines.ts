/** Whether one may dig, as paper and pages say it. */
import { dayInWords } from '../../registry/day-in-words.ts'
import type { Language } from '../../texts/languages.ts'
import { type CodeOf, translate } from '../../texts/texts.ts'

/** The answer of one day. Days are Dutch, YYYY-MM-DD; null: not known, or of no matter */
export interface PrintedDigStatus {
  answer: CodeOf<'digShort.answer'>
  reasons: readonly { code: CodeOf<'digShort.reason'> }[]
  beginFrom: string | null
  beginUntil: string | null
}

/** When the work may begin: what holds on any day. Of an orientation request its note says that nobody may dig by it. */
export function beginLines(dig: PrintedDigStatus, language: Language): string[] {
  const t = translate(language)
  if (dig.reasons.some(({ code }) => code === 'calamity')) return [t('sitePackage.calamity')]
  if (dig.answer === 'not_for_digging') return []
  if (!dig.beginUntil) return [t('sitePackage.beginUnknown')]
  const until = dayInWords(dig.beginUntil, language)
  if (!dig.beginFrom) return [t('sitePackage.beginUntil', { until })]
  return [t('sitePackage.begin', { from: dayInWords(dig.beginFrom, language), until })]
}

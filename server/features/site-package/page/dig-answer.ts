/**
 * Whether one may dig, on the page of a site package: the answer of the day on which it is opened. What was on record when it was made
 * tells how the answer changes with the days; it never tells that nothing came since. A yes therefore holds on its own day only.
 */

import { dayInWords } from '../../../registry/day-in-words.ts'
import type { DigAnswer } from '../../../registry/dig-reasons.ts'
import type { DigStatus } from '../../../registry/dig-status.ts'
import { addDays } from '../../../registry/working-days.ts'
import type { Language } from '../../../texts/languages.ts'
import { forEachLanguage, translate } from '../../../texts/texts.ts'

/** All terms of a notification end within it. */
const DAYS_AHEAD = 60

interface AnswerText {
  answer: DigAnswer
  title: string
  why: string
}

/** In one language. `#` in a text is the day on which it is read. */
export interface SiteDig {
  /** The Dutch day of what is on record */
  on: string
  /** From its day on, the first also before it */
  stages: readonly (AnswerText & { from: string })[]
  /** In place of a yes, on another day than `on` */
  stale: AnswerText
}

/** What the page's script puts the day in place of. */
const DAY = '#'

/** @param on the Dutch day of what is on record; @param statusOn the answer of a day, by that */
export function siteDig(on: string, statusOn: (day: string) => DigStatus): Record<Language, SiteDig> {
  const found: { from: string; status: DigStatus }[] = []
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const from = addDays(on, ahead)
    const status = statusOn(from)
    if (JSON.stringify(found.at(-1)?.status) !== JSON.stringify(status)) found.push({ from, status })
  }
  return forEachLanguage((language): SiteDig => {
    const t = translate(language)
    return {
      on,
      stages: found.map(({ from, status }) => ({ from, ...said(status, language) })),
      stale: {
        answer: 'unknown',
        title: t('sitePackage.dig.title.unknown'),
        why: t('sitePackage.dig.stale', { on: dayInWords(on, language), day: DAY }),
      },
    }
  })
}

function said({ answer, reasons }: DigStatus, language: Language): AnswerText {
  const t = translate(language)
  if (answer === 'yes')
    return { answer, title: t('sitePackage.dig.title.yes', { day: DAY }), why: t('sitePackage.dig.yesWhy') }
  const free = reasons.flatMap(({ code, day }) =>
    code === 'filed_lately' || code === 'contact_lately' ? (day ?? []) : [],
  )
  const latest = answer === 'not_yet' ? free.toSorted().at(-1) : undefined
  const why = reasons.map(({ code, operators }) => {
    const names = operators.filter((name) => name !== '').join(', ')
    return t(`digShort.reason.${code}`) + (names ? ` (${names})` : '')
  })
  return {
    answer,
    title:
      latest === undefined
        ? t(`sitePackage.dig.title.${answer}`, { day: DAY })
        : t('sitePackage.dig.notBefore', { day: dayInWords(latest, language) }),
    why: t('sitePackage.dig.why', { day: DAY, reasons: why.join('; ') }),
  }
}

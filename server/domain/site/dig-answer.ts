/**
 * Whether one may dig, on the page of a site package: the answer of the day on which it is opened. What was on record when it was made
 * tells how the answer changes with the days; it never tells that nothing came since. A yes therefore holds on its own day only.
 */
import { translate } from '../../texts/texts.ts'
import { dayInWords } from '../digging/day-in-words.ts'
import type { DigAnswer } from '../digging/dig-reasons.ts'
import type { DigStatus } from '../digging/dig-status.ts'
import { addDays } from '../klic/working-days.ts'

/** All terms of a notification end within it. */
const DAYS_AHEAD = 60

interface Said {
  answer: DigAnswer
  title: string
  why: string
}

/** In one language. `#` in a text is the day on which it is read. */
export interface SiteDig {
  /** The Dutch day of what is on record */
  on: string
  /** From its day on, the first also before it */
  stages: readonly (Said & { from: string })[]
  /** In place of a yes, on another day than `on` */
  stale: Said
}

type Language = 'nl' | 'en'

interface Words {
  title: Readonly<Record<DigAnswer, string>>
  notBefore: (day: string) => string
  yes: string
  stale: (on: string) => string
}

const WORDS: Readonly<Record<Language, Words>> = {
  nl: {
    title: {
      yes: 'Geen bezwaar tegen graven op #',
      not_yet: 'Nog niet graven',
      no_longer: 'Niet meer graven',
      unknown: 'Niet bekend of hier gegraven mag worden',
      not_for_digging: 'Niet om te graven',
    },
    notBefore: (day) => `Graaf niet vóór ${day}`,
    yes: 'Naar wat is vastgelegd. Lokaliseer de leidingen en heb de gegevens bij de hand.',
    stale: (on) => `Dit is de stand van ${on}. Wat daarna kwam, staat hier niet: vraag het na voor #.`,
  },
  en: {
    title: {
      yes: 'No objection to digging on #',
      not_yet: 'Do not dig yet',
      no_longer: 'Do not dig any more',
      unknown: 'Not known whether one may dig here',
      not_for_digging: 'Not for digging',
    },
    notBefore: (day) => `Do not dig before ${day}`,
    yes: 'By what is on record. Locate the lines and keep the data at hand.',
    stale: (on) => `This was made on ${on}. What came later is not here: ask again for #.`,
  },
}

/** @param on the Dutch day of what is on record; @param statusOn the answer of a day, by that */
export function siteDig(on: string, statusOn: (day: string) => DigStatus): Record<Language, SiteDig> {
  const found: { from: string; status: DigStatus }[] = []
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const from = addDays(on, ahead)
    const status = statusOn(from)
    if (JSON.stringify(found.at(-1)?.status) !== JSON.stringify(status)) found.push({ from, status })
  }
  const inLanguage = (language: Language): SiteDig => {
    const { title, stale } = WORDS[language]
    return {
      on,
      stages: found.map(({ from, status }) => ({ from, ...said(status, language) })),
      stale: { answer: 'unknown', title: title.unknown, why: stale(dayInWords(on, language)) },
    }
  }
  return { nl: inLanguage('nl'), en: inLanguage('en') }
}

function said({ answer, reasons }: DigStatus, language: Language): Said {
  const { title, notBefore, yes } = WORDS[language]
  if (answer === 'yes') return { answer, title: title.yes, why: yes }
  const free = reasons.flatMap(({ code, day }) =>
    code === 'filed_lately' || code === 'contact_lately' ? (day ?? []) : [],
  )
  const latest = answer === 'not_yet' ? free.toSorted().at(-1) : undefined
  const why = reasons.map(({ code, operators }) => {
    const names = operators.filter((name) => name !== '').join(', ')
    return translate(language)(`digShort.reason.${code}`) + (names ? ` (${names})` : '')
  })
  return {
    answer,
    title: latest === undefined ? title[answer] : notBefore(dayInWords(latest, language)),
    why: `${language === 'nl' ? 'Op' : 'On'} #: ${why.join('; ')}.`,
  }
}

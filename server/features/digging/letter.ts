/**
 * The letter to an operator that demands precautions: one text for the page and for the mail. Dutch only, since it is
 * read in the Netherlands: its sentences stand here, not in server/texts. Pure; nobody sends it but a person.
 */

import { type Letter, TEST_LETTER } from '../../exports/print/print-options.ts'
import { dayInWords } from '../../registry/day-in-words.ts'
import type { Contact } from '../settings/settings.ts'

export interface LetterFacts {
  /** Name of the operator; empty: none calls the area of precaution theirs */
  operator: string
  /** Of the precaution itself, as delivered */
  contacts: readonly { name: string | null; phone: string | null; email: string | null }[]
  company: string
  /** Who writes, and who reads along at the company */
  contact: Contact | null
  copyTo: string | null
  klicNumbers: readonly string[]
  reference: string | null
  works: readonly string[]
  place: string | null
  /** Middle of the area, RD New, and its size */
  middle: readonly [number, number]
  areaM2: number
  /** What the demand is for, in words of the value list */
  demands: readonly string[]
  /** Cables and pipes of the operator within the area, by theme in words */
  lines: readonly { theme: string; count: number; lengthM: number }[]
  /** Dutch days; null: no start is known */
  start: string | null
  contactBy: string | null
  today: string
  /** Made with the simulator: nobody is to act on it */
  isTest: boolean
}

const dayOf = (day: string): string => dayInWords(day, 'nl')
const whole = (value: number): string => Math.round(value).toLocaleString('nl-NL')

/** What a mail program takes for one address. A delivery comes from outside: a line break in it would be a header of its own. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/
const addressesIn = (text: string | null): string[] =>
  (text ?? '').split(/[,;\s]+/).filter((each) => each.length <= 254 && ADDRESS.test(each))

const once = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text?.trim() ? text.trim() : []))),
]

export function letterOf(facts: LetterFacts): Letter {
  const { operator, contacts, contact, start, contactBy, lines } = facts
  const mailTo = once(contacts.flatMap(({ email }) => addressesIn(email)))
  const [mailFrom = null] = addressesIn(contact?.email ?? null)
  const [copyTo = null] = addressesIn(facts.copyTo)
  const numbers = facts.klicNumbers.join(', ')
  const reached = [contact?.name, contact?.phone, contact?.email]
  const kinds = lines.map(({ theme, count, lengthM }) => `${theme}: ${count}, ${whole(lengthM)} m`)
  const rows: [string, string | null][] = [
    [facts.klicNumbers.length > 1 ? 'KLIC-nummers' : 'KLIC-nummer', numbers || null],
    ['Ons kenmerk', facts.reference],
    ['Werkzaamheden', once(facts.works).join('; ') || null],
    ['Plaats', facts.place],
    ['Gebied', `rond RD ${whole(facts.middle[0])}, ${whole(facts.middle[1])}; ${whole(facts.areaM2)} m²`],
    ['Uw eis', once(facts.demands).join('; ') || null],
    ['Uw kabels en leidingen in het gebied', kinds.join('; ') || null],
    ['Beoogd begin van het werk', start && dayOf(start)],
    ['Laatste dag voor ons contact', contactBy && dayOf(contactBy)],
    ['Onze contactpersoon', once(reached).join(', ') || null],
  ]
  return {
    subject: `${facts.isTest ? 'TEST ' : ''}Eis voorzorgsmaatregel ${numbers ? `bij KLIC ${numbers}` : 'bij onze graafmelding'}`,
    to: once([
      operator || 'De beheerder van het voorzorgsgebied',
      ...contacts.flatMap(({ name, phone, email }) => [name, phone, email]),
    ]),
    from: once([facts.company, ...reached]),
    mailTo,
    mailFrom,
    copyTo,
    day: dayOf(facts.today),
    opening: [
      'Geachte heer of mevrouw,',
      'Voor het gebied hieronder hebben wij een graafmelding gedaan. U stelt daar een eis voorzorgsmaatregel. Daarom nemen wij contact met u op voordat het werk begint.',
      'Wilt u ons laten weten welke maatregelen u verlangt, en de afspraken daarover schriftelijk bevestigen?',
    ],
    rows: rows.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    closing: [
      operator
        ? 'Op de bijgevoegde kaart staan het gebied en wat u daar hebt liggen.'
        : 'Op de bijgevoegde kaart staan het gebied en wat daar ligt.',
      'Met vriendelijke groet,',
      once([contact?.name, facts.company]).join('\n'),
    ],
    isTest: facts.isTest,
  }
}

/** The same in a mail, to which the page is added. */
export const letterText = ({ opening, rows, closing, isTest }: Letter): string =>
  [
    ...(isTest ? [TEST_LETTER] : []),
    ...opening,
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...closing,
  ].join('\n\n')

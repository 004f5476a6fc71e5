/** LEESMIJ.txt of a site package: what must be known before anybody digs, whom to call, and what is in the ZIP; Dutch, then English. */
import { SITE_NAMES } from './site-package.ts'
import {
  carefulLines,
  dayIn,
  inWeight,
  type Language,
  mustKnow,
  peopleLines,
  SITE_WORDS,
  type SiteSaid,
  type SiteWords,
} from './words.ts'

/** A LEESMIJ.txt: lines in Dutch, then in English, as any editor of Windows shows them. */
export const inBoth = (lines: (language: Language) => readonly string[]): string =>
  [...lines('nl'), '', '-'.repeat(72), '', ...lines('en'), ''].map((line) => `${line}\r\n`).join('')

export const readme = (facts: SiteSaid): string => inBoth((language) => inLanguage(facts, language))

function inLanguage(facts: SiteSaid, language: Language): string[] {
  const words = SITE_WORDS[language]
  const { title, revision, deliveries, print, project, gpkg, missing } = facts
  return [
    `${title}, ${words.revision(revision)}`,
    '',
    ...headed(words.heading, mustKnow(facts, language)),
    ...headed(
      words.deliveries,
      deliveries.map(({ klicNumber, composedAt }) =>
        words.composed(klicNumber, composedAt === null ? words.unknown : dayIn(composedAt, language)),
      ),
    ),
    ...headed(
      words.operators,
      inWeight(facts.operators).map((operator) => operatorLine(operator, words)),
    ),
    ...(facts.people === null ? [] : headed(words.people.heading, [...peopleLines(facts, words), words.people.why])),
    ...headed(words.files, [
      `${SITE_NAMES.page}: ${words.page}`,
      ...(print ? [`${print.name}: ${words.print(print.scale)}`] : [words.noPrint]),
      ...(project === null ? [] : [`${project}: ${words.project}`]),
      `${gpkg}: ${words.gpkg}`,
      ...(facts.hasDocuments ? [`documenten/: ${words.documents}`] : []),
      ...(facts.hasLetters ? [`brieven/: ${words.letters}`] : []),
      words.signed,
      ...(facts.people === null ? [words.people.leftOut] : []),
    ]),
    ...(missing.length > 0 ? headed(words.missing, missing) : []),
  ]
}

const headed = (heading: string, lines: readonly string[]): string[] => [
  heading,
  ...lines.map((line) => `- ${line}`),
  '',
]

function operatorLine(operator: SiteSaid['operators'][number], words: SiteWords): string {
  const { name, contacts } = operator
  const phones = contacts.flatMap(({ kind, name, phone, email }) => {
    // A precaution may name a desk or an address in place of a number.
    if (kind === 'voorzorg') return `${words.kinds[kind]} ${[name, phone, email].filter(Boolean).join(', ')}`
    return phone ? `${words.kinds[kind]} ${phone}` : []
  })
  const said = [...carefulLines(operator, words), phones.join(', ') || words.noContact]
  return `${name}: ${said.join('. ')}`
}

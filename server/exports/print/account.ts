/**
 * The last pages of a print: what became of every object that was delivered, by operator; who delivered nothing and whom
 * to ask; who demands precautions. The map's scale and sheets know nothing of them.
 */

import type { AccountCounts } from '../../imkl/model/account.ts'
import { themeNameIn } from '../../imkl/model/names.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import { sentenceOf } from '../../imkl/model/result-notes.ts'
import { localeOf } from '../../texts/languages.ts'
import { translate } from '../../texts/texts.ts'
import { callBeforeDigging, contactLine } from './contacts.ts'
import type { PrintFacts, PrintOptions } from './print-options.ts'
import { TextLines, type TextPlace } from './text-lines.ts'

const WARNING = '#a1201a'

const COUNTS = [
  'delivered',
  'drawn',
  'without_geometry',
  'administrative',
  'unknown',
  'merged',
] as const satisfies readonly (keyof AccountCounts)[]
/** Of the width, for names of operators. */
const NAME = 0.37

/** @returns how many pages it took; none where nothing is known */
export function accountPages(
  place: TextPlace,
  reader: Pick<ResultReader, 'features'>,
  facts: PrintFacts,
  options: PrintOptions,
): number {
  if (!facts.account && facts.operators.length === 0) return 0
  const t = translate(options.language)
  const text = new TextLines(place)
  for (const note of facts.notes) if (note.code !== 'SIMULATED') text.line(sentenceOf(note, options.language), true)
  if (facts.account) table(text, facts, options)
  const silent = facts.operators.filter(({ delivered }) => !delivered)
  if (silent.length > 0) {
    text.heading(t('sheet.silentOperators'), WARNING)
    for (const operator of silent) {
      whom(text, operator, options)
    }
  }
  const careful = precautions(reader, facts)
  if (careful.length > 0) {
    text.heading(t('sheet.precautions'), WARNING)
    for (const line of careful) text.line(line)
  }
  const others = facts.operators.filter(({ delivered }) => delivered)
  if (others.length > 0) {
    text.heading(t('sheet.whomToCall'))
    for (const operator of others) whom(text, operator, options)
  }
  return text.pages
}

/** One operator, and all its contacts. */
function whom(text: TextLines, operator: PrintFacts['operators'][number], { language }: PrintOptions): void {
  const t = translate(language)
  const themes = operator.themes.map((id) => themeNameIn(language, id)).join(', ')
  const contacts = operator.contacts.map(
    ({ kind, ...contact }) => `${t.find(`sheet.kinds.${kind}`) ?? kind}: ${contactLine(contact)}`,
  )
  text.together([
    [[operator.name, operator.code, themes].filter(Boolean).join(' · '), true],
    ...(contacts.length > 0 ? contacts : [t('sheet.noContact')]).map((line): [string, boolean] => [
      `    ${line}`,
      false,
    ]),
  ])
}

function table(text: TextLines, { account, operators }: PrintFacts, { language }: PrintOptions): void {
  const t = translate(language)
  const number = (value: number): string => value.toLocaleString(localeOf(language))
  const nameOf = new Map(operators.map(({ code, name }) => [code, name]))
  const numbers = (counts: AccountCounts): string[] => COUNTS.map((name) => number(counts[name]))
  text.heading(t('sheet.accountTitle'))
  const head = COUNTS.map((name) => t(`sheet.counts.${name}`))
  text.table([NAME, ...COUNTS.map(() => (1 - NAME) / COUNTS.length)], ['', ...head], 'right')
  for (const counts of account!.operators) {
    const code = counts.bronhouder
    const name = code === null ? t('sheet.noOperator') : [nameOf.get(code), code].filter(Boolean).join(' · ')
    text.cells([name, ...numbers(counts)])
  }
  text.cells([t('sheet.total'), ...numbers(account!.total)], true)
  text.line(t('sheet.sum'))
}

/** Each demand once: whose, whom to call, and the letter that says more. */
function precautions(reader: Pick<ResultReader, 'features'>, { operators }: PrintFacts): string[] {
  const columns = ['netbeheerder', 'thema_naam', 'eis', 'contact_naam', 'contact_telefoon', 'contact_email', 'bijlage']
  const lines = new Set<string>()
  const named = new Set<string>()
  for (const { cells } of reader.features('eis_voorzorgsmaatregel', { columns })) {
    const said = cells.map((cell) => (cell === null ? '' : String(cell)))
    const [operator = ''] = said
    named.add(operator)
    // A demand without a contact of its own: those of the operator.
    const isAlone = said.slice(CONTACT_FROM, -1).every((cell) => cell === '')
    if (isAlone) said.splice(CONTACT_FROM, 0, callBeforeDigging(operators.find(({ name }) => name === operator)))
    lines.add(said.filter((cell) => cell !== '').join(' · '))
  }
  for (const { name, precaution, contacts } of operators) {
    if (precaution && !named.has(name)) lines.add([name, callBeforeDigging({ contacts })].filter(Boolean).join(' · '))
  }
  return [...lines].sort()
}

const CONTACT_FROM = 3

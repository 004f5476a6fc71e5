/**
 * What the classes, themes and values of IMKL are called for people: the texts `imkl`. Files, the API and ids keep the official Dutch
 * words; what has no text is said as it came. Of operators' own words (`bitumen`, `koper`), those that occur have a text too.
 * Sources of the English: INSPIRE utility networks 4.0 where IMKL extends it, else what a British utility engineer says; IMKL value
 * lists 1.2.1 and 2.0.0.
 */
import type { Language } from '../../texts/languages.ts'
import { type CodeOf, capital, translate } from '../../texts/texts.ts'
import type { Cell } from './layers.ts'

export type SymbolName = CodeOf<'imkl.symbol'>

/** As within a line. @returns of a class that is not known its own name with spaces */
export const classIn = (language: Language, objecttype: string): string =>
  translate(language).find(`imkl.class.${objecttype}`) ?? objecttype.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')

/** With a capital; '' where there is none. */
export const classNameIn = (language: Language, objecttype: unknown): string =>
  typeof objecttype === 'string' ? capital(classIn(language, objecttype)) : ''

/** @param otherwise for a code that the value list does not have */
export const themeNameIn = (language: Language, theme: string, otherwise = theme): string =>
  translate(language).find(`imkl.theme.${theme}`) ?? otherwise

/**
 * A value of a result's row in words: by the Dutch word that stands in its column.
 * @param row of one of LAYERS; the name of a type goes by the code in the column `type`: one name (`afsluiter`) is several things
 * @returns the cell itself where it is no text of a list
 */
export function valueIn(language: Language, column: string, row: Readonly<Record<string, Cell | undefined>>): Cell {
  const cell = row[column] ?? null
  if (typeof cell !== 'string') return cell
  const { find } = translate(language)
  if (column === 'type_naam') return find(`imkl.type.${row.type}`) ?? cell
  const wordOf = (word: string) => find(`imkl.value.${column}.${word}`)
  const each = (): string =>
    cell
      .split(', ')
      .map((word) => wordOf(word) ?? word)
      .join(', ')
  // A pipe may carry several products; the comma may also be the value's own.
  return wordOf(cell) ?? each()
}

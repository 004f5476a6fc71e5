/** What people call an object of a result, in the window and on the site page. */
import { classNameIn, type Row, valueIn } from '../server/features/vocabulary.ts'
import type { Language } from '../server/texts/languages.ts'
import { translate } from '../server/texts/texts.ts'

/** Units of the flat schema's columns; the others carry text, numbers without unit, or dates. */
const UNIT = /_(mm|cm|bar|v|m)$/

/** @param number in the language of the reader */
export const withUnit = (column: string, number: string): string => {
  const [, unit] = UNIT.exec(column) ?? []
  return unit ? `${number} ${unit === 'v' ? 'V' : unit}` : number
}

/** `gas high pressure · steel · Ø 100 mm`: a cable or pipe is called by its theme. */
export const featureTitle = (
  language: Language,
  unnamed: string,
  figure: (value: number) => string,
  { layer, properties }: { layer: string; properties: Readonly<Row> },
): string => {
  const named = classNameIn(language, properties.objecttype) || unnamed
  const theme = translate(language).find(`imkl.theme.${properties.thema}`) ?? properties.thema_naam
  const sized = (column: string, sign = '') => {
    const value = properties[column]
    return typeof value === 'number' ? `${sign}${withUnit(column, figure(value))}` : null
  }
  return [
    ...(layer === 'kabel_of_leiding' ? [theme ?? named] : [named, theme]),
    valueIn(language, 'materiaal', properties),
    sized('diameter_mm', 'Ø '),
    sized('druk_bar'),
    sized('spanning_v'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Of a pipe that was laid in a year nobody knows the day of: 1 January stands for it in deliveries. */
export const yearOf = (column: string, value: unknown): string | null =>
  column === 'aanlegdatum' && typeof value === 'string' && value.endsWith('-01-01') ? value.slice(0, 4) : null

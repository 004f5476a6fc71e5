/** The texts of the chosen language, and numbers, money and dates as that language writes them. */

import { createContext, useContext } from 'react'
import { classNameIn, type Row, themeNameIn, valueIn } from '../server/features/vocabulary.ts'
import { type Language, localeOf } from '../server/texts/languages.ts'
import { forEachLanguage, type Translate, translate } from '../server/texts/texts.ts'

export interface Locale {
  language: Language
  locale: string
  /** A text by its path in server/texts. */
  t: Translate
  number: (value: number, digits?: number) => string
  /** A decimal string of the contract; never goes through sums here. */
  euros: (amount: string) => string
  day: (iso: string) => string
  /** From YYYY-MM: `november 2026` */
  month: (yearMonth: string) => string
  /** `vr 27 nov` */
  weekday: (iso: string) => string
  moment: (iso: string) => string
  /** Hour and minute. */
  time: (at: Date) => string
  /** A theme in words. */
  theme: (id: string, otherwise?: string) => string
  /** A class of IMKL; '' for what is no name. */
  className: (objecttype: unknown) => string
  /** A cell of a result's row: words of IMKL's lists in this language, everything else as it came. */
  value: (column: string, row: Readonly<Row>) => Row[string]
  /** From metres. */
  length: (metres: number) => string
  /** A side of an area from metres: to the decimetre, where that is of use. */
  side: (metres: number) => string
  /** Longitude or latitude, to about a kilometre. */
  degrees: (value: number) => string
  /** The size of a file. */
  bytes: (n: number) => string
  /** From square metres. */
  surface: (squareMetres: number) => string
}

const speechOf = (language: Language): Locale => {
  const locale = localeOf(language)
  const figures = new Map<number, Intl.NumberFormat>()
  const figuresWith = (digits: number): Intl.NumberFormat => {
    const made = figures.get(digits) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: digits })
    figures.set(digits, made)
    return made
  }
  const number = (value: number, digits = 0) => figuresWith(digits).format(value)
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' })
  const moment = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  return {
    language,
    locale,
    t: translate(language),
    number,
    euros: (amount) => money.format(Number(amount)),
    day: (iso) => day.format(new Date(iso)),
    month: (yearMonth) => month.format(new Date(`${yearMonth}-15`)),
    weekday: (iso) => weekday.format(new Date(iso)),
    time: (at) => time.format(at),
    moment: (iso) => moment.format(new Date(iso)),
    theme: (id, otherwise) => themeNameIn(language, id, otherwise),
    className: (objecttype) => classNameIn(language, objecttype),
    value: (column, row) => valueIn(language, column, row),
    length: (metres) => (metres >= 1000 ? `${number(metres / 1000, 1)} km` : `${number(metres)} m`),
    side: (metres) => `${number(metres, metres < 1000 ? 1 : 0)} m`,
    degrees: (value) => `${number(value, 2)}°`,
    bytes: (n) => {
      if (n < 1e6) return `${number(Math.max(n / 1e3, 0.1), 1)} kB`
      return n < 1e9 ? `${number(n / 1e6, 1)} MB` : `${number(n / 1e9, 1)} GB`
    },
    surface: (squareMetres) => {
      if (squareMetres >= 1e6) return `${number(squareMetres / 1e6, 2)} km²`
      if (squareMetres >= 1e4) return `${number(squareMetres / 1e4, 2)} ha`
      return `${number(squareMetres)} m²`
    },
  }
}

const SPEECH = forEachLanguage(speechOf)

const LocaleContext = createContext(SPEECH.nl)

export const LocaleProvider = ({ language, children }: { language: Language; children: React.ReactNode }) => (
  <LocaleContext value={SPEECH[language]}>{children}</LocaleContext>
)

export const useLocale = (): Locale => useContext(LocaleContext)

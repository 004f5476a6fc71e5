/** The texts, figures and days of the page of a site package, in the language that it is in now. */
import { themeNameIn } from '../../server/features/vocabulary.ts'
import { type Language, languageOf, localeOf } from '../../server/texts/languages.ts'
import { type Key, translate, type Values } from '../../server/texts/texts.ts'

/** The page holds these texts alone (build/bundle.mjs). */
type SiteKey = Extract<Key, `${'site' | 'trenches' | 'feature' | 'result' | 'imkl'}.${string}`>

export const language = (): Language => languageOf(document.documentElement.lang)
export const t = (key: SiteKey, values?: Values): string => translate(language())(key, values)
export const findText = (key: string): string | undefined => translate(language()).find(key)

/** Made once each: that takes longer than all the rest of a line. */
const memoizeByFormat = <T>(make: (locale: string, digits: number) => T): ((digits: number) => T) => {
  const made = new Map<string, T>()
  return (digits) => {
    const key = `${language()} ${digits}`
    const known = made.get(key) ?? make(localeOf(language()), digits)
    made.set(key, known)
    return known
  }
}
const figures = memoizeByFormat((locale, digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }))
const days = memoizeByFormat((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))

export const figure = (value: number, digits = 2): string => figures(digits).format(value)
/** For what is said of a trench plan. */
export const speech = () => ({
  t: translate(language()),
  number: figure,
  theme: (id: string): string => themeNameIn(language(), id),
})
/** Day and time of day. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString(localeOf(language()), { dateStyle: 'short', timeStyle: 'short' })
export const day = (iso: string): string => days(0).format(new Date(iso))

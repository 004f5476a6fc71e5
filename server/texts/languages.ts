/** The languages of the program. Another one is its file of texts, and its lines here. */
import en from './en.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }

/** How figures and days are written. */
export const LOCALES = { nl: 'nl-NL', en: 'en-GB' } as const
export type Language = keyof typeof LOCALES

export interface Texts {
  [key: string]: string | Texts
}
export const TEXTS = { nl, en } satisfies Record<Language, Texts>

/** Where all stand, in this order. */
export const LANGUAGES = Object.keys(LOCALES) as [Language, ...Language[]]

export const localeOf = (language: Language): string => LOCALES[language]

/** @param locale as a system or a browser names it, `nl-NL`; @returns English for one that the program does not speak */
export const languageOf = (locale: string): Language =>
  LANGUAGES.find((language) => locale.toLowerCase().startsWith(language)) ?? 'en'

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

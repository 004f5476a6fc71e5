/** The languages of the program: another one is a line here, its file of texts, and its line in texts.ts. */

/** How figures and days are written. */
export const LOCALES = { nl: 'nl-NL', en: 'en-GB' } as const
export type Language = keyof typeof LOCALES
/** Where all stand, in this order. */
export const LANGUAGES = Object.keys(LOCALES) as [Language, ...Language[]]

export const localeOf = (language: Language): string => LOCALES[language]

/** @param locale as a system or a browser names it, `nl-NL`; @returns English for one that the program does not speak */
export const languageOf = (locale: string): Language =>
  LANGUAGES.find((language) => locale.toLowerCase().startsWith(language)) ?? 'en'

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)

import type { Language } from '../texts/texts.ts'

/** A day, or the day of a moment (ISO 8601) in the Netherlands, written out. */
export const dayInWords = (text: string, language: Language): string =>
  new Date(text.length === 10 ? `${text}T12:00:00Z` : text).toLocaleDateString(language === 'nl' ? 'nl-NL' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Amsterdam',
  })

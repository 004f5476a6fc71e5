/** A day, or the day of a moment (ISO 8601) in the Netherlands, written out. */
import { type Language, localeOf } from '../texts/languages.ts'
export const dayInWords = (text: string, language: Language): string =>
  new Date(text.length === 10 ? `${text}T12:00:00Z` : text).toLocaleDateString(localeOf(language), {
    dateStyle: 'long',
    timeZone: 'Europe/Amsterdam',
  })

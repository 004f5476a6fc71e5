/** A Dutch day, written out. */
export const dayInWords = (day: string, language: 'nl' | 'en'): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(language === 'nl' ? 'nl-NL' : 'en-GB', { dateStyle: 'long' })

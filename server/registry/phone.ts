/** At least 112. */
const FEWEST_DIGITS = 3

/**
 * A number that people wrote, as a link that dials it: its first run of figures, without what follows it ("keuze 2").
 * @returns `tel:` alone where there is no number, as in "aub bellen"
 */
export function dial(phone: string): string {
  const [run = ''] = /\+?\d[\d\s().\-/]*/.exec(phone.replace('(0)', '')) ?? []
  const digits = run.replace(/[^+\d]/g, '')
  return `tel:${digits.length < FEWEST_DIGITS ? '' : digits}`
}

/** Columns that hold the name of an area, the best first. */
export const NAMES = ['name', 'naam', 'omschrijving', 'title', 'label', 'id']

/** Longer ones are cut. */
export const MAX_NAME = 80

export const nameIn = (properties: unknown): string => {
  const entries = Object.entries((properties ?? {}) as Record<string, unknown>)
  for (const name of NAMES) {
    const found = entries.find(([key, value]) => key.toLowerCase() === name && value !== null && value !== '')
    if (found && ['string', 'number'].includes(typeof found[1])) return String(found[1]).slice(0, MAX_NAME)
  }
  return ''
}

/** A number that people wrote, as a link that dials it. */
export const dial = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

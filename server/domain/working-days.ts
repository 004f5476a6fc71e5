/**
 * Dutch dates and working days. Kadaster judges "today" in Dutch local time; which holidays it leaves out is not
 * published, so Monday to Friday count and holidays too: our latest allowed day is then never later than Kadaster's.
 * A date is text, YYYY-MM-DD, and never becomes a moment in a time zone.
 */

const DAY_MS = 86_400_000
let inAmsterdam: Intl.DateTimeFormat | undefined

/** The date on a Dutch wall at this moment (milliseconds since 1970). */
export const dutchDate = (nowMs: number): string => {
  // The first of its kind takes a tenth of a second, which nobody's start should wait for.
  inAmsterdam ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/Amsterdam',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return inAmsterdam.format(nowMs)
}

/** A real day of the calendar, not only the right form. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 10) === text
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Monday to Friday. Day 0 (1 January 1970) was a Thursday. */
const isWorkday = (day: number): boolean => {
  const weekday = (((day + 4) % 7) + 7) % 7
  return weekday !== 0 && weekday !== 6
}

export const addDays = (date: string, days: number): string => textOf(dayOf(date) + days)

/** The date that many working days after `date`; 0 gives `date` itself, also on a Sunday. */
export const addWorkingDays = (date: string, workingDays: number): string => {
  let day = dayOf(date)
  for (let left = workingDays; left > 0; ) {
    day += 1
    if (isWorkday(day)) left -= 1
  }
  return textOf(day)
}

/** Working days after `from` up to and with `to`; negative never, 0 when `to` is not later. */
export const workingDaysUntil = (from: string, to: string): number => {
  let count = 0
  for (let day = dayOf(from) + 1; day <= dayOf(to); day += 1) if (isWorkday(day)) count += 1
  return count
}

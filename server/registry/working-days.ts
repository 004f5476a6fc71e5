/**
 * Dutch dates and working days. Kadaster judges "today" in Dutch local time; which holidays it leaves out is not
 * published. Each count errs to the safe side: for the latest day that the registry takes holidays are working days, so that
 * it is never later than Kadaster's; for the days that are left until a day, or that must have gone by, they are none. Between
 * the two stands the last day to begin to dig, which the registry judges no more: what everybody takes off is off.
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

/** Easter Sunday of a year (Gregorian calendar). Source: Meeus, Astronomical Algorithms, chapter 8. */
const easterOf = (year: number): number => {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return Date.UTC(year, month - 1, day) / DAY_MS
}

/**
 * The days that everybody takes off: New Year, King's Day, Christmas, Easter Monday, Ascension Day and Whit Monday; the
 * Sundays among the holidays are no working days anyway. Source: Algemene termijnenwet, article 3.
 */
const isOffForAll = (day: number): boolean => {
  const text = textOf(day)
  const [year, monthAndDay] = [Number(text.slice(0, 4)), text.slice(5)]
  // The King's birthday is kept a day earlier when it is a Sunday.
  const kingsDay = new Date(`${year}-04-27T00:00:00Z`).getUTCDay() === 0 ? '04-26' : '04-27'
  if (['01-01', kingsDay, '12-25', '12-26'].includes(monthAndDay)) return true
  return [1, 39, 50].includes(day - easterOf(year))
}

/** With those that some take off: Good Friday and Liberation Day. */
const isHoliday = (day: number): boolean =>
  isOffForAll(day) || textOf(day).endsWith('-05-05') || day - easterOf(Number(textOf(day).slice(0, 4))) === -2

/** The n-th working day after a date; 0 gives the date itself, also on a Sunday. */
const nthAfter = (from: string, n: number, isOff: (day: number) => boolean): string => {
  let day = dayOf(from)
  for (let left = n; left > 0; ) {
    day += 1
    if (isWorkday(day) && !isOff(day)) left -= 1
  }
  return textOf(day)
}

export const addDays = (date: string, days: number): string => textOf(dayOf(date) + days)

/** The date that many working days after `date`, holidays counted; 0 gives `date` itself, also on a Sunday. */
export const addWorkingDays = (date: string, workingDays: number): string => nthAfter(date, workingDays, () => false)

/** The first day with so many working days after `from` up to it; a day that some take off is no working day. */
export const workingDaysLater = (from: string, workingDays: number): string => nthAfter(from, workingDays, isHoliday)

/** The last of so many working days after `from`; only a day that everybody takes off is no working day. */
export const lastOfWorkingDays = (from: string, workingDays: number): string => nthAfter(from, workingDays, isOffForAll)

/** The last working day from which so many lie up to `to`: on it somebody can be called. What some take off is off. */
export const workingDaysBefore = (to: string, workingDays: number): string => {
  const isOff = (day: number): boolean => !isWorkday(day) || isHoliday(day)
  let day = dayOf(to)
  for (let left = workingDays; left > 0; day -= 1) if (!isOff(day)) left -= 1
  while (isOff(day)) day -= 1
  return textOf(day)
}

/** Working days after `from` up to and with `to`, without holidays; negative never, 0 when `to` is not later. */
export const workingDaysUntil = (from: string, to: string): number => {
  let count = 0
  for (let day = dayOf(from) + 1; day <= dayOf(to); day += 1) if (isWorkday(day) && !isHoliday(day)) count += 1
  return count
}

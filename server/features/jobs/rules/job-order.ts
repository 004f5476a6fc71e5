/** What comes next: the heading that a job stands below in a list, and the order of the headings. */
import { isMoving, type JobState } from '../../../registry/klic.ts'
import { addDays } from '../../../registry/working-days.ts'

/**
 * `act`: refused or stopped, it waits for a person; `week`: digging starts within a week, or should have while operators
 * still deliver; `waiting`: at the operators; `later`: there, and digging starts later; `quotes`: not filed; `past`: there,
 * and digging has started or is not meant.
 */
export const JOB_GROUPS = ['act', 'week', 'waiting', 'later', 'quotes', 'past'] as const
export type JobGroup = (typeof JOB_GROUPS)[number]

const WEEK_DAYS = 7

/** @returns the last day that is within a week; days are YYYY-MM-DD */
export const weekFrom = (today: string): string => addDays(today, WEEK_DAYS)

/** @param today the Dutch day. The database sorts by the same rule (features/jobs/rows/job-lists.ts). */
export function jobGroup(
  { status, startDate }: { status: JobState; startDate: string | null },
  today: string,
): JobGroup {
  if (status === 'quoted') return 'quotes'
  const isWithinWeek = startDate !== null && startDate <= weekFrom(today)
  if (isMoving(status)) return isWithinWeek ? 'week' : 'waiting'
  const isOver = startDate !== null && startDate < today
  if (status === 'rejected' || status === 'failed') return isOver ? 'past' : 'act'
  if (startDate === null || isOver) return 'past'
  return isWithinWeek ? 'week' : 'later'
}

const FIGURES = /\d+/g
/** Longer figures than these are compared as text. */
const FIGURE_DIGITS = 12

/** What references are sorted by: case and accents don't count, and `Kabel 2` comes before `Kabel 10`. */
export const referenceKey = (reference: string): string =>
  reference
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(FIGURES, (figure) => figure.replace(/^0+(?=\d)/, '').padStart(FIGURE_DIGITS, '0'))

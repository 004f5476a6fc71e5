/** On which days digging may start: the registry's rule, for the pre-check and for the calendar of the window. */
import { MAX_START_WORKING_DAYS } from './orders/notification.ts'
import { addWorkingDays } from './working-days.ts'

export interface StartDateFault {
  code: 'START_NOT_IN_FUTURE' | 'START_TOO_LATE'
  /** Working days, where the rule counts them */
  limit?: number
}

/** @param today on a Dutch wall; both dates are days of the calendar, YYYY-MM-DD */
export const startDateFault = (startDate: string, today: string): StartDateFault | null => {
  if (startDate <= today) return { code: 'START_NOT_IN_FUTURE' }
  if (startDate <= addWorkingDays(today, MAX_START_WORKING_DAYS)) return null
  return { code: 'START_TOO_LATE', limit: MAX_START_WORKING_DAYS }
}

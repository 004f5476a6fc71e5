/** Lists of jobs by start date: their order is read from the index alone. */
import { running } from './running.ts'

export const jobStarts = running(
  `create index job_by_start_date on job (company_id, (start_date is null), start_date desc, id desc)
     where corrected_as is null`,
)

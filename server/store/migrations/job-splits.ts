/** The job that an imported job was split from: by its id the ground that moved is found. */
import { running } from './running.ts'

export const jobSplits = running(
  `alter table job add column split_from text`,
  `create index job_split on job (split_from) where split_from is not null`,
)

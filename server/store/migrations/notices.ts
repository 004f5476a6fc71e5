/** What was told of the clock of a job, so that it is told once. */
import { running } from './running.ts'

export const notices = running(
  `create table notice (job_id text not null references job(id), key text not null, at text not null,
     primary key (job_id, key)) strict`,
)

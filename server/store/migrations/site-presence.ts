/** Days on which the crew was on the site, as it reported. */
import { running } from './running.ts'

export const sitePresence = running(
  `create table site_presence (job_id text not null references job(id), day text not null, at text not null,
     actor text not null, primary key (job_id, day)) strict`,
)

/** The secret addresses at which whoever digs consults the site package of a job. */
import { running } from './running.ts'

export const siteLinks = running(
  `create table site_link (id text primary key, company_id text not null references company(id),
     job_id text not null references job(id), name text not null, hash text not null unique, created_at text not null,
     created_by text not null, expires_at text not null, revoked_at text, noted_at text, noted_revision integer) strict`,
  `create index site_link_of_job on site_link (job_id)`,
)

/** Files in which something was agreed with an operator that demands precautions. */
import { running } from './running.ts'

export const agreements = running(
  `create table agreement_file (id text primary key, job_id text not null references job(id), operator text not null,
     name text not null, media_type text not null, bytes integer not null, sha256 text not null, path text not null,
     added_at text not null, added_by text not null, removed_at text) strict`,
  `create index agreement_by_job on agreement_file (job_id)`,
)

/** Photos of where the work under a notification began. */
import { running } from './running.ts'

export const startPhotos = running(
  `create table start_photo (id text primary key, job_id text not null references job(id), name text not null,
     media_type text not null, bytes integer not null, sha256 text not null, path text not null, added_at text not null,
     added_by text not null, removed_at text) strict`,
  `create index start_photo_by_job on start_photo (job_id)`,
)

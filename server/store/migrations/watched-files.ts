/** What was tried of a watched folder, so that nothing is tried for ever. */
import { running } from './running.ts'

export const watchedFiles = running(
  `create table watched_file (company_id text not null references company(id), name text not null, bytes integer not null,
     modified_ms integer not null, tries integer not null, state text not null, fault text, message text, at text not null,
     primary key (company_id, name)) strict`,
)

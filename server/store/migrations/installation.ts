/** What all processes of an installation have in common: the storage, the secrets key, the oldest build that may run. */
import { running } from './running.ts'

/** A later step that takes away what the builds before it use sets `oldest_build` to its own number. */
export const installation = running(
  `create table installation (name text primary key, value text not null) strict, without rowid`,
  `insert into installation values ('oldest_build', '540')`,
)

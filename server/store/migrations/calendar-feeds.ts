/** The secret addresses at which a calendar program reads what must be done: of each person one that works. */
import { running } from './running.ts'

export const calendarFeeds = running(
  `create table calendar_feed (id text primary key, company_id text not null references company(id),
     user_id text references "user"(id), hash text not null unique, created_at text not null, created_by text not null,
     revoked_at text) strict`,
  `create unique index calendar_feed_by_person on calendar_feed (company_id, coalesce(user_id, ''))
     where revoked_at is null`,
)

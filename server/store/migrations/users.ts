/** People who sign in with a password, and the links by which they come. */

/** Sessions of before are those of the person at the desk, and stay. */
import { running } from './running.ts'

export const users = running(
  `create table "user" (id text primary key, company_id text not null references company(id), email text not null,
     name text not null, role text not null, password_hash text not null, created_at text not null,
     last_signed_in_at text, removed_at text) strict`,
  `create unique index user_by_email on "user" (email) where removed_at is null`,
  `create table invitation (id text primary key, hash text not null unique,
     company_id text not null references company(id), email text not null, role text not null,
     user_id text references "user"(id), created_by text not null, created_at text not null,
     expires_at text not null) strict`,
  `create table new_session (hash text primary key, id text not null unique,
     company_id text not null references company(id), user_id text references "user"(id), csrf_token text not null,
     created_at text not null, expires_at text not null, last_seen_at text, address text, agent text) strict`,
  `insert into new_session (hash, id, company_id, csrf_token, created_at, expires_at)
     select hash, 'ses_' || substr(hash, 1, 20), company_id, csrf_token, created_at, expires_at from session`,
  `drop table session`,
  `alter table new_session rename to session`,
  `create index session_by_user on session (company_id, user_id)`,
)

/**
 * The schema of a new database: its tables and indexes, in SQLite's words, which dialect.ts turns into PostgreSQL's. What the two
 * write differently stands in sqlite.ts and postgres.ts. What each column holds stands at its type (schema.ts and its parts).
 * What must be unique is a constraint here. A change also needs a step (migrations/steps.ts) for the databases that exist.
 */
export const TABLES = `
-- Steps that the database has taken (migrations/steps.ts).
create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null);

-- What all processes of an installation compare: storage, secrets key, oldest build.
create table installation (name text primary key, value text not null) strict, without rowid;
-- The last step that took away what earlier builds use.
insert into installation values ('oldest_build', '600');

-- Whose jobs, users and settings they are. A desktop has one company.
create table company (id text primary key, name text not null, created_at text not null) strict;

create table setting (
  company_id text not null references company(id),
  name text not null,
  value text not null,
  primary key (company_id, name)
) strict, without rowid;

-- People who sign in with a password. The row stays when the user is removed.
create table "user" (
  id text primary key,
  company_id text not null references company(id),
  email text not null, name text not null, role text not null,
  password_hash text not null,
  created_at text not null, last_signed_in_at text, removed_at text
) strict;
create unique index user_by_email on "user" (company_id, email) where removed_at is null;

-- Links that work once: to become a user, or to choose a new password.
create table invitation (
  id text primary key,
  hash text not null unique,
  company_id text not null references company(id),
  email text not null, role text not null,
  user_id text references "user"(id),
  created_by text not null, created_at text not null, expires_at text not null
) strict;

-- Windows that are signed in. Here and in event, constraints have the names that the first versions gave them.
create table session (
  hash text constraint new_session_pkey primary key,
  id text not null constraint new_session_id_key unique,
  company_id text not null constraint new_session_company_id_fkey references company(id),
  user_id text constraint new_session_user_id_fkey references "user"(id),
  csrf_token text not null,
  created_at text not null, expires_at text not null, last_seen_at text,
  address text, agent text
) strict;
create index session_by_user on session (company_id, user_id);

-- Tokens that open one session, once.
create table window_token (
  hash text primary key,
  company_id text not null references company(id),
  expires_at text not null
) strict;

create table api_key (
  id text primary key,
  company_id text not null references company(id),
  name text not null, kind text not null default 'api', permissions text not null,
  environment text not null default 'simulator',
  prefix text not null,
  hash text not null unique,
  created_at text not null, created_by text not null,
  expires_at text, last_used_at text, revoked_at text,
  daily_limit_cents integer
) strict;
create index api_key_by_maker on api_key (created_by);

-- Secret addresses at which a calendar program reads what must be done: one of each person.
create table calendar_feed (
  id text primary key,
  company_id text not null references company(id),
  user_id text references "user"(id),
  hash text not null unique,
  created_at text not null, created_by text not null, revoked_at text
) strict;
create unique index calendar_feed_by_person on calendar_feed (company_id, coalesce(user_id, '')) where revoked_at is null;

-- A request for an area: asked for here, or opened from files.
create table job (
  id text primary key,
  company_id text not null references company(id),
  status text not null, klic_type text not null, environment text not null,
  billed_by text not null default 'kadaster',
  source text not null default 'ordered',
  submit integer not null,
  reference text, reference_key text,
  client_ref text,
  crs text not null, geometry text not null, area text not null, area_m2 real not null,
  start_date text, end_date text,
  address text, works text, principal text, contact text, has_addresses text,
  works_description text, location_description text, preparation text,
  follows text,
  webhook_url text,
  quote text not null, quote_expires_at text not null, quote_final integer not null default 1,
  may_pay integer not null default 1, quoted_with text, kept_bytes integer not null default 0,
  warnings text not null, errors text not null, failure text,
  round integer not null default 0,
  input_hash text not null, input text not null,
  revision integer not null, summary text, findings text, preliminary text, merging text,
  requested text,
  created_at text not null, submitted_at text, ready_at text, changed_at text, archived_at text,
  corrected_as text, corrected_at text, split_from text,
  unique (company_id, client_ref)
) strict;
create index job_by_status on job (status);
-- Lists read what they sort and compare by from the index alone.
create index job_by_company on job (company_id, created_at desc, id desc, reference, client_ref) where corrected_as is null;
create index job_by_reference on job (company_id, (reference_key is null), reference_key, id) where corrected_as is null;
create index job_by_start on job (company_id, status, start_date, created_at, id) where corrected_as is null;
create index job_by_start_date on job (company_id, (start_date is null), start_date desc, id desc) where corrected_as is null;
create index job_by_change on job (company_id, coalesce(changed_at, created_at)) where corrected_as is null;
create index job_archived on job (company_id, id) where archived_at is not null;
create index job_calamity on job (company_id, id) where klic_type = 'CALAMITEIT';
create index job_corrected on job (corrected_as) where corrected_as is not null;
create index job_by_predecessor on job (follows) where follows is not null;
create index job_split on job (split_from) where split_from is not null;
create index job_open_quote on job (company_id, quoted_with, kept_bytes) where status = 'quoted' and kept_bytes > 0;
create index job_to_improve on job (created_at) where status = 'quoted' and quote_final = 0;
-- The summary of a row, which may have megabytes, stands before these columns.
create index job_at_hand on job
  (company_id, id, status, klic_type, quote_expires_at, submitted_at, archived_at, corrected_as);

-- The notifications of a job: parts of its area.
create table part (
  id text primary key,
  job_id text not null references job(id),
  company_id text not null references company(id),
  part_no integer not null,
  order_id text not null unique, order_index integer not null,
  status text not null,
  geometry text not null, width_m real not null, height_m real not null, area_m2 real not null,
  location text,
  registry_order_id text, registry_order_number text, position text,
  gi_aanvraag_id text unique,
  klic_number text,
  submitted_at text, delivered_at text, changed_at text,
  errors text not null,
  unique (job_id, part_no)
) strict;
create index part_by_company on part (company_id, submitted_at desc, id) where submitted_at is not null;
create index part_by_status on part (status);
create index part_by_change on part (company_id, changed_at, job_id) where changed_at is not null;
create index part_klic_number on part (company_id, klic_number) where klic_number is not null;
create index part_by_klic_number on part (company_id, klic_number, job_id) where klic_number is not null;

-- One POST at the registry each.
create table registry_order (
  id text primary key,
  job_id text not null references job(id),
  order_index integer not null, attempt integer not null,
  post_id text not null unique,
  body text not null, body_sha256 text not null,
  state text not null, poll_url text,
  sends integer not null, polls integer not null, reads integer not null,
  undecided_polls integer not null default 0,
  created_at text not null, sent_at text, decided_at text, watch_at text,
  messages text not null, trouble text, answer text, concerned text,
  unique (job_id, order_index, attempt)
) strict;
create index registry_order_watch on registry_order (watch_at) where watch_at is not null;

-- What the operators sent for a part.
create table delivery (
  id text primary key,
  part_id text not null references part(id),
  sequence integer not null,
  complete integer not null, safety_area integer not null,
  composed_at text, received_at text, read_at text,
  path text, sha256 text, bytes integer,
  geojson_path text, geojson_sha256 text, geojson_bytes integer,
  summary text, failure text, trouble text,
  unique (part_id, sequence)
) strict;
create index delivery_to_fetch on delivery (id) where read_at is null and failure is null;
create index delivery_to_show on delivery (id) where summary is null and read_at is not null and failure is null;
create index delivery_in_trouble on delivery (part_id) where trouble is not null;

-- The files of a result.
create table artifact (
  id text primary key,
  job_id text not null references job(id),
  revision integer not null, format text not null, state text not null,
  path text, sha256 text, bytes integer, packed_bytes integer,
  failure text,
  created_at text not null, ready_at text,
  ground text, bare_path text,
  unique (job_id, revision, format)
) strict;
create index artifact_to_make on artifact (created_at) where state = 'wanted';
create index artifact_to_ground on artifact (created_at) where ground = 'wanted';
create index artifact_bare on artifact (created_at) where bare_path is not null;

-- What is shown of a job before its result.
create table preliminary (
  job_id text primary key references job(id),
  wanted integer not null, done integer not null, made integer not null,
  summary text
) strict;

-- Where the pictures of a company's base map lie, by square.
create table ground_sheet (
  company_id text not null references company(id),
  cell integer not null,
  job_id text not null references job(id),
  no integer not null,
  revision integer not null, per_metre integer not null,
  min_x integer not null, min_y integer not null, max_x integer not null, max_y integer not null,
  primary key (company_id, cell, job_id, no)
) strict, without rowid;
create index ground_sheet_by_job on ground_sheet (job_id);

-- Files that the company keeps no longer: announced, then removed.
create table removal (
  job_id text not null references job(id),
  what text not null, reason text not null,
  announced_at text not null, due_at text not null, done_at text,
  files text not null,
  primary key (job_id, what)
) strict;

-- Secret addresses of the site package of a job.
create table site_link (
  id text primary key,
  company_id text not null references company(id),
  job_id text not null references job(id),
  name text not null,
  hash text not null unique,
  created_at text not null, created_by text not null, expires_at text not null, revoked_at text,
  noted_at text, noted_revision integer
) strict;
create index site_link_of_job on site_link (job_id);

-- What happened: kept for the list of events, and sent where a webhook is set.
create table event (
  seq integer not null default 0,
  id text not null constraint new_event_id_key unique,
  company_id text not null constraint new_event_company_id_fkey references company(id),
  job_id text,
  type text not null, payload text not null,
  target text, target_url text, receiver text,
  state text not null, round integer not null default 0, attempts integer not null,
  created_at text not null, next_attempt_at text,
  last_status integer, last_error text,
  constraint new_event_pkey primary key (company_id, seq)
) strict;
create index event_waiting on event (next_attempt_at) where state = 'waiting';
create index event_by_company on event (company_id, seq);

-- The last seq that a company gave to an event; kept by triggers.
create table event_place (company_id text primary key references company(id), last integer not null) strict;

-- Each try to send an event.
create table event_attempt (
  event_id text not null references event(id),
  no integer not null,
  at text not null, url text not null, status integer, duration_ms integer not null, error text,
  primary key (event_id, no)
) strict, without rowid;

-- Paid acts.
create table audit (
  id text primary key,
  company_id text not null references company(id),
  at text not null, day text not null default '',
  actor text not null, key_id text, act text not null,
  job_id text,
  environment text not null default 'simulator', billed_by text not null default 'kadaster',
  notifications integer not null, amount_cents integer not null,
  address text
) strict;
create index audit_by_day on audit (company_id, day);

-- Tests of the connection to the registry.
create table registry_check (
  id text primary key,
  company_id text not null references company(id),
  environment text not null, state text not null, steps text not null,
  asked_at text not null, done_at text
) strict;
create index check_to_run on registry_check (id) where state <> 'done';

-- The registry's list of safety areas, of each company its own.
create table safety_list (
  company_id text primary key references company(id),
  environment text not null, address text,
  wanted_at text, ended_at text,
  state text, listed_on text, left_out integer not null, areas text
) strict;

-- Totals of lists; kept by triggers, because counting a million rows takes as long as a hundred pages.
create table tally (
  company_id text not null references company(id),
  what text not null,
  total integer not null,
  primary key (company_id, what)
) strict, without rowid;

create table project (
  id text primary key,
  company_id text not null references company(id),
  name text not null, reference text, description text,
  status text not null,
  created_at text not null, created_by text not null, closed_at text
) strict;
create index project_by_company on project (company_id, created_at desc, id desc);

-- A job belongs to one project at most.
create table project_job (
  job_id text primary key references job(id),
  project_id text not null references project(id),
  added_at text not null
) strict;
create index job_by_project on project_job (project_id);

create table project_document (
  id text primary key,
  project_id text not null references project(id),
  name text not null, media_type text not null, bytes integer not null, sha256 text not null, path text not null,
  added_at text not null, added_by text not null, removed_at text
) strict;
create index document_by_project on project_document (project_id);

create table checklist (
  id text primary key,
  project_id text not null references project(id),
  name text not null, template_id text,
  created_at text not null, completed_at text
) strict;
create index checklist_by_project on checklist (project_id);

create table checklist_item (
  checklist_id text not null references checklist(id),
  no integer not null,
  text text not null, done_at text, done_by text, remark text,
  primary key (checklist_id, no)
) strict;

create table checklist_template (
  id text primary key,
  company_id text not null references company(id),
  name text not null, items text not null, created_at text not null
) strict;

-- Who did what in a project, with a job or a key; each entry holds the hash of the one before.
create table log_entry (
  subject text not null,
  no integer not null,
  company_id text not null references company(id),
  at text not null, actor text not null, act text not null, data text not null,
  previous_hash text not null, hash text not null,
  primary key (subject, no)
) strict;
create index log_entry_by_act on log_entry (subject, act, no);

-- Who has read what must be read of a result.
create table acknowledgement (
  job_id text not null references job(id),
  revision integer not null,
  about text not null, at text not null, actor text not null,
  primary key (job_id, revision, about)
) strict;

-- When the work in the area of a job began and ended.
create table dig (
  job_id text primary key references job(id),
  begun_on text not null, begun_by text, place text, ended_on text, remark text,
  at text not null, actor text not null
) strict;

-- The contact with an operator that demands precautions.
create table precaution_contact (
  job_id text not null references job(id),
  operator text not null,
  contacted_on text not null, contacted_by text, how text, agreed_on text, remark text,
  at text not null, actor text not null,
  primary key (job_id, operator)
) strict;

-- Files in which something was agreed with such an operator.
create table agreement_file (
  id text primary key,
  job_id text not null references job(id),
  operator text not null,
  name text not null, media_type text not null, bytes integer not null, sha256 text not null, path text not null,
  added_at text not null, added_by text not null, removed_at text
) strict;
create index agreement_by_job on agreement_file (job_id);

-- Photos of where the work began.
create table start_photo (
  id text primary key,
  job_id text not null references job(id),
  name text not null, media_type text not null, bytes integer not null, sha256 text not null, path text not null,
  added_at text not null, added_by text not null, removed_at text
) strict;
create index start_photo_by_job on start_photo (job_id);

-- Days on which the crew was on the site.
create table site_presence (
  job_id text not null references job(id),
  day text not null,
  at text not null, actor text not null,
  primary key (job_id, day)
) strict;

-- The plan of trial trenches of a job, or of its project, in its revisions, with the rows that were open when they were counted last.
create table trench_plan (
  job_id text not null references job(id),
  revision integer not null,
  works text not null, parameters text not null, at text not null, actor text not null,
  open_rows integer, counted_on integer,
  project_id text references project(id), near_jobs text,
  primary key (job_id, revision)
) strict;
create index trench_plan_by_project on trench_plan (project_id);

-- What was found on site under such a plan; until a user accepts it, a proposal.
create table trench_finding (
  id text primary key,
  job_id text not null references job(id),
  kind text not null, feature_id text, shape text, trench integer, offset_m real, depth_m real,
  found_on text not null, remark text, at text not null, actor text not null,
  state text not null default 'accepted', site_id text, handed_in_by text
) strict;
create index trench_finding_by_job on trench_finding (job_id);

-- Photos of such findings.
create table finding_photo (
  id text primary key,
  job_id text not null references job(id),
  finding_id text not null,
  name text not null, media_type text not null, bytes integer not null, sha256 text not null, path text not null,
  added_at text not null, added_by text not null, removed_at text, given_sha256 text not null
) strict;
create index finding_photo_by_job on finding_photo (job_id);

-- Reminders of the clock of a job that were sent, so that each is sent once.
create table notice (
  job_id text not null references job(id),
  key text not null,
  at text not null,
  primary key (job_id, key)
) strict;
`

/**
 * Numbered, forward only, each in a transaction of its own. Never change one that has landed: add the next.
 * What must be unique is a constraint here, not a check elsewhere. They are written for SQLite; dialect.ts turns tables into
 * PostgreSQL's, and what can't be turned, such as a trigger, is written for both.
 */
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { BadSetup } from '../../domain/refusal.ts'
import { isPostgres, PostgresDefinitions } from '../dialect.ts'
import { agreements } from './agreements.ts'
import { archive } from './archive.ts'
import { calendarFeeds } from './calendar-feeds.ts'
import { changes } from './changes.ts'
import { closedAtOffice } from './closed-at-office.ts'
import { copies } from './copies.ts'
import { digging } from './digging.ts'
import { eventKey } from './event-key.ts'
import { fewerFormats } from './fewer-formats.ts'
import { imports } from './imports.ts'
import { installation } from './installation.ts'
import { jobOrder } from './job-order.ts'
import { jobSearch } from './job-search.ts'
import { jobSplits } from './job-splits.ts'
import { jobStarts } from './job-starts.ts'
import { keptCopies } from './kept-copies.ts'
import { keys } from './keys.ts'
import { mergedUnread } from './merged-unread.ts'
import { notices } from './notices.ts'
import { office } from './office.ts'
import { olderGrounds } from './older-grounds.ts'
import { operations } from './operations.ts'
import { preliminary } from './preliminary.ts'
import { projects } from './projects.ts'
import { reasons } from './reasons.ts'
import { receivers } from './receivers.ts'
import { requested } from './requested.ts'
import { requotes } from './requotes.ts'
import { running } from './running.ts'
import { safetyAreas } from './safety-areas.ts'
import { scale } from './scale.ts'
import { siteLinks } from './site-links.ts'
import { sitePresence } from './site-presence.ts'
import {
  billing,
  calamities,
  clocks,
  corrections,
  descriptions,
  gisKeys,
  ground,
  groundSheets,
  jobsAtHand,
  logActs,
  merging,
  quotes,
  repeats,
} from './small-steps.ts'
import { startPhotos } from './start-photos.ts'
import { tenants } from './tenants.ts'
import { eventTables, tallyTriggers } from './triggers.ts'
import { troubles } from './troubles.ts'
import { users } from './users.ts'
import { watchedFiles } from './watched-files.ts'

const first = running(
  `create table company (id text primary key, name text not null, created_at text not null) strict`,
  `create table setting (company_id text not null references company(id), name text not null, value text not null,
     primary key (company_id, name)) strict, without rowid`,
  `create table api_key (id text primary key, company_id text not null references company(id), name text not null,
     permissions text not null, prefix text not null, hash text not null unique, created_at text not null,
     expires_at text, last_used_at text, revoked_at text, created_by text not null) strict`,
  `create table session (hash text primary key, company_id text not null references company(id),
     csrf_token text not null, created_at text not null, expires_at text not null) strict`,
  `create table window_token (hash text primary key, company_id text not null references company(id),
     expires_at text not null) strict`,
  `create table job (id text primary key, company_id text not null references company(id), status text not null,
     klic_type text not null, environment text not null, submit integer not null, reference text, client_ref text,
     crs text not null, geometry text not null, area text not null, area_m2 real not null, start_date text,
     end_date text, address text, works text, principal text, has_addresses text, webhook_url text,
     quote text not null, quote_expires_at text not null, warnings text not null, errors text not null,
     failure text, round integer not null default 0, input_hash text not null, input text not null, revision integer not null, summary text,
     created_at text not null, submitted_at text, ready_at text, unique (company_id, client_ref)) strict`,
  `create index job_by_company on job (company_id, created_at desc, id)`,
  `create index job_by_status on job (status)`,
  `create table part (id text primary key, job_id text not null references job(id),
     company_id text not null references company(id), part_no integer not null, order_id text not null unique,
     status text not null, geometry text not null, width_m real not null, height_m real not null,
     area_m2 real not null, order_index integer not null, registry_order_id text, position text,
     gi_aanvraag_id text unique, registry_order_number text, klic_number text, submitted_at text,
     delivered_at text, errors text not null, unique (job_id, part_no)) strict`,
  `create index part_by_company on part (company_id, submitted_at desc, id) where submitted_at is not null`,
  `create index part_by_status on part (status)`,
  `create table registry_order (id text primary key, job_id text not null references job(id),
     order_index integer not null, attempt integer not null, post_id text not null unique, body text not null,
     body_sha256 text not null, state text not null, poll_url text, sends integer not null, polls integer not null, reads integer not null, created_at text not null,
     sent_at text, decided_at text, messages text not null, unique (job_id, order_index, attempt)) strict`,
  `create table delivery (id text primary key, part_id text not null references part(id), sequence integer not null,
     complete integer not null, safety_area integer not null, composed_at text, received_at text, path text,
     sha256 text, bytes integer, read_at text, summary text, geojson_path text, failure text,
     unique (part_id, sequence)) strict`,
  `create table artifact (id text primary key, job_id text not null references job(id), revision integer not null,
     format text not null, state text not null, path text, sha256 text, bytes integer, failure text,
     created_at text not null, ready_at text, unique (job_id, revision, format)) strict`,
  `create table event (id text primary key, company_id text not null references company(id), job_id text,
     type text not null, payload text not null, target_url text not null, state text not null,
     attempts integer not null, created_at text not null, next_attempt_at text, last_status integer,
     last_error text) strict`,
  `create index event_waiting on event (state, next_attempt_at)`,
  `create table audit (id text primary key, company_id text not null references company(id), at text not null,
     actor text not null, act text not null, job_id text, notifications integer not null,
     amount_cents integer not null, address text) strict`,
)

/** Waiting for a verdict that the registry could not give, and tests of the connection. */
const registry = running(
  `alter table registry_order add column undecided_polls integer not null default 0`,
  `create table registry_check (id text primary key, company_id text not null references company(id),
     environment text not null, state text not null, steps text not null, asked_at text not null,
     done_at text) strict`,
)

/** What lists show as their total is kept, not counted: counting a million rows takes as long as a hundred pages. */
const tallies: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table tally (company_id text not null references company(id), what text not null, total integer not null,
         primary key (company_id, what)) strict, without rowid`,
      `insert into tally select company_id, 'jobs', count(*) from job group by company_id`,
      `insert into tally select company_id, 'requests', count(*) from part where submitted_at is not null
         group by company_id`,
      ...tallyTriggers(isPostgres(db)),
      `drop index job_by_company`,
      `create index job_by_company on job (company_id, created_at desc, id desc)`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

/** Events are a list that can be read on from a place, every try to tell one is kept, and paid acts count by day. */
const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      ...eventTables(isPostgres(db)),
      `insert into new_event (id, company_id, job_id, type, payload, target, target_url, state, attempts, created_at,
         next_attempt_at, last_status, last_error)
       select id, company_id, job_id, type, payload,
         case when target_url = (select webhook_url from job where job.id = event.job_id) then 'job' else 'company' end,
         target_url, state, attempts, created_at, next_attempt_at, last_status, last_error
       from event order by created_at, id`,
      `drop table event`,
      `alter table new_event rename to event`,
      `create index event_waiting on event (next_attempt_at) where state = 'waiting'`,
      `create index event_by_company on event (company_id, seq)`,
      `create table event_attempt (event_id text not null references event(id), no integer not null, at text not null,
         url text not null, status integer, duration_ms integer not null, error text,
         primary key (event_id, no)) strict, without rowid`,
      `alter table api_key add column daily_limit_cents integer`,
      `alter table audit add column day text not null default ''`,
      `alter table audit add column key_id text`,
      `alter table audit add column environment text not null default 'simulator'`,
      `update audit set day = substr(at, 1, 10)`,
      `create index audit_by_day on audit (company_id, day)`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

/** Orders are watched for deliveries that come after the complete one; a part may have an address of its own. */
const later = running(
  `alter table registry_order add column watch_at text`,
  `update registry_order set watch_at = decided_at where state = 'accepted'`,
  `alter table part add column location text`,
  `create index registry_order_watch on registry_order (watch_at) where watch_at is not null`,
)

const acknowledgements: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(`create table acknowledgement (job_id text not null references job(id), revision integer not null,
         about text not null, at text not null, actor text not null, primary key (job_id, revision, about)) strict`)
      .execute(db)
  },
}

/** Where machines share files, a file's time says nothing: its hash tells whether it is the same. */
const files: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(`alter table delivery add column geojson_sha256 text`).execute(db)
  },
}

const removals: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(`create table removal (job_id text not null references job(id), what text not null, reason text not null,
         announced_at text not null, due_at text not null, done_at text, files text not null,
         primary key (job_id, what)) strict`)
      .execute(db)
  },
}

const MIGRATIONS: Record<string, Migration> = {
  '001-first': first,
  '010-webhooks': webhooks,
  '011-api': tallies,
  '012-registry': registry,
  '020-api': later,
  '060-users': users,
  '070-projects': projects,
  '080-results': acknowledgements,
  '110-files': files,
  '111-removals': removals,
  '120-operations': operations,
  '121-tenants': tenants,
  '122-office': office,
  '130-scale': scale,
  '140-copies': copies,
  '141-merging': merging,
  '160-keys': keys,
  '170-billing': billing,
  '180-reasons': reasons,
  '190-requotes': requotes,
  '200-receivers': receivers,
  '210-gis-keys': gisKeys,
  '220-quotes': quotes,
  '230-corrections': corrections,
  '240-ground': ground,
  '250-troubles': troubles,
  '260-clocks': clocks,
  '270-ground-sheets': groundSheets,
  '280-job-search': jobSearch,
  '290-imports': imports,
  '300-descriptions': descriptions,
  '310-changes': changes,
  '330-merged-unread': mergedUnread,
  '340-digging': digging,
  '350-older-grounds': olderGrounds,
  '360-job-order': jobOrder,
  '370-preliminary': preliminary,
  '380-archive': archive,
  '390-notices': notices,
  '400-requested': requested,
  '410-safety-areas': safetyAreas,
  '420-agreements': agreements,
  '430-repeats': repeats,
  '440-watched-files': watchedFiles,
  '450-calendar-feeds': calendarFeeds,
  '460-job-starts': jobStarts,
  '470-start-photos': startPhotos,
  '480-calamities': calamities,
  '490-site-links': siteLinks,
  '500-site-presence': sitePresence,
  '510-event-key': eventKey,
  '530-kept-copies': keptCopies,
  '540-installation': installation,
  '550-job-splits': jobSplits,
  '560-log-acts': logActs,
  '570-jobs-at-hand': jobsAtHand,
  '580-fewer-formats': fewerFormats,
  '590-closed-at-office': closedAtOffice,
}

/** In their order. */
export const migrationNames = (): string[] => Object.keys(MIGRATIONS).sort()

const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS }

/**
 * @param to the last step to take; without it all
 * @throws BadSetup when a newer build has changed what this one needs; any other error when a step fails: the steps before it stay
 */
export async function migrate(db: Kysely<never>, to?: string): Promise<void> {
  const taken = await takenSteps(db as unknown as Kysely<unknown>)
  if (taken.has('540-installation')) await refuseOlderBuild(db as unknown as Kysely<unknown>)
  if (Object.keys(MIGRATIONS).every((name) => taken.has(name))) return
  const own = isPostgres(db) ? db.withPlugin(new PostgresDefinitions()) : db
  const migrator = new Migrator({ db: own as unknown as Kysely<unknown>, provider })
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
  if (error) throw new Error('The database could not be brought up to date', { cause: error })
}

/** Many processes start on one PostgreSQL, where the migrator takes longer to ask for its tables than all else. */
async function takenSteps(db: Kysely<unknown>): Promise<Set<string>> {
  const found = isPostgres(db)
    ? sql<{ name: string }>`select 1 as name where to_regclass('kysely_migration') is not null`
    : sql<{ name: string }>`select name from sqlite_master where name = 'kysely_migration'`
  if ((await found.execute(db)).rows.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** A build is numbered by the last step that it knows. */
const BUILD = Number.parseInt(migrationNames().at(-1)!, 10)

/** @throws BadSetup when this build may no longer run on the database */
export async function refuseOlderBuild(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from installation where name = 'oldest_build'`.execute(db)
  if (Number(rows[0]?.value ?? 0) <= BUILD) return
  throw new BadSetup(
    'This version of KLIC Desktop is too old for the database, which a newer version has changed: install the version that the other machines run.',
  )
}

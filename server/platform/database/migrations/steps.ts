/**
 * What changed in the schema, for databases that exist. A step that has landed stays as it is; the declared schema
 * (../declared) has all of them in it. A step that takes away what earlier builds use sets `oldest_build` to its number.
 */
import { type Kysely, sql } from 'kysely'
import type { Failure } from '../../../features/jobs/rules/next-action.ts'
import { runSql } from '../dialect.ts'

type Db = Kysely<unknown>

export interface Step {
  /** Of a database with rows */
  up(db: Db): Promise<void>
  /** Of an empty database that is to take the rows of an older backup: gives it their tables and columns, and takes away what `up` makes */
  down(db: Db): Promise<void>
}

const running =
  (...statements: string[]) =>
  (db: Db): Promise<void> =>
    runSql(db, statements)

interface HandedOver {
  job_id: string
  office_url: string | null
  office_job_id: string | null
}

/** An office's server may have filed them: none of them may be filed here as well. They become closed jobs that say where to look. */
async function closeHandedOver(db: Db): Promise<void> {
  const given = await sql<HandedOver>`select job_id, office_url, office_job_id from office_handover`.execute(db)
  for (const { job_id, office_url, office_job_id } of given.rows) {
    const failure: Failure = {
      reason: 'failed_closed_at_office',
      ...(office_url !== null && { office: office_url }),
      ...(office_job_id !== null && { office_job: office_job_id }),
    }
    await sql`update job set status = 'failed', failure = ${JSON.stringify(failure)}, quote_final = 1
      where id = ${job_id} and status = 'quoted'`.execute(db)
  }
  // Builds before this one would resume such a job, and give other quotes to an office.
  await sql`update installation set value = '590' where name = 'oldest_build'`.execute(db)
}

/** By name, in their order. */
export const STEPS: Readonly<Record<string, Step>> = {
  '550-job-splits': {
    up: running(
      'alter table job add column split_from text',
      'create index job_split on job (split_from) where split_from is not null',
    ),
    down: running('drop index job_split', 'alter table job drop column split_from'),
  },
  '560-log-acts': {
    up: running('create index log_entry_by_act on log_entry (subject, act, no)'),
    down: running('drop index log_entry_by_act'),
  },
  '570-jobs-at-hand': {
    up: running(`create index job_at_hand on job
      (company_id, id, status, klic_type, quote_expires_at, submitted_at, archived_at, corrected_as)`),
    down: running('drop index job_at_hand'),
  },
  // The exports as FlatGeobuf and as a ZIP of CSV lists are gone; their files are removed as any that no row names.
  '580-fewer-formats': { up: running(`delete from artifact where format in ('fgb', 'csv')`), down: running() },
  '590-closed-at-office': { up: closeHandedOver, down: running() },
  // Of the hand-over to an office, the watched folder and OpenTelemetry traces; and the lock of another migrator.
  '600-retired': {
    up: running(
      'drop table office_handover',
      'drop table if exists watched_file',
      'drop table if exists kysely_migration_lock',
      'alter table job drop column trace',
      `update installation set value = '600' where name = 'oldest_build'`,
    ),
    down: running(
      `create table office_handover (job_id text primary key, company_id text, state text, body text, client_ref text,
         limit_cents integer, office_url text, office_job_id text, office_status text, office_total text, tries integer,
         next_try_at text, problem text, created_at text, handed_over_at text)`,
      'alter table job add column trace text',
    ),
  },
  '610-trench-plans': {
    up: running(
      `create table trench_plan (
          job_id text not null references job(id),
          revision integer not null,
          works text not null, parameters text not null, at text not null, actor text not null,
          open_rows integer, counted_on integer,
          primary key (job_id, revision)
        ) strict`,
      `create table trench_finding (
          id text primary key,
          job_id text not null references job(id),
          kind text not null, feature_id text, shape text, trench integer, offset_m real, depth_m real,
          found_on text not null, remark text, at text not null, actor text not null
        ) strict`,
      'create index trench_finding_by_job on trench_finding (job_id)',
    ),
    down: running('drop table trench_finding', 'drop table trench_plan'),
  },
  '620-proposed-findings': {
    up: running(
      `alter table trench_finding add column state text not null default 'accepted'`,
      'alter table trench_finding add column site_id text',
      'alter table trench_finding add column handed_in_by text',
      `create table finding_photo (
          id text primary key,
          job_id text not null references job(id),
          finding_id text not null,
          name text not null, media_type text not null, bytes integer not null, sha256 text not null, path text not null,
          added_at text not null, added_by text not null, removed_at text, given_sha256 text not null
        ) strict`,
      'create index finding_photo_by_job on finding_photo (job_id)',
    ),
    down: running(
      'drop table finding_photo',
      ...['state', 'site_id', 'handed_in_by'].map((column) => `alter table trench_finding drop column ${column}`),
    ),
  },
  '630-trench-plans-of-projects': {
    up: running(
      'alter table trench_plan add column project_id text references project(id)',
      'alter table trench_plan add column near_jobs text',
      'create index trench_plan_by_project on trench_plan (project_id)',
    ),
    down: running(
      'drop index trench_plan_by_project',
      ...['project_id', 'near_jobs'].map((column) => `alter table trench_plan drop column ${column}`),
    ),
  },
}

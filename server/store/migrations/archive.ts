/**
 * Jobs that somebody put out of the list. One comes back by itself when its state or its result changes, a delivery is
 * announced for it, or something fails: what is new must be read, whoever had put it away. Kept by the database, since many
 * statements change jobs.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

export const archive: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table job add column archived_at text`.execute(db)
    await sql`create index job_archived on job (company_id, id) where archived_at is not null`.execute(db)
    for (const statement of isPostgres(db) ? ON_POSTGRES : ON_SQLITE) await sql.raw(statement).execute(db)
  },
}

const WHAT_BRINGS_BACK = ['status', 'revision', 'errors', 'failure']
const row = (which: 'old' | 'new') => `(${WHAT_BRINGS_BACK.map((column) => `${which}.${column}`).join(', ')})`
const TRIGGER = `update of ${WHAT_BRINGS_BACK.join(', ')} on job`
const ITS_JOB =
  'update job set archived_at = null where archived_at is not null and id = (select job_id from part where id = new.part_id);'
const ON_SQLITE = [
  ...['insert', 'update of failure'].map(
    (event, i) => `create trigger delivery_brings_back_${i} after ${event} on delivery begin ${ITS_JOB} end`,
  ),
  `create trigger job_comes_back after ${TRIGGER}
     when new.archived_at is not null and ${row('old')} is not ${row('new')} begin
     update job set archived_at = null where id = new.id;
   end`,
]
const ON_POSTGRES = [
  `create function job_comes_back() returns trigger language plpgsql as $$ begin
     new.archived_at := null;
     return new;
   end $$`,
  `create trigger job_comes_back before ${TRIGGER} for each row
     when (new.archived_at is not null and ${row('old')} is distinct from ${row('new')}) execute function job_comes_back()`,
  `create function delivery_brings_back() returns trigger language plpgsql as $$ begin
     ${ITS_JOB}
     return null;
   end $$`,
  `create trigger delivery_brings_back after insert or update of failure on delivery for each row execute function delivery_brings_back()`,
]

/**
 * When a job last changed in what is shown of it, for programs that look for what is new: kept by the database itself, since
 * many statements change jobs and parts. A part keeps its own moment, so that parts of one job wait for no row of the job.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

export const WATCHED = {
  job: [
    ...['status', 'revision', 'quote', 'quote_expires_at', 'quote_final', 'start_date', 'submitted_at', 'ready_at'],
    ...['warnings', 'errors', 'failure', 'findings'],
  ],
  part: ['status', 'klic_number', 'errors'],
}

export const changes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, columns] of Object.entries(WATCHED)) {
      await sql.raw(`alter table ${table} add column changed_at text`).execute(db)
      for (const statement of keepingMoment(isPostgres(db), table, columns)) await sql.raw(statement).execute(db)
    }
    for (const statement of [
      `create index job_by_change on job (company_id, coalesce(changed_at, created_at)) where corrected_as is null`,
      `create index part_by_change on part (company_id, changed_at, job_id) where changed_at is not null`,
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}

export function keepingMoment(postgres: boolean, table: string, columns: readonly string[]): string[] {
  const name = `${table}_is_changed`
  const row = (which: 'old' | 'new') => `(${columns.map((column) => `${which}.${column}`).join(', ')})`
  if (postgres) {
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin
         new.changed_at := to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
         return new;
       end $$`,
      `create trigger ${name} before update of ${columns.join(', ')} on ${table} for each row
         when (${row('old')} is distinct from ${row('new')}) execute function ${name}()`,
    ]
  }
  return [
    `create trigger ${name} after update of ${columns.join(', ')} on ${table} when ${row('old')} is not ${row('new')} begin
       update ${table} set changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where id = new.id;
     end`,
  ]
}

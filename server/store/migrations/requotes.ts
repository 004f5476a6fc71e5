/**
 * A job can be quoted anew, and corrected after a rejection: the attempt of before becomes a row of its own, which no list
 * shows (`corrected_as`). Who quoted it, and whether that one may pay, decides who may change it; what an open quote keeps
 * of its area is counted.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

export const requotes: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `alter table job add column corrected_as text`,
      `alter table job add column may_pay integer not null default 1`,
      `alter table job add column quoted_with text`,
      `alter table job add column kept_bytes integer not null default 0`,
      `update job set kept_bytes = length(geometry) + length(area) where status = 'quoted'`,
      `drop index job_by_company`,
      `create index job_by_company on job (company_id, created_at desc, id desc) where corrected_as is null`,
      `create index job_corrected on job (corrected_as) where corrected_as is not null`,
      `create index job_open_quote on job (company_id, quoted_with, kept_bytes)
         where status = 'quoted' and kept_bytes > 0`,
      ...countedWithoutFormerAttempts(isPostgres(db)),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const countedWithoutFormerAttempts = (postgres: boolean): string[] => {
  const adding = (what: string) => `insert into tally (company_id, what, total) ${what}`
  if (postgres) {
    return [
      `create or replace function job_is_made() returns trigger language plpgsql as $$ begin
         ${adding(`select company_id, 'jobs', count(*) from made where corrected_as is null group by company_id`)}
         on conflict (company_id, what) do update set total = tally.total + excluded.total;
         return null;
       end $$`,
    ]
  }
  return [
    `drop trigger job_is_made`,
    `create trigger job_is_made after insert on job when new.corrected_as is null begin
       ${adding(`values (new.company_id, 'jobs', 1)`)}
       on conflict (company_id, what) do update set total = tally.total + 1;
     end`,
  ]
}

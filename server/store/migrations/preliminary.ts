/** Results of jobs that wait for more, made anew with each delivery; for jobs that wait already as well. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'
import { keepingMoment, WATCHED } from './changes.ts'

export const preliminary: Migration = {
  async up(db: Kysely<unknown>) {
    const onPostgres = isPostgres(db)
    for (const statement of [
      'alter table job add column preliminary text',
      `create table preliminary (job_id text primary key references job(id), wanted integer not null,
         done integer not null, made integer not null, summary text) strict`,
      `insert into preliminary (job_id, wanted, done, made, summary)
         select id, 1, 0, 0, null from job where status = 'partially_delivered'`,
      onPostgres ? 'drop trigger job_is_changed on job' : 'drop trigger job_is_changed',
      ...(onPostgres ? ['drop function job_is_changed()'] : []),
      ...keepingMoment(onPostgres, 'job', [...WATCHED.job, 'preliminary']),
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}

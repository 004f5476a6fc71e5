/** Each receiver of web hooks has its own turn: whom an event is for stands in a column that can be counted by. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { receiverOf } from '../../domain/events.ts'

export const receivers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table event add column receiver text').execute(db)
    const { rows } = await sql<{ target_url: string }>`
      select distinct target_url from event where state = 'waiting' and target_url is not null`.execute(db)
    for (const { target_url } of rows) {
      await sql`update event set receiver = ${receiverOf(target_url)}
        where state = 'waiting' and target_url = ${target_url}`.execute(db)
    }
  },
}

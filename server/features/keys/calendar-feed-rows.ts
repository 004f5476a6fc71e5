/** The secret addresses of calendars: each person has one that works, or none. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

export interface CalendarFeedRecord {
  id: string
  companyId: string
  /** null: the person at the desk */
  userId: string | null
  createdAt: string
  createdBy: string
}

/** Of which person. */
type Whose = Pick<CalendarFeedRecord, 'companyId' | 'userId'>

/** Those that work: not revoked, and not of a user who has left. */
const feeds = (db: Db) =>
  db
    .selectFrom('calendar_feed')
    .leftJoin('user', 'user.id', 'calendar_feed.user_id')
    .select([
      'calendar_feed.id',
      'calendar_feed.company_id as companyId',
      'calendar_feed.user_id as userId',
      'calendar_feed.created_at as createdAt',
      'calendar_feed.created_by as createdBy',
    ])
    .where('calendar_feed.revoked_at', 'is', null)
    .where('user.removed_at', 'is', null)

export const feedByHash = (db: Db, hash: string): Promise<CalendarFeedRecord | undefined> =>
  feeds(db).where('calendar_feed.hash', '=', hash).executeTakeFirst()

export const feedOf = (db: Db, { companyId, userId }: Whose): Promise<CalendarFeedRecord | undefined> =>
  feeds(db)
    .where('calendar_feed.company_id', '=', companyId)
    .where('calendar_feed.user_id', 'is not distinct from', userId)
    .executeTakeFirst()

/** The one before must be revoked: two that work are refused by the database. */
export const insertFeed = (db: Db, feed: CalendarFeedRecord, hash: string) =>
  db
    .insertInto('calendar_feed')
    .values({
      id: feed.id,
      company_id: feed.companyId,
      user_id: feed.userId,
      hash,
      created_at: feed.createdAt,
      created_by: feed.createdBy,
      revoked_at: null,
    })
    .execute()

export const revokeFeed = (db: Db, { companyId, userId }: Whose, at: string) =>
  db
    .updateTable('calendar_feed')
    .set({ revoked_at: at })
    .where('company_id', '=', companyId)
    .where('user_id', 'is not distinct from', userId)
    .where('revoked_at', 'is', null)
    .execute()

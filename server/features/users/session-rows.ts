/** Signed-in windows, and the tokens that open one session each. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Role } from '../../platform/http/permissions.ts'

type Db = Kysely<DB>

export interface SessionRecord {
  hash: string
  id: string
  companyId: string
  /** null: the person at the desk */
  userId: string | null
  /** Of the token that goes with each change. */
  csrfHash: string
  createdAt: string
  expiresAt: string
  lastSeenAt: string | null
  address: string | null
  agent: string | null
}

export const insertWindowToken = (db: Db, token: { hash: string; companyId: string; expiresAt: string }) =>
  db
    .insertInto('window_token')
    .values({ hash: token.hash, company_id: token.companyId, expires_at: token.expiresAt })
    .execute()

/** Takes the token away as it is read: two windows with one token make one session. */
export async function takeWindowToken(db: Db, hash: string, now: string): Promise<{ companyId: string } | undefined> {
  const row = await db
    .deleteFrom('window_token')
    .where('hash', '=', hash)
    .returning(['company_id as companyId', 'expires_at as expiresAt'])
    .executeTakeFirst()
  return row && row.expiresAt > now ? { companyId: row.companyId } : undefined
}

export const insertSession = (db: Db, session: SessionRecord) =>
  db
    .insertInto('session')
    .values({
      hash: session.hash,
      id: session.id,
      company_id: session.companyId,
      user_id: session.userId,
      csrf_token: session.csrfHash,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      last_seen_at: session.lastSeenAt,
      address: session.address,
      agent: session.agent,
    })
    .execute()

const sessions = (db: Db, now: string) =>
  db
    .selectFrom('session')
    .leftJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.hash',
      'session.id',
      'session.company_id as companyId',
      'session.user_id as userId',
      'session.csrf_token as csrfHash',
      'session.created_at as createdAt',
      'session.expires_at as expiresAt',
      'session.last_seen_at as lastSeenAt',
      'session.address',
      'session.agent',
      'user.role',
    ])
    .where('session.expires_at', '>', now)
    .where('user.removed_at', 'is', null)

/** With the role as it is now; `role` is null when `userId` is. */
export const sessionByHash = (
  db: Db,
  hash: string,
  now: string,
): Promise<(SessionRecord & { role: Role | null }) | undefined> =>
  sessions(db, now).where('session.hash', '=', hash).executeTakeFirst()

/** Newest first. @param userId null: those of the desk */
export const sessionsOf = (db: Db, companyId: string, userId: string | null, now: string): Promise<SessionRecord[]> =>
  sessions(db, now)
    .where('session.company_id', '=', companyId)
    .where('session.user_id', 'is not distinct from', userId)
    .orderBy('session.created_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute()

export const recordSeen = (db: Db, hash: string, now: string) =>
  db.updateTable('session').set({ last_seen_at: now }).where('hash', '=', hash).execute()

/** Those of one person: one of them, all, all but one, or all but so many of the newest. @returns how many */
export async function endSessions(
  db: Db,
  whose: { companyId: string; userId: string | null },
  which: { id?: string; butHash?: string; butNewest?: number } = {},
): Promise<number> {
  let query = db
    .deleteFrom('session')
    .where('company_id', '=', whose.companyId)
    .where('user_id', 'is not distinct from', whose.userId)
  if (which.id !== undefined) query = query.where('id', '=', which.id)
  if (which.butHash !== undefined) query = query.where('hash', '!=', which.butHash)
  if (which.butNewest !== undefined) {
    const newest = db
      .selectFrom('session')
      .select('hash')
      .where('company_id', '=', whose.companyId)
      .where('user_id', 'is not distinct from', whose.userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(which.butNewest)
    query = query.where('hash', 'not in', (eb) => eb.selectFrom(newest.as('newest')).select('newest.hash'))
  }
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

export const deleteSession = (db: Db, hash: string) => db.deleteFrom('session').where('hash', '=', hash).execute()

/** Sessions and tokens that nobody can use any more. */
export async function sweepSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
  await db.deleteFrom('window_token').where('expires_at', '<=', now).execute()
}

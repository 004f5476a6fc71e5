/** Signed-in windows, and the tokens that open one session each. */
import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

type Db = Kysely<DB>

export interface SessionRecord {
  hash: string
  companyId: string
  csrfToken: string
  createdAt: string
  expiresAt: string
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
      company_id: session.companyId,
      csrf_token: session.csrfToken,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute()

export const sessionByHash = (db: Db, hash: string, now: string): Promise<SessionRecord | undefined> =>
  db
    .selectFrom('session')
    .select([
      'hash',
      'company_id as companyId',
      'csrf_token as csrfToken',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const deleteSession = (db: Db, hash: string) => db.deleteFrom('session').where('hash', '=', hash).execute()

/** Sessions and tokens that nobody can use any more. */
export async function sweepSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
  await db.deleteFrom('window_token').where('expires_at', '<=', now).execute()
}

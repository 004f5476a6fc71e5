/** Users, and the invitations by which they come or choose a new password. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Role } from '../../platform/http/permissions.ts'

type Db = Kysely<DB>

export interface UserRecord {
  id: string
  name: string
  email: string
  role: Role
  companyId: string
  passwordHash: string
  createdAt: string
  lastSignedInAt: string | null
}

const users = (db: Db) =>
  db
    .selectFrom('user')
    .select([
      ...(['id', 'name', 'email', 'role'] as const),
      'company_id as companyId',
      'password_hash as passwordHash',
      'created_at as createdAt',
      'last_signed_in_at as lastSignedInAt',
    ])
    .where('removed_at', 'is', null)

export const usersOf = (db: Db, companyId: string): Promise<UserRecord[]> =>
  users(db).where('company_id', '=', companyId).orderBy('created_at').orderBy('id').execute()

/** Of users, also of those who have left, and of keys, the newest of each: whom an actor in a log stands for. */
export async function namesOf(db: Db, companyId: string, atMost: number): Promise<{ id: string; name: string }[]> {
  const newest = (table: 'user' | 'api_key') =>
    db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('company_id', '=', companyId)
      .orderBy('created_at', 'desc')
      .limit(atMost / 2)
      .execute()
  return [...(await newest('user')), ...(await newest('api_key'))]
}

export const userById = (db: Db, companyId: string, id: string): Promise<UserRecord | undefined> =>
  users(db).where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst()

export const userByEmail = (db: Db, companyId: string, email: string): Promise<UserRecord | undefined> =>
  users(db).where('company_id', '=', companyId).where('email', '=', email).executeTakeFirst()

/** One person may be a user of several companies; where they were last comes first. */
export const usersByEmail = (db: Db, email: string): Promise<UserRecord[]> =>
  users(db)
    .where('email', '=', email)
    .orderBy((eb) => eb.fn.coalesce('last_signed_in_at', 'created_at'), 'desc')
    .orderBy('id')
    .execute()

export const anyUser = async (db: Db): Promise<boolean> => (await users(db).limit(1).executeTakeFirst()) !== undefined

export const insertUser = (db: Db, user: UserRecord) =>
  db
    .insertInto('user')
    .values({
      id: user.id,
      company_id: user.companyId,
      name: user.name,
      email: user.email,
      role: user.role,
      password_hash: user.passwordHash,
      created_at: user.createdAt,
      last_signed_in_at: user.lastSignedInAt,
      removed_at: null,
    })
    .execute()

export const changeUser = (
  db: Db,
  id: string,
  change: { name?: string; role?: Role; password_hash?: string; last_signed_in_at?: string; removed_at?: string },
) => db.updateTable('user').set(change).where('id', '=', id).execute()

export interface Invitation {
  id: string
  companyId: string
  email: string
  role: Role
  /** Who chooses a new password with it; null: somebody new. */
  userId: string | null
  createdBy: string
  createdAt: string
  expiresAt: string
}

const invitations = (db: Db, now: string) =>
  db
    .selectFrom('invitation')
    .select([
      ...(['id', 'email', 'role'] as const),
      'company_id as companyId',
      'user_id as userId',
      'created_by as createdBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('expires_at', '>', now)

/** Those that can still be used, oldest first. */
export const invitationsOf = (db: Db, companyId: string, now: string): Promise<Invitation[]> =>
  invitations(db, now).where('company_id', '=', companyId).orderBy('created_at').orderBy('id').execute()

export const invitationByHash = (db: Db, hash: string, now: string): Promise<Invitation | undefined> =>
  invitations(db, now).where('hash', '=', hash).executeTakeFirst()

export const insertInvitation = (db: Db, invitation: Invitation, hash: string) =>
  db
    .insertInto('invitation')
    .values({
      id: invitation.id,
      hash,
      company_id: invitation.companyId,
      email: invitation.email,
      role: invitation.role,
      user_id: invitation.userId,
      created_by: invitation.createdBy,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
    })
    .execute()

/** @returns whether it was there: two who use one invitation make one user */
export async function takeInvitation(db: Db, companyId: string, id: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('invitation')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return taken.numDeletedRows > 0n
}

/** Invitations to an address that came before, and those that ended: a new one takes their place. */
export async function clearInvitations(db: Db, companyId: string, email: string, now: string): Promise<void> {
  await db
    .deleteFrom('invitation')
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('email', '=', email), eb('expires_at', '<=', now)]))
    .execute()
}

/** Those that one made. @param actor as in `createdBy` */
export async function clearInvitationsBy(db: Db, companyId: string, actor: string): Promise<void> {
  await db.deleteFrom('invitation').where('company_id', '=', companyId).where('created_by', '=', actor).execute()
}

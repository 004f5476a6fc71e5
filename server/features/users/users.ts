/** Who may use the window: the first owner, changes of name and role, and leaving. Others come by invitation. */

import type { Store } from '../../platform/database/open.ts'
import { type LeftAccess, ROLE_PERMISSIONS, ROLES, type Role } from '../../platform/http/permissions.ts'
import { MAX_NAMES } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { revokeFeed } from '../keys/calendar-feed-rows.ts'
import { settleLeftAccess } from '../keys/left-access.ts'
import type { Caller, Database, Installation, Permitted } from '../services.ts'
import { hashPassword } from './passwords.ts'
import {
  anyUser,
  changeUser,
  clearInvitations,
  clearInvitationsBy,
  insertUser,
  namesOf,
  type UserRecord,
  userById,
  usersOf,
} from './rows.ts'
import { userConflict } from './rules.ts'
import { endSessions } from './session-rows.ts'
import { workEmail } from './work-email.ts'

export type { UserRecord } from './rows.ts'

type UserServices = Database & Pick<Installation, 'passwordCost'>

/** The person at the desk may what an owner may. */
export const mayDecideOnOwners = ({ user }: Caller): boolean => user === undefined || user.role === 'owner'

export const refuseOwnerMatters = (): never => {
  throw new Refusal('PERMISSION_DENIED', 'Only an owner decides who is an owner, and on what is an owner’s.')
}

export const listUsers = (store: Store, { companyId }: Caller): Promise<UserRecord[]> => usersOf(store.db, companyId)

/** Whom the ids in logs stand for. */
export const listNames = (store: Store, { companyId }: Caller) => namesOf(store.db, companyId, MAX_NAMES)

/** Told to anybody: whether one signs in with an address and a password here. */
export const hasUsers = (store: Store): Promise<boolean> => anyUser(store.db)

/**
 * The first user of a company, made with the one-time token: for the holder of the token or for another.
 * @throws Refusal USER_CONFLICT when there are users: those come by invitation
 */
export async function makeOwner(
  services: UserServices,
  { companyId }: Permitted<'admin'>,
  asked: { name: string; email: string; password: string },
): Promise<UserRecord> {
  const { store, clock, ids } = services
  const email = workEmail(asked.email)
  const passwordHash = await hashPassword(services, asked.password)
  const user: UserRecord = {
    id: ids.make('usr'),
    companyId,
    name: asked.name,
    email,
    role: 'owner',
    passwordHash,
    createdAt: clock.now().toISOString(),
    lastSignedInAt: null,
  }
  await store.transaction('all', async (trx) => {
    if ((await usersOf(trx, companyId)).length > 0) {
      throw userConflict('USERS_EXIST')
    }
    await insertUser(trx, user)
  })
  return user
}

/**
 * A lesser role ends what the user may not make any more.
 * @throws Refusal NOT_FOUND, PERMISSION_DENIED on what is an owner's, USER_CONFLICT for the last owner, ACCESS_REMAINS
 */
export async function updateUser(
  { store, clock }: UserServices,
  caller: Permitted<'admin'>,
  id: string,
  change: { name?: string | undefined; role?: Role | undefined; access?: LeftAccess | undefined },
): Promise<UserRecord> {
  return store.transaction('all', async (trx) => {
    const user = await found(trx, caller, id)
    if (change.role !== undefined && change.role !== user.role) {
      if ((user.role === 'owner' || change.role === 'owner') && !mayDecideOnOwners(caller)) refuseOwnerMatters()
      if (user.role === 'owner') await refuseLastOwner(trx, caller)
    }
    const next = { name: change.name ?? user.name, role: change.role ?? user.role }
    await changeUser(trx, id, next)
    if (next.role !== user.role) {
      const now = clock.now().toISOString()
      await clearLinks(trx, user, next.role, now)
      const may = ROLE_PERMISSIONS[next.role]
      const kinds = { keys: !may.includes('admin'), links: !may.includes('write') }
      await settleLeftAccess(trx, caller, `user:${id}`, { decided: change.access, kinds, now })
    }
    return { ...user, ...next }
  })
}

/**
 * Ends the sessions and the calendar with it. What the user did stays on record.
 * @throws Refusal as updateUser
 */
export async function removeUser(
  { store, clock }: UserServices,
  caller: Permitted<'admin'>,
  id: string,
  access?: LeftAccess,
): Promise<void> {
  await store.transaction('all', async (trx) => {
    const user = await found(trx, caller, id)
    if (user.role === 'owner') {
      if (!mayDecideOnOwners(caller)) refuseOwnerMatters()
      await refuseLastOwner(trx, caller)
    }
    const now = clock.now().toISOString()
    await settleLeftAccess(trx, caller, `user:${id}`, { decided: access, now })
    await changeUser(trx, id, { removed_at: now })
    await clearLinks(trx, user, null, now)
    await endSessions(trx, { companyId: caller.companyId, userId: id })
    await revokeFeed(trx, { companyId: caller.companyId, userId: id }, now)
  })
}

type Db = Store['db']

/** Deletes the links for the user; and of those the user made, the ones that the new role (null: no role) may not make. */
async function clearLinks(db: Db, user: UserRecord, role: Role | null, now: string): Promise<void> {
  await clearInvitations(db, user.companyId, user.email, now)
  const isLess = role === null || ROLES.indexOf(role) > ROLES.indexOf(user.role)
  if (isLess) await clearInvitationsBy(db, user.companyId, `user:${user.id}`)
}

async function found(db: Db, { companyId }: Caller, id: string): Promise<UserRecord> {
  const user = await userById(db, companyId, id)
  if (!user) throw new Refusal('NOT_FOUND', 'There is no such user.')
  return user
}

async function refuseLastOwner(db: Db, { companyId }: Caller): Promise<void> {
  const owners = (await usersOf(db, companyId)).filter(({ role }) => role === 'owner')
  if (owners.length === 1) {
    throw userConflict('LAST_OWNER')
  }
}

/**
 * Links that work once and for a week: an invitation, or a new password. The server sends no mail: the person who makes a
 * link passes it on. The server keeps a hash of the token, and checks the maker's permission when the link is made and again
 * when it is used.
 */

import type { Store } from '../../platform/database/open.ts'
import { ROLE_PERMISSIONS, type Role } from '../../platform/http/permissions.ts'
import { MAX_USERS, refuseTooMany } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { revokeFeed } from '../keys/calendar-feed-rows.ts'
import { hashOf } from '../keys/secrets.ts'
import type { Caller, Database, Installation, Permitted } from '../services.ts'
import { companyName } from '../settings/company-rows.ts'
import { hashPassword } from './passwords.ts'
import {
  changeUser,
  clearInvitations,
  type Invitation,
  insertInvitation,
  insertUser,
  invitationByHash,
  invitationsOf,
  takeInvitation,
  userByEmail,
  userById,
  usersOf,
} from './rows.ts'
import { userConflict } from './rules.ts'
import { endSessions } from './session-rows.ts'
import { type From, type NewSession, startSession } from './sessions.ts'
import { deviceMark } from './sign-in.ts'
import { mayDecideOnOwners, refuseOwnerMatters } from './users.ts'
import { workEmail } from './work-email.ts'

export type { Invitation } from './rows.ts'

type InvitationServices = Database & Pick<Installation, 'passwordCost'>

type Db = Store['db']

const VALID_MS = 7 * 86_400_000
const TOKEN_LENGTH = 43

const taken = (): Refusal => userConflict('ADDRESS_TAKEN', '/email')

/** @throws Refusal VALIDATION_FAILED for the address, USER_CONFLICT when it is a user's, PERMISSION_DENIED on owners */
export async function invite(
  services: InvitationServices,
  caller: Permitted<'admin'>,
  asked: { email: string; role: Role },
): Promise<{ invitation: Invitation; token: string }> {
  if (asked.role === 'owner' && !mayDecideOnOwners(caller)) refuseOwnerMatters()
  const email = workEmail(asked.email)
  if (await userByEmail(services.store.db, caller.companyId, email)) throw taken()
  return makeLink(services, caller, { email, role: asked.role, userId: null })
}

/** A link with which a user chooses a new password; the old one holds until then. */
export async function linkToPassword(
  services: InvitationServices,
  caller: Permitted<'admin'>,
  userId: string,
): Promise<{ invitation: Invitation; token: string }> {
  const user = await userById(services.store.db, caller.companyId, userId)
  if (!user) throw new Refusal('NOT_FOUND', 'There is no such user.')
  if (user.role === 'owner' && !mayDecideOnOwners(caller)) refuseOwnerMatters()
  return makeLink(services, caller, { email: user.email, role: user.role, userId })
}

async function makeLink(
  { store, clock, ids }: InvitationServices,
  { companyId, actor }: Caller,
  { email, role, userId }: Pick<Invitation, 'email' | 'role' | 'userId'>,
): Promise<{ invitation: Invitation; token: string }> {
  const now = clock.now()
  const token = ids.secret(TOKEN_LENGTH)
  const invitation: Invitation = {
    id: ids.make('inv'),
    companyId,
    email,
    role,
    userId,
    createdBy: actor,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + VALID_MS).toISOString(),
  }
  await store.transaction('all', async (trx) => {
    await clearInvitations(trx, companyId, email, now.toISOString())
    if (userId === null) {
      const there = [await usersOf(trx, companyId), await invitationsOf(trx, companyId, now.toISOString())]
      refuseTooMany(there.flat().length, MAX_USERS, 'users and invitations')
    }
    await insertInvitation(trx, invitation, hashOf(token))
  })
  return { invitation, token }
}

export const listInvitations = ({ store, clock }: InvitationServices, { companyId }: Caller): Promise<Invitation[]> =>
  invitationsOf(store.db, companyId, clock.now().toISOString())

export async function withdrawInvitation(
  { store }: InvitationServices,
  caller: Permitted<'admin'>,
  id: string,
): Promise<void> {
  if (!(await takeInvitation(store.db, caller.companyId, id))) {
    throw new Refusal('NOT_FOUND', 'There is no such invitation.')
  }
}

const unknown = (): Refusal =>
  new Refusal('NOT_FOUND', 'This link was used, withdrawn or is too old. Ask who gave it to you for a new one.')

/** @throws Refusal NOT_FOUND for a link that is worth nothing (any more) */
async function usable(db: Db, token: string, now: string): Promise<Invitation> {
  const invitation = await invitationByHash(db, hashOf(token), now)
  if (!invitation || !(await mayStillBeMade(db, invitation))) throw unknown()
  return invitation
}

/** Whether who made it could make it now, for whom it is for as they are now. */
async function mayStillBeMade(db: Db, { companyId, createdBy, role, userId }: Invitation): Promise<boolean> {
  const target = userId === null ? undefined : await userById(db, companyId, userId)
  if (userId !== null && target?.role !== role) return false
  const makerId = /^user:(.+)$/.exec(createdBy)?.[1]
  // The desk, and who may call commands on the server's computer, do all that an owner may.
  if (makerId === undefined) return true
  const maker = await userById(db, companyId, makerId)
  if (!maker || !ROLE_PERMISSIONS[maker.role].includes('admin')) return false
  return role !== 'owner' || maker.role === 'owner'
}

/** What the holder of a link is shown before using it. */
export async function lookAtInvitation(
  { store, clock }: InvitationServices,
  token: string,
): Promise<{ invitation: Invitation; company: string }> {
  const invitation = await usable(store.db, token, clock.now().toISOString())
  return { invitation, company: await companyName(store.db, invitation.companyId) }
}

/**
 * Makes the user, or sets the new password and ends all that was open with the old one; then signs in.
 * @throws Refusal NOT_FOUND when the link is worth nothing (any more)
 */
export async function acceptInvitation(
  services: InvitationServices,
  { token, name, password }: { token: string; name?: string | undefined; password: string },
  from: From,
): Promise<NewSession & { userId: string; device: string }> {
  const { store, clock, ids } = services
  const invitation = await usable(store.db, token, clock.now().toISOString())
  const { companyId, email, role } = invitation
  if (invitation.userId === null && name === undefined) {
    const message = 'Give your name.'
    throw new Refusal('VALIDATION_FAILED', message, {
      complaints: [{ pointer: '/name', code: 'NAME_REQUIRED', message }],
    })
  }
  const passwordHash = await hashPassword(services, password)
  const userId = invitation.userId ?? ids.make('usr')
  await store.transaction('all', async (trx) => {
    const now = clock.now().toISOString()
    // Again, where nobody's role can change meanwhile; two who use one link make one user.
    await usable(trx, token, now)
    if (!(await takeInvitation(trx, companyId, invitation.id))) throw unknown()
    if (invitation.userId !== null) {
      await changeUser(trx, userId, { password_hash: passwordHash, last_signed_in_at: now })
      await clearInvitations(trx, companyId, email, now)
      await endSessions(trx, { companyId, userId })
      await revokeFeed(trx, { companyId, userId }, now)
      return
    }
    if (await userByEmail(trx, companyId, email)) throw taken()
    const user = { id: userId, companyId, name: name!, email, role, passwordHash, createdAt: now, lastSignedInAt: now }
    await insertUser(trx, user)
  })
  const device = deviceMark(services.ids, { id: userId, passwordHash })
  return { ...(await startSession(services, { companyId, userId }, from)), userId, device }
}

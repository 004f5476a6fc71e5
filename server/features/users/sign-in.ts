/** Signing in with an e-mail address and a password, and changing the password. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ids } from '../../platform/clock.ts'
import type { Store } from '../../platform/database/open.ts'
import { Refusal } from '../../platform/refusal.ts'
import { revokeFeed } from '../keys/calendar-feed-rows.ts'
import type { Database, Installation } from '../services.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { changeUser, clearInvitations, type UserRecord, userById, usersByEmail } from './rows.ts'
import { userConflict } from './rules.ts'
import { endSessions, sweepSessions } from './session-rows.ts'
import { type From, type NewSession, type SessionCaller, startSession } from './sessions.ts'
import { workEmail } from './work-email.ts'

type SignInServices = Database & Pick<Installation, 'passwordCost'>

/**
 * An unknown address takes as long as a wrong password, and is told the same.
 * @throws Refusal SIGN_IN_FAILED, or VALIDATION_FAILED for what can't be anybody's address of work
 */
export async function signIn(
  services: SignInServices,
  { email, password }: { email: string; password: string },
  from: From,
): Promise<NewSession & { userId: string; device: string }> {
  const { store, clock } = services
  const user = await whoseIs(services, await usersByEmail(store.db, workEmail(email)), password)
  if (!user) throw new Refusal('SIGN_IN_FAILED', 'E-mail address or password is not right.')
  const now = clock.now().toISOString()
  await sweepSessions(store.db, now)
  await changeUser(store.db, user.id, { last_signed_in_at: now })
  const { companyId, id: userId } = user
  return {
    ...(await startSession(services, { companyId, userId }, from)),
    userId,
    device: deviceMark(services.ids, user),
  }
}

/** The company is chosen by the password; with the same one in several, by where the person was last. */
async function whoseIs(
  services: SignInServices,
  users: readonly UserRecord[],
  password: string,
): Promise<UserRecord | undefined> {
  if (users.length === 0) await isPassword(services, password, undefined)
  for (const user of users) if (await isPassword(services, password, user.passwordHash)) return user
  return undefined
}

/** Ends the user's other sessions with it. @throws Refusal VALIDATION_FAILED when the current one is not right */
export async function changePassword(
  services: SignInServices,
  { companyId, user, session }: SessionCaller,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const { store, clock } = services
  if (!user) throw userConflict('NO_PASSWORD')
  const known = await userById(store.db, companyId, user.id)
  if (!(await isPassword(services, current, known?.passwordHash))) {
    const message = 'This is not your password.'
    throw new Refusal('VALIDATION_FAILED', message, {
      complaints: [{ pointer: '/current_password', code: 'WRONG_PASSWORD', message }],
    })
  }
  const passwordHash = await hashPassword(services, next)
  await store.transaction('all', async (trx) => {
    await changeUser(trx, user.id, { password_hash: passwordHash })
    const now = clock.now().toISOString()
    if (known) await clearInvitations(trx, companyId, known.email, now)
    await revokeFeed(trx, { companyId, userId: user.id }, now)
    await endSessions(trx, { companyId, userId: user.id }, { butHash: session.hash })
  })
}

/*
 * A browser that a person signed in with before is let past the bounds on wrong passwords that strangers can use up, and has
 * a bound of its own. Its mark is signed with what is stored of the password: no one else can make one, nothing is stored
 * for it, and a new password ends it.
 */
const NAME_LENGTH = 16
const MARK = /^(\w{16})\.([\w-]{43})$/

const signed = (name: string, { id, passwordHash }: Pick<UserRecord, 'id' | 'passwordHash'>): string =>
  createHmac('sha256', passwordHash).update(`${id} ${name}`).digest('base64url')

/** What a browser keeps after it signed this user in. */
export function deviceMark(ids: Ids, user: Pick<UserRecord, 'id' | 'passwordHash'>): string {
  const name = ids.secret(NAME_LENGTH)
  return `${name}.${signed(name, user)}`
}

/** @returns what to count the tries of this device by; undefined: nobody with this address signed in with it */
export async function knownDevice(store: Store, email: string, mark: string | undefined): Promise<string | undefined> {
  const [, name, given] = MARK.exec(mark ?? '') ?? []
  if (name === undefined || given === undefined) return undefined
  const users = await usersByEmail(store.db, email)
  return users.some((user) => timingSafeEqual(Buffer.from(signed(name, user)), Buffer.from(given))) ? name : undefined
}

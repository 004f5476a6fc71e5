/** Signing a window in and out: a token that works once, then a cookie and its CSRF token. */

import { timingSafeEqual } from 'node:crypto'
import { PERMISSIONS, ROLE_PERMISSIONS } from '../../platform/http/permissions.ts'
import { MAX_SESSIONS } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { STANDARDS, versionAt } from '../../registry/orders/standards.ts'
import { hashOf } from '../keys/secrets.ts'
import { deskActor } from '../log-entries.ts'
import type { Caller, Database, Installation } from '../services.ts'
import { companyName } from '../settings/company-rows.ts'
import { settingsOf } from '../settings/rows.ts'
import { userById } from './rows.ts'
import {
  deleteSession,
  endSessions,
  insertSession,
  insertWindowToken,
  recordSeen,
  type SessionRecord,
  sessionByHash,
  sessionsOf,
  sweepSessions,
  takeWindowToken,
} from './session-rows.ts'

const TOKEN_VALID_MS = 5 * 60_000
/** A window stays open for weeks; the cookie reaches this computer only. */
export const SESSION_VALID_MS = 30 * 86_400_000
const SECRET_LENGTH = 43
const MAX_AGENT = 300
const SEEN_NOTED_EVERY_MS = 60_000

type DeskServices = Database & Pick<Installation, 'osUser'>

/** A token for the window that the starting program opens. Valid for five minutes, once. */
export async function issueWindowToken({ store, clock, ids }: Database, companyId: string): Promise<string> {
  const token = ids.secret(SECRET_LENGTH)
  const expiresAt = new Date(clock.now().getTime() + TOKEN_VALID_MS).toISOString()
  await insertWindowToken(store.db, { hash: hashOf(token), companyId, expiresAt })
  return token
}

/** Where a session is opened from: so that somebody recognises it in a list. */
export interface From {
  readonly address: string | null
  readonly agent: string | null
}

export interface NewSession {
  readonly cookie: string
  readonly csrfToken: string
  readonly companyId: string
}

/** @param who without a user: the person at the desk */
export async function startSession(
  { store, clock, ids }: Database,
  { companyId, userId }: { companyId: string; userId: string | null },
  { address, agent }: From,
): Promise<NewSession> {
  const now = clock.now()
  const cookie = ids.secret(SECRET_LENGTH)
  const csrfToken = ids.secret(SECRET_LENGTH)
  await insertSession(store.db, {
    hash: hashOf(cookie),
    id: ids.make('ses'),
    companyId,
    userId,
    csrfHash: hashOf(csrfToken),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + SESSION_VALID_MS).toISOString(),
    lastSeenAt: now.toISOString(),
    address,
    agent: agent?.slice(0, MAX_AGENT) ?? null,
  })
  // Afterwards: of two who sign in at once, neither leaves one too many.
  await endSessions(store.db, { companyId, userId }, { butNewest: MAX_SESSIONS })
  return { cookie, csrfToken, companyId }
}

/** @throws Refusal SESSION_REQUIRED when the token was used, has expired or never was. */
export async function openSession(services: Database, token: string, from: From): Promise<NewSession> {
  const now = services.clock.now().toISOString()
  await sweepSessions(services.store.db, now)
  const taken = await takeWindowToken(services.store.db, hashOf(token), now)
  if (!taken) {
    throw new Refusal('SESSION_REQUIRED', 'This sign-in link was used already or is too old. Open the window again.')
  }
  return startSession(services, { companyId: taken.companyId, userId: null }, from)
}

export interface SessionCaller extends Caller {
  readonly csrfHash: string
  readonly session: { readonly id: string; readonly hash: string }
}

const deskName = async ({ store, operator, osUser }: DeskServices, companyId: string): Promise<string | null> =>
  // On a server for others its account is no person.
  (await settingsOf(store.db, companyId))['people.desk_name'] ?? (operator ? null : (osUser ?? null))

/** A user may what the role says now; the person at the desk may do everything. */
export async function sessionCaller(
  services: Database & DeskServices,
  cookie: string | undefined,
  address: string | null,
): Promise<SessionCaller> {
  const { store, clock } = services
  const now = clock.now()
  const session = await sessionByHash(store.db, hashOf(cookie ?? ''), now.toISOString())
  if (!session) throw new Refusal('SESSION_REQUIRED', 'Sign in first: open the window from the application.')
  const { companyId, userId, role, csrfHash, hash, id } = session
  if (now.getTime() - Date.parse(session.lastSeenAt ?? session.createdAt) >= SEEN_NOTED_EVERY_MS) {
    await recordSeen(store.db, hash, now.toISOString())
  }
  const known = { companyId, address, csrfHash, session: { id, hash } }
  if (userId === null || role === null) {
    return { ...known, actor: deskActor(await deskName(services, companyId)), permissions: PERMISSIONS }
  }
  return { ...known, actor: `user:${userId}`, permissions: ROLE_PERMISSIONS[role], user: { id: userId, role } }
}

/** @throws Refusal CSRF_TOKEN_INVALID */
export function checkCsrf(session: SessionCaller, given: string | undefined): void {
  // Of a session from before the token was kept as a hash only, it never fits: that one is signed in anew.
  const [own, other] = [Buffer.from(session.csrfHash), Buffer.from(hashOf(given ?? ''))]
  if (given === undefined || own.length !== other.length || !timingSafeEqual(own, other)) {
    throw new Refusal(
      'CSRF_TOKEN_INVALID',
      'Changes need the csrf_token, which was in the answer that opened the session, in the header X-CSRF-Token. Without it, sign in again.',
    )
  }
}

export const closeSession = async ({ store }: Database, cookie: string): Promise<void> => {
  await deleteSession(store.db, hashOf(cookie))
}

/** The caller's own, newest first. */
export const listSessions = (
  { store, clock }: Database,
  { companyId, user }: SessionCaller,
): Promise<SessionRecord[]> => sessionsOf(store.db, companyId, user?.id ?? null, clock.now().toISOString())

/** @throws Refusal NOT_FOUND, also for a session of somebody else */
export async function endSession({ store }: Database, caller: SessionCaller, id: string): Promise<void> {
  const ended = await endSessions(store.db, { companyId: caller.companyId, userId: caller.user?.id ?? null }, { id })
  if (ended === 0) throw new Refusal('NOT_FOUND', 'There is no such session.')
}

/** Signs the caller out everywhere, here included. */
export const endAllSessions = async ({ store }: Database, { companyId, user }: SessionCaller): Promise<void> => {
  await endSessions(store.db, { companyId, userId: user?.id ?? null })
}

export async function describeSession(services: DeskServices, companyId: string, userId: string | null) {
  const { store } = services
  const [company, settings, user] = await Promise.all([
    companyName(store.db, companyId),
    settingsOf(store.db, companyId),
    userId === null ? undefined : userById(store.db, companyId, userId),
  ])
  const environment = settings['registry.environment']
  return {
    company,
    environment,
    user: user ?? null,
    deskName: user ? null : await deskName(services, companyId),
    permissions: user ? ROLE_PERMISSIONS[user.role] : PERMISSIONS,
    /** Simulated seconds per second; null outside the simulator. */
    timeFactor: environment === 'simulator' ? settings['simulator.time_factor'] : null,
    waitWorkingDays: settings['digging.wait_working_days'],
    maxReference: STANDARDS[versionAt(settings['registry.version_3_from'], services.clock.now())].maxReference,
  }
}

/** Signing a window in and out: a token that works once, then a cookie and its CSRF token. */
import { timingSafeEqual } from 'node:crypto'
import { PERMISSIONS } from '../domain/klic.ts'
import { Refusal } from '../domain/refusal.ts'
import { companyName } from '../store/companies.ts'
import {
  deleteSession,
  insertSession,
  insertWindowToken,
  sessionByHash,
  sweepSessions,
  takeWindowToken,
} from '../store/sessions.ts'
import { settingsOf } from '../store/settings.ts'
import type { Caller, Needs } from './needs.ts'
import { hashOf } from './secrets.ts'

const TOKEN_VALID_MS = 5 * 60_000
/** A window stays open for weeks; the cookie reaches this computer only. */
export const SESSION_VALID_MS = 30 * 86_400_000
const SECRET_LENGTH = 43

type SessionNeeds = Pick<Needs, 'store' | 'clock' | 'ids'>

/** For whoever starts the server: a token to hand to the window it opens. Valid for five minutes, once. */
export async function issueWindowToken({ store, clock, ids }: SessionNeeds, companyId: string): Promise<string> {
  const token = ids.secret(SECRET_LENGTH)
  const expiresAt = new Date(clock.now().getTime() + TOKEN_VALID_MS).toISOString()
  await insertWindowToken(store.db, { hash: hashOf(token), companyId, expiresAt })
  return token
}

/** @throws Refusal SESSION_REQUIRED when the token was used, has expired or never was. */
export async function openSession(
  { store, clock, ids }: SessionNeeds,
  token: string,
): Promise<{ cookie: string; companyId: string; csrfToken: string }> {
  const now = clock.now()
  await sweepSessions(store.db, now.toISOString())
  const taken = await takeWindowToken(store.db, hashOf(token), now.toISOString())
  if (!taken) {
    throw new Refusal('SESSION_REQUIRED', 'This sign-in link was used already or is too old. Open the window again.')
  }
  const cookie = ids.secret(SECRET_LENGTH)
  const csrfToken = ids.secret(SECRET_LENGTH)
  await insertSession(store.db, {
    hash: hashOf(cookie),
    companyId: taken.companyId,
    csrfToken,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + SESSION_VALID_MS).toISOString(),
  })
  return { cookie, companyId: taken.companyId, csrfToken }
}

export interface SessionCaller extends Caller {
  readonly csrfToken: string
}

/** A window acts for the person at the desk: it may do everything. */
export async function sessionCaller(
  { store, clock }: SessionNeeds,
  cookie: string | undefined,
  address: string | null,
): Promise<SessionCaller> {
  const session = await sessionByHash(store.db, hashOf(cookie ?? ''), clock.now().toISOString())
  if (!session) throw new Refusal('SESSION_REQUIRED', 'Sign in first: open the window from the application.')
  return {
    companyId: session.companyId,
    actor: 'window',
    permissions: PERMISSIONS,
    address,
    csrfToken: session.csrfToken,
  }
}

/** @throws Refusal CSRF_TOKEN_INVALID */
export function checkCsrf(session: SessionCaller, given: string | undefined): void {
  const same =
    given !== undefined && timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(session.csrfToken)))
  if (!same) {
    throw new Refusal('CSRF_TOKEN_INVALID', "Changes need the session's csrf_token in the header X-CSRF-Token.")
  }
}

export const closeSession = async ({ store }: SessionNeeds, cookie: string): Promise<void> => {
  await deleteSession(store.db, hashOf(cookie))
}

export async function describeSession({ store }: SessionNeeds, companyId: string) {
  const [company, settings] = await Promise.all([companyName(store.db, companyId), settingsOf(store.db, companyId)])
  const environment = settings['registry.environment']
  return {
    company,
    environment,
    /** Simulated seconds per second; null outside the simulator. */
    timeFactor: environment === 'simulator' ? settings['simulator.time_factor'] : null,
  }
}

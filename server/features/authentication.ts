/** Who calls: a key on v1, a session on the dashboard. Either gives the same Caller to the same handlers. */

import type { Request, RequestHandler, Response } from 'express'
import type { Store } from '../platform/database/open.ts'
import type { RateLimit } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import { isEncrypted, isLoopback, permissionDenied } from './http/guards.ts'
import { authenticate } from './keys/keys.ts'
import type { ApiServices, Caller, Installation } from './services.ts'
import { settingsOf } from './settings/rows.ts'
import { checkCsrf, type From, SESSION_VALID_MS, sessionCaller } from './users/sessions.ts'

export type SigningIn = (req: Request, res: Response) => Promise<Caller>

export const NOBODY: Caller = { companyId: '', actor: 'nobody', permissions: [], address: null }

const STRANGERS_PER_MINUTE = 600
/** A window that draws asks some ten times a second. */
const SESSION_PER_MINUTE = 1200

/** Behind a proxy what it says, else who is connected. */
export const addressOf = (req: Request): string | null => req.ip ?? null
const strangerAt = (req: Request): string => `stranger ${addressOf(req)}`

/** The limits that begin every answer of the public API, for any caller; a good key's own figures then take their place. */
export const tellLimits =
  (limit: RateLimit): RequestHandler =>
  (req, res, next) => {
    limit.tell(strangerAt(req), STRANGERS_PER_MINUTE, res)
    next()
  }

/** Counts a caller with a wrong secret. @throws Refusal RATE_LIMITED */
export const countStranger = (limit: RateLimit, req: Request, res: Response): Promise<void> =>
  limit.count(strangerAt(req), async () => STRANGERS_PER_MINUTE, res)

/** How much a company's keys may ask, each of them. */
const requestsPerMinute = async (store: Store, companyId: string): Promise<number> =>
  (await settingsOf(store.db, companyId))['api.requests_per_minute']

const keyHeader = (req: Request): string | undefined => req.get('X-API-Key')

/**
 * A failed attempt counts against the address it comes from, which a caller with a good key does not share.
 * @param times of what the setting allows, where a program asks much and it costs little
 */
export const byKey =
  (services: ApiServices, limit: RateLimit, secretOf = keyHeader, times = 1): SigningIn =>
  async (req, res) => {
    try {
      const caller = await authenticate(services, secretOf(req), addressOf(req))
      await limit.count(
        caller.key.id,
        async () => times * (await requestsPerMinute(services.store, caller.companyId)),
        res,
      )
      return caller
    } catch (error) {
      if (error instanceof Refusal && error.code.startsWith('API_KEY_')) {
        await countStranger(limit, req, res)
      }
      throw error
    }
  }

/** What a list of sessions names one by. */
export const fromOf = (req: Request): From => ({ address: addressOf(req), agent: req.get('User-Agent') ?? null })

type BaseUrlServices = Pick<Installation, 'baseUrl'>

/** Over https a browser takes a name with this beginning from the very host only: a neighbour in its domain can plant none. */
const nameAt = ({ baseUrl }: BaseUrlServices, name: string): string =>
  isEncrypted(baseUrl()) ? `__Host-${name}` : name

const SESSION = 'klic_session'
const COOKIE_RULES = 'HttpOnly; SameSite=Strict; Path=/'

const cookieOf = (services: BaseUrlServices, req: Request, name: string): string | undefined => {
  const start = `${nameAt(services, name)}=`
  return (req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
}

export const sessionCookie = (services: BaseUrlServices, req: Request): string | undefined =>
  cookieOf(services, req, SESSION)

const cookie = (services: BaseUrlServices, name: string, value: string, maxAgeMs: number): string =>
  `${nameAt(services, name)}=${value}; ${COOKIE_RULES}${isEncrypted(services.baseUrl()) ? '; Secure' : ''}; Max-Age=${maxAgeMs / 1000}`

export const setCookie = (services: BaseUrlServices, value: string): string =>
  cookie(services, SESSION, value, SESSION_VALID_MS)

/** Of a browser that signed somebody in before; see features/users/sign-in.ts. */
const DEVICE = 'klic_device'
const DEVICE_VALID_MS = 180 * 86_400_000
export const deviceCookie = (services: BaseUrlServices, req: Request): string | undefined =>
  cookieOf(services, req, DEVICE)
export const setDeviceCookie = (services: BaseUrlServices, mark: string): string =>
  cookie(services, DEVICE, mark, DEVICE_VALID_MS)

export const clearCookie = (services: BaseUrlServices): string => cookie(services, SESSION, '', 0)

const CHANGES_NOTHING = ['GET', 'HEAD', 'OPTIONS']

/** @param limit where others may sign in; the window on one's own computer is not counted */
export const bySession =
  (services: ApiServices, limit?: RateLimit): SigningIn =>
  async (req, res) => {
    const caller = await sessionCaller(services, sessionCookie(services, req), addressOf(req))
    await limit?.count(caller.session.id, async () => SESSION_PER_MINUTE, res)
    if (!CHANGES_NOTHING.includes(req.method)) checkCsrf(caller, req.get('X-CSRF-Token'))
    return caller
  }

/** As header, or as the password of HTTP Basic. */
export function keyIn(req: Request): string | undefined {
  const header = req.get('X-API-Key')
  if (header !== undefined) return header
  const [scheme, credentials] = (req.get('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !credentials) return undefined
  const decoded = Buffer.from(credentials, 'base64').toString('utf8')
  return decoded.slice(decoded.indexOf(':') + 1)
}

/** Layers and tiles are what a key of a GIS program is for. @throws Refusal PERMISSION_DENIED */
export function refuseUnread({ permissions, key }: Caller): void {
  if (key?.kind !== 'gis' && !permissions.includes('read')) throw permissionDenied('read')
}

/** An address is written down in many places: only a key that can do no harm may stand in it. */
export function checkKeyInPath(isLocal: boolean, { address, permissions }: Caller): void {
  if (isLocal && isLoopback(address) && permissions.every((each) => each === 'read')) return
  throw new Refusal('PERMISSION_DENIED', 'In an address only a read-only key is taken, and only on this computer.')
}

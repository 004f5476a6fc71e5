/**
 * Before anything else. The threat: a web page in the user's own browser can reach 127.0.0.1, under our name (a cross-site
 * call) or under one of its own (DNS rebinding).
 * - Host must be a name of this computer or one that was configured: ends rebinding.
 * - Origin, when sent, must be the one we were called under, or a configured one: ends cross-site calls.
 * - No CORS header is sent but to configured origins.
 * Also here: the request id, and the headers that every answer carries.
 */
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Request, RequestHandler, Response } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import type { Permission } from '../../platform/http/permissions.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ApiServices, Caller, Installation, Permitted } from '../services.ts'

const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]']
const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/

export const requestId = (_req: Request, res: Response): string => String(res.getHeader('X-Request-Id'))

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

export const isLoopback = (address: string | null | undefined): boolean => LOOPBACK.includes(address ?? '')

/** Echoes the caller's id when it is one; an id that could break a log line is replaced. */
export const giveRequestId: RequestHandler = (req, res, next) => {
  const given = req.get('X-Request-Id')
  res.set('X-Request-Id', given !== undefined && VALID_REQUEST_ID.test(given) ? given : randomUUID())
  next()
}

/**
 * Cache-Control in a request speaks to caches on the way, of which there are none. Express would take it as a wish for
 * the body in spite of If-None-Match, and every fetch() that sends If-None-Match sends this as well.
 */
export const letTagsDecide: RequestHandler = (req, _res, next) => {
  delete req.headers['cache-control']
  next()
}

/**
 * What a cache may do with an answer that can be another one the next time. QGIS 3.44 writes beside an answer the headers of its
 * call, in plain text: with a key among them nothing is kept.
 */
export const asksFirst = (req: Request): string =>
  (req.get('X-API-Key') ?? req.get('Authorization')) === undefined ? 'private, no-cache' : 'no-store'

/** Whether callers reach us by https: then nothing may go without it. */
export const isEncrypted = (baseUrl: string): boolean => baseUrl.startsWith('https:')

const YEAR_SECONDS = 365 * 86_400

/** On plain http a promise to use https would lock the window out. */
export function securityHeaders({ baseUrl }: Pick<Installation, 'baseUrl'>): RequestHandler {
  const plain = helmet({ ...HEADERS, strictTransportSecurity: false })
  const encrypted = helmet({ ...HEADERS, strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: false } })
  return (req, res, next) => (isEncrypted(baseUrl()) ? encrypted : plain)(req, res, next)
}

const HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'worker-src': ["'self'", 'blob:'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', 'https://service.pdok.nl'],
      'connect-src': ["'self'", 'https://service.pdok.nl'],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
} satisfies HelmetOptions

/** A server for others is also asked by its number, by probes and by Prometheus: rebinding needs a name. */
export function checkHost({ baseUrl, isLocal }: Pick<Installation, 'baseUrl' | 'isLocal'>): RequestHandler {
  const isOurs = (name: string): boolean =>
    LOCAL_NAMES.includes(name) ||
    (!isLocal && (name === new URL(baseUrl()).hostname || isIP(name.replace(/^\[|\]$/g, '')) !== 0))
  return (req, _res, next) => {
    const name = hostName(req.headers.host)
    // Node keeps the first of two; a proxy in front may have gone by the other.
    const isOne = req.rawHeaders.filter((each, i) => i % 2 === 0 && each.toLowerCase() === 'host').length === 1
    if (name === undefined || !isOne || !isOurs(name)) {
      const names = isLocal ? 'the names of this computer' : 'its own public address'
      throw new Refusal('HOST_NOT_ALLOWED', `This server answers under ${names} only.`)
    }
    next()
  }
}

/** The name without its port, in small letters; undefined when the header is no host. */
const hostName = (host: string | undefined): string | undefined =>
  /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/.exec((host ?? '').toLowerCase())?.[1]

const ALLOWED_METHODS = 'GET, HEAD, POST, DELETE, OPTIONS'
const ALLOWED_HEADERS = 'X-API-Key, Content-Type, X-Request-Id, If-None-Match, Range'
const READABLE_HEADERS =
  'ETag, X-Service-Sha256, X-Request-Id, Content-Disposition, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed'

export function checkOrigin({
  allowedOrigins = () => [],
  baseUrl,
}: Pick<ApiServices, 'allowedOrigins' | 'baseUrl'>): RequestHandler {
  return (req, res, next) => {
    const { origin, 'sec-fetch-site': site } = req.headers
    // A page of another port of this computer is the same site: its pictures come with our cookie, and without an Origin.
    if (req.path.startsWith('/dashboard/api/') && site !== undefined && site !== 'same-origin' && site !== 'none') {
      throw new Refusal('ORIGIN_NOT_ALLOWED', 'Only the window of this server calls this.')
    }
    // Called by https, a page that came by plain http is another origin, also under the same name.
    const isOwn = origin === baseUrl() || (!isEncrypted(baseUrl()) && origin === `http://${req.headers.host}`)
    if (origin === undefined || isOwn) {
      next()
      return
    }
    // The dashboard is for our own window: a configured origin may call the public contract only.
    if (!allowedOrigins().includes(origin) || !req.path.startsWith('/api/')) {
      throw new Refusal(
        'ORIGIN_NOT_ALLOWED',
        'Pages of this origin may not call this server. Allow them API v1 in the settings, API and integrations; on a server for others its operator does, with KLIC_ALLOWED_ORIGINS.',
      )
    }
    res.set('Access-Control-Allow-Origin', origin)
    res.set('Access-Control-Expose-Headers', READABLE_HEADERS)
    res.vary('Origin')
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      next()
      return
    }
    res.set('Access-Control-Allow-Methods', ALLOWED_METHODS)
    res.set('Access-Control-Allow-Headers', ALLOWED_HEADERS)
    res.set('Access-Control-Max-Age', '600')
    res.status(204).end()
  }
}

/** What a caller is told that lacks a permission. */
/** @throws Refusal PERMISSION_DENIED */
export function permit<P extends Permission>(caller: Caller, permission: P): Permitted<P> {
  if (!caller.permissions.includes(permission)) throw permissionDenied(permission)
  return caller as Permitted<P>
}

export const permissionDenied = (permission: string): Refusal =>
  new Refusal(
    'PERMISSION_DENIED',
    `This needs the permission ${permission}, which this key or role does not have. Use a key that has it, or ask an owner or administrator for one (settings, API and integrations, or klic key create).`,
    {
      extra: { required_permission: permission },
    },
  )

/**
 * Before anything else. The threat: a web page in the user's own browser can reach 127.0.0.1, under our name (a cross-site
 * call) or under one of its own (DNS rebinding).
 * - Host must be a name of this computer or one that was configured: ends rebinding.
 * - Origin, when sent, must be the one we were called under, or a configured one: ends cross-site calls.
 * - No CORS header is sent but to configured origins.
 * Also here: the request id, and the headers that every answer carries.
 */
import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { Refusal } from '../domain/refusal.ts'
import type { ApiNeeds } from './needs.ts'

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

export const securityHeaders: RequestHandler = helmet({
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
  // Plain http on loopback: a promise to use https would lock the window out.
  strictTransportSecurity: false,
})

export function checkHost({ allowedHosts = [] }: Pick<ApiNeeds, 'allowedHosts'>): RequestHandler {
  const allowed = new Set([...LOCAL_NAMES, ...allowedHosts].map((name) => name.toLowerCase()))
  return (req, _res, next) => {
    const name = hostName(req.headers.host)
    if (name === undefined || !allowed.has(name)) {
      throw new Refusal('HOST_NOT_ALLOWED', 'This server answers under the names of this computer only.')
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
  allowedOrigins = [],
  baseUrl,
}: Pick<ApiNeeds, 'allowedOrigins' | 'baseUrl'>): RequestHandler {
  return (req, res, next) => {
    const { origin } = req.headers
    if (origin === undefined || origin === `http://${req.headers.host}` || origin === baseUrl()) {
      next()
      return
    }
    // The dashboard is for our own window: a configured origin may call the public contract only.
    if (!allowedOrigins.includes(origin) || !req.path.startsWith('/api/')) {
      throw new Refusal(
        'ORIGIN_NOT_ALLOWED',
        'Pages of this origin may not call this server. Allow it in the settings.',
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

/** One line for each answer. Nothing of the body, the query or the headers: they may hold personal data or a key. */
/** The path without its query; a key that stands in it is never written down. */
const withoutKey = (url: string): string => (url.split('?')[0] ?? '').replace(/^\/k\/[^/]*/, '/k/...')

export function logAnswers({ log }: Pick<ApiNeeds, 'log'>): RequestHandler {
  return (req, res, next) => {
    const startedMs = performance.now()
    res.on('close', () => {
      log.info(
        {
          request_id: requestId(req, res),
          method: req.method,
          path: withoutKey(req.originalUrl),
          status: res.statusCode,
          ms: Math.round((performance.now() - startedMs) * 10) / 10,
        },
        res.writableFinished ? 'answered' : 'the caller went away',
      )
    })
    next()
  }
}

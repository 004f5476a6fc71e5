/**
 * The whole of the HTTP server, without listening: guards, API v1, the dashboard's API, documents, health, the window.
 * Who starts it gives it all that it needs and decides on the port.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { byKey, bySession, tellLimits } from '../features/authentication.ts'
import { calendarFeed } from '../features/digging/routes.ts'
import { countAnswers } from '../features/http/call-metrics.ts'
import { checkHost, checkOrigin, giveRequestId, letTagsDecide, securityHeaders } from '../features/http/guards.ts'
import { lastWords, notFound, showProblems } from '../features/http/problems.ts'
import { serve } from '../features/http/serve.ts'
import { gis, local, pairing } from '../features/results/local-routes.ts'
import { GIS_ROUTES, LOCAL_ROUTES, PAIR_ROUTES } from '../features/results/local-schema.ts'
import { tiles } from '../features/results/map/tile-routes.ts'
import { ogc } from '../features/results/ogc/router.ts'
import { qgisPlugin } from '../features/results/qgis-plugin.ts'
import type { ApiServices } from '../features/services.ts'
import { registry } from '../features/settings/registry-routes.ts'
import { REGISTRY_ROUTES } from '../features/settings/registry-schema.ts'
import { siteAtLink } from '../features/site-package/routes.ts'
import { health, metrics } from '../features/status/health-routes.ts'
import { countTries, users } from '../features/users/routes.ts'
import { USER_ROUTES } from '../features/users/schema.ts'
import { RateLimit } from '../platform/http/rate-limit.ts'
import { memoize } from '../platform/memoize.ts'
import { Refusal } from '../platform/refusal.ts'
import { dashboard } from './dashboard.ts'
import { DASHBOARD_ROUTES } from './dashboard-routes.ts'
import { DOCS_PAGE } from './docs.ts'
import { mcp } from './mcp.ts'
import { ROUTES } from './routes.ts'
import { v1 } from './v1.ts'

/** A program asks every two seconds for five minutes at most, and several may. */
const PAIRING_PER_MINUTE = 180

export function createApp(services: ApiServices): express.Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  app.set('trust proxy', services.proxies ?? 0)
  const limit = new RateLimit(services, 'calls')
  app.use(giveRequestId, countAnswers(services), securityHeaders(services), letTagsDecide)
  app.use('/api', tellLimits(limit))
  app.use(checkHost(services), checkOrigin(services))
  app.use('/health', health(services, onlyReading))
  app.use(metrics(services, onlyReading))
  app.use('/api', publicApi(services, limit))
  app.use('/mcp', mcp(services, limit))
  app.use('/dashboard/api', dashboardApi(services))
  app.use(tiles(services, new RateLimit(services, 'tiles')))
  app.use(ogc(services, new RateLimit(services, 'ogc')))
  app.use('/calendar', calendarFeed(services, limit, onlyReading))
  if (!services.isLocal) app.use('/site', siteAtLink(services, limit, onlyReading))
  app.use(forLocalPrograms(services, limit))
  if (services.rendererDir !== null) app.use(theWindow(services.rendererDir))
  app.use(notFound)
  app.use(showProblems(services), lastWords)
  return app
}

/** No key is needed here: what is served tells nothing that the program itself does not. */
function publicApi(services: ApiServices, limit: RateLimit): Router {
  const router = Router({ caseSensitive: true })
  router.all('/v1/openapi.json', onlyReading('application/json'), async (_req, res) => {
    res.json(await document())
  })
  router.all('/docs', onlyReading('text/html'), (_req, res) => {
    res.type('html').send(DOCS_PAGE)
  })
  // An id that was left empty is no list: /jobs/ is not /jobs.
  const rows = Router({ caseSensitive: true, strict: true })
  serve(rows, ROUTES, v1, services, byKey(services, limit))
  router.use('/v1', rows)
  router.use(notFound)
  return router
}

/** The contract: read when a caller first asks, not while the window waits. */
const document = memoize(async () => (await import('./openapi.json', { with: { type: 'json' } })).default)

function dashboardApi(services: ApiServices): Router {
  const router = Router({ caseSensitive: true })
  const signIn = bySession(services, services.isLocal ? undefined : new RateLimit(services, 'sessions'))
  // On a server for others its token is as good as a password.
  serve(router, DASHBOARD_ROUTES, dashboard, services, signIn, services.isLocal ? undefined : countTries(services))
  serve(router, REGISTRY_ROUTES, registry, services, signIn)
  serve(router, USER_ROUTES, users(services), services, signIn, countTries(services))
  serve(router, GIS_ROUTES, gis, services, signIn)
  // The window's own export stands in its place: it takes more formats.
  const { exportJob: _replaced, ...rows } = ROUTES
  serve(router, rows, v1, services, signIn)
  router.use(notFound)
  return router
}

/** What programs on this computer need before they have a key, and then with it. */
function forLocalPrograms(services: ApiServices, limit: RateLimit): Router {
  const router = Router({ caseSensitive: true })
  router.use('/pair', async (_req, res, next) => {
    await limit.count('pairing', async () => PAIRING_PER_MINUTE, res)
    next()
  })
  const signIn = byKey(services, limit)
  serve(router, PAIR_ROUTES, pairing, services, signIn)
  serve(router, LOCAL_ROUTES, local, services, signIn)
  router.use('/qgis', qgisPlugin(services, onlyReading))
  return router
}

const onlyReading =
  (type: string): RequestHandler =>
  (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') {
      res.vary('Accept')
      if (req.accepts(type) !== false) return next()
      res.set('Accept', type)
      throw new Refusal('NOT_ACCEPTABLE', `This address answers with ${type}.`)
    }
    res.set('Allow', 'GET, HEAD, OPTIONS')
    if (req.method === 'OPTIONS') {
      res.status(204).end()
      return
    }
    throw new Refusal('METHOD_NOT_ALLOWED', 'This address takes GET and HEAD.')
  }

/** The built window. Its files carry a hash in their names and never change; the page that names them always may. */
function theWindow(folder: string): RequestHandler[] {
  const page = join(folder, 'index.html')
  const files = express.static(folder, {
    index: false,
    setHeaders: (res, path) => {
      res.set(
        'Cache-Control',
        path.startsWith(join(folder, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  // Every address of the window is the same page; a missing file is not.
  const fallback: RequestHandler = (req, res, next) => {
    const reads = req.method === 'GET' || req.method === 'HEAD'
    const wantsPage = req.path === '/' || (req.accepts(['json', 'html']) === 'html' && !/\.\w+$/.test(req.path))
    if (!reads || !wantsPage || !existsSync(page)) return next()
    res.set('Cache-Control', 'no-cache')
    res.sendFile(page, { cacheControl: false })
  }
  return [files, fallback]
}

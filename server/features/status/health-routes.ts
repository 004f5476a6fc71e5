/** For load balancers, and for Prometheus. Neither tells anything about a company. */
import { timingSafeEqual } from 'node:crypto'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { Refusal } from '../../platform/refusal.ts'
import { isLoopback, requestId } from '../http/guards.ts'
import { notFound } from '../http/problems.ts'
import { hashOf } from '../keys/secrets.ts'
import type { ApiServices } from '../services.ts'
import { type Causes, checkHealth } from './health.ts'
import { measure } from './measure.ts'

const COME_BACK_SECONDS = 5

type ReadGuard = (type: string) => RequestHandler

export function health(services: ApiServices, onlyReading: ReadGuard): Router {
  const router = Router({ caseSensitive: true })
  const note = causeLog(services.log)
  router.all('/live', onlyReading('application/json'), (_req, res) =>
    res.json({ status: 'ok', version: services.version }),
  )
  router.all('/ready', onlyReading('application/json'), async (req, res) => {
    const { checks, causes, space } = await checkHealth(services)
    note(causes)
    const isStopping = services.isStopping?.() ?? false
    const failed = Object.entries(checks).flatMap(([name, verdict]) => (verdict === 'failed' ? [name] : []))
    const shown = {
      version: services.version,
      checks: { ...checks, stopping: isStopping },
      free_bytes: space?.free ?? null,
    }
    res.set('Cache-Control', 'no-store')
    if (!isStopping && failed.length === 0) {
      // What is there can still be read: with 503 a balancer would take that away as well.
      res.json({ status: checks.disk === 'ok' ? 'ok' : 'degraded', ...shown })
      return
    }
    const differs = causes.installation === undefined ? '' : ` ${causes.installation}`
    const why = isStopping ? 'The server is stopping.' : `Not available at the moment: ${failed.join(', ')}.${differs}`
    res.set('Retry-After', String(COME_BACK_SECONDS))
    notReady(req, res, why, shown)
  })
  router.use(notFound)
  return router
}

/** Logs why the server is not ready, once until it changes: a load balancer asks every few seconds. */
function causeLog(log: ApiServices['log']): (causes: Causes) => void {
  let last = ''
  return (causes) => {
    const words = Object.entries(causes)
      .map(([name, cause]) => `${name}: ${cause}`)
      .join(' ')
    if (words === last) return
    last = words
    if (words === '') log.info('The server is ready again')
    else log.error(`The server is not ready. ${words}`)
  }
}

/** A problem as all others are, with what was checked beside it. */
function notReady(req: Request, res: Response, message: string, shown: object): void {
  const detail = { error_code: 'UNAVAILABLE', message, request_id: requestId(req, res) }
  res.status(503).json({ status: 'unavailable', ...shown, detail })
}

/** Figures in the text format of Prometheus, for a caller with the token or on this computer. */
export function metrics(services: ApiServices, onlyReading: ReadGuard): Router {
  const router = Router({ caseSensitive: true })
  const { metrics: counted } = services
  if (!counted) return router
  router.all('/metrics', onlyReading('text/plain'), async (req, res) => {
    refuseStrangers(services, req)
    const { levels, ofWorkers } = await measure(services)
    res.set('Cache-Control', 'no-store').set('Content-Type', counted.contentType)
    res.end(await counted.expose(levels, ofWorkers))
  })
  return router
}

/** @throws Refusal PERMISSION_DENIED */
function refuseStrangers({ metricsToken }: ApiServices, req: Request): void {
  const given = /^Bearer +(\S+)$/i.exec(req.get('Authorization') ?? '')?.[1]
  if (metricsToken != null) {
    if (given !== undefined && timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(metricsToken)))) return
    throw new Refusal('PERMISSION_DENIED', 'The metrics need the token of KLIC_METRICS_TOKEN: Authorization: Bearer.')
  }
  // What came through a proxy came from elsewhere, though the proxy itself may stand here.
  const isForwarded = req.get('X-Forwarded-For') !== undefined || req.get('Forwarded') !== undefined
  if (isLoopback(req.socket.remoteAddress) && !isForwarded) return
  throw new Refusal('PERMISSION_DENIED', 'The metrics are for this computer only: set KLIC_METRICS_TOKEN for others.')
}

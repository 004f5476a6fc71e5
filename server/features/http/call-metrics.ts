/** One line, one figure and, where traces are switched on, one span for each answer. */
import type { RequestHandler, Response } from 'express'
import type { ApiServices } from '../services.ts'
import { requestId } from './guards.ts'

/** What a router knows of the call it answers. */
export interface CallDetails {
  /** Template of the route, with the names of its parameters. */
  route?: string
  jobId?: string
  orderId?: string
}

export const callDetailsOf = (res: Response): CallDetails => {
  res.locals.answering ??= {}
  return res.locals.answering as CallDetails
}

/** Where no table of routes names a template: few enough to be labels. */
const GROUPS = [
  'api',
  'dashboard',
  'ogc',
  'tiles',
  'k',
  'mcp',
  'health',
  'metrics',
  'qgis',
  'pair',
  'local',
  'calendar',
  'site',
  'assets',
]

const routeOf = (res: Response, path: string): string => {
  const { route } = callDetailsOf(res)
  if (route !== undefined) return route
  const first = path.split('/')[1] ?? ''
  return GROUPS.includes(first) ? `/${first}` : 'window'
}

const hidden = (path: string): string => `/${path.split('/', 2)[1]}/...`

/** Longer than our longest path with its ids; a longer path is cut in the log. */
const LONGEST_PATH = 200

/** Spelled with % what is hidden in a log would not be seen; twice, or not to be read as text, it is left. */
const unescaped = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The path without its query; a key or a secret that stands in it is never written down. */
const pathOf = (url: string): string => {
  const path = unescaped(url.split('?', 1)[0] ?? '').replace(/^\/(k\/[^/]*|(?:calendar|site)\/.*)/s, hidden)
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path
}

/** Nothing of the body, the query or the headers is written: they may hold personal data or a key. */
export function countAnswers({ log, metrics }: Pick<ApiServices, 'log' | 'metrics'>): RequestHandler {
  return (req, res, next) => {
    const begunMs = performance.now()
    const { method } = req
    const path = pathOf(req.originalUrl)
    res.once('close', () => {
      const ms = performance.now() - begunMs
      const { statusCode: status } = res
      const route = routeOf(res, path)
      const { jobId, orderId } = callDetailsOf(res)
      const ids = { ...(jobId && { jobId }), ...(orderId && { orderId }) }
      const request_id = requestId(req, res)
      metrics?.answered({ method, route, status, seconds: ms / 1000 })
      const line = { request_id, method, path, status, ms: Math.round(ms * 10) / 10, ...ids }
      log.info(line, res.writableFinished ? 'answered' : 'the caller went away')
    })
    next()
  }
}

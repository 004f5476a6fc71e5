/** The only writer of error bodies. A refusal is shown as it is; of anything else the caller sees no more than a number. */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { orDiskFull } from '../../platform/disk-full.ts'
import { type ERROR_CODES, HTTP_STATUS, MAX_ERRORS, type Problem } from '../../platform/http/errors.ts'
import { Refusal, TryLater, type WaitReason } from '../../platform/refusal.ts'
import type { ApiServices } from '../services.ts'
import { requestId } from './guards.ts'

const DEFAULT_RETRY_SECONDS = 5
const NOT_NOW = 'Not available at the moment. Try again later.'
/** Reasons whose words are for callers too. */
const TOLD: readonly WaitReason[] = ['disk_full', 'storage_unreachable', 'busy']

export const notFound: RequestHandler = () => {
  throw new Refusal('NOT_FOUND', 'There is nothing at this address.')
}

export function showProblems({ log, store }: Pick<ApiServices, 'log' | 'store'>): ErrorRequestHandler {
  return (caught: unknown, req, res, _next) => {
    const full = orDiskFull(caught)
    const error = store.outage(full) ?? full
    const id = requestId(req, res)
    const { status, detail, retryAfterSeconds } = shown(error)
    if (status === 500) log.error({ err: error, request_id: id }, 'an answer failed')
    if (error instanceof TryLater && error.cause) log.warn({ err: error.cause, request_id: id }, error.message)
    if (res.headersSent) {
      // Half a file is on its way: breaking off is the only honest end.
      res.destroy()
      return
    }
    if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds))
    if (status === 401 && !res.hasHeader('WWW-Authenticate')) res.set('WWW-Authenticate', 'ApiKey realm="KLIC"')
    res.removeHeader('ETag')
    res.set('Cache-Control', 'no-store')
    const problem: Problem = { detail: { ...detail, request_id: id } }
    const text = JSON.stringify(problem)
    res
      .status(status)
      .type('application/json')
      .set('Content-Length', String(Buffer.byteLength(text)))
    if (status === 413) endWhileBodyComes(req, res, text)
    else res.end(text)
  }
}

/** Behind the one above, should that fail itself: Express's own answer would be a page with our stack and paths. */
export const lastWords: ErrorRequestHandler = (_caught, req, res, _next) => {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const problem: Problem = { detail: { ...SOMETHING_WENT_WRONG, request_id: requestId(req, res) } }
  res.status(500).type('application/json').end(JSON.stringify(problem))
}

const SOMETHING_WENT_WRONG = {
  error_code: 'INTERNAL',
  message: 'Something went wrong on our side. Quote the request_id when you report it.',
} as const

const LINGER_MS = 2000

/**
 * The answer leaves at once; the rest of the body is not waited for. Closed at the same moment, the connection would be
 * reset under a caller that still sends, and its answer lost with it.
 */
function endWhileBodyComes(req: Request, res: Response, text: string): void {
  res.set('Connection', 'close').write(text)
  const end = (): void => {
    clearTimeout(patience)
    res.end()
  }
  const patience = setTimeout(end, LINGER_MS)
  req.once('close', end)
  if (req.readableEnded || req.destroyed) end()
  else req.once('end', end).resume()
}

interface ProblemResponse {
  status: number
  detail: Omit<Problem['detail'], 'request_id'> & { error_code: (typeof ERROR_CODES)[number]; message: string }
  retryAfterSeconds?: number
}

function shown(error: unknown): ProblemResponse {
  if (error instanceof Refusal) {
    const { code, message, complaints, extra } = error
    return {
      status: HTTP_STATUS[code],
      detail: {
        ...extra,
        error_code: code,
        message,
        ...(complaints.length > 0 && { errors: complaints.slice(0, MAX_ERRORS) }),
      },
    }
  }
  if (error instanceof TryLater) {
    return {
      status: 503,
      detail: { error_code: 'UNAVAILABLE', message: TOLD.includes(error.reason) ? error.message : NOT_NOW },
      retryAfterSeconds: Math.ceil((error.retryAfterMs ?? DEFAULT_RETRY_SECONDS * 1000) / 1000),
    }
  }
  // A path that does not decode names nothing.
  if (error instanceof URIError) {
    return { status: 404, detail: { error_code: 'NOT_FOUND', message: 'There is nothing at this address.' } }
  }
  return { status: 500, detail: SOMETHING_WENT_WRONG }
}

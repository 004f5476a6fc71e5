/**
 * From a table of routes and a handler for each to an Express router: parse, act, show, in that order for every row.
 * A route without a handler, or a handler that answers what its row does not list, does not compile.
 */

import type { Request, Response, Router } from 'express'
import { z } from 'zod'
import { tooLarge } from '../../platform/http/body.ts'
import { AREA_BODY_BYTES, BODY_BYTES, parse, readBody, STRANGER_BODY_BYTES } from '../../platform/http/parse.ts'
import type { Permission } from '../../platform/http/permissions.ts'
import type { Route } from '../../platform/http/route.ts'
import { writeJson } from '../../platform/json-text.ts'
import { Refusal } from '../../platform/refusal.ts'
import { NOBODY, type SigningIn } from '../authentication.ts'
import { currentJobId } from '../joined-jobs.ts'
import type { ApiServices, Caller, Permitted } from '../services.ts'
import { callDetailsOf } from './call-metrics.ts'
import { asksFirst, permissionDenied } from './guards.ts'
import {
  type DocumentFile,
  type NamedStream,
  type ResultFile,
  sendDocument,
  sendResultFile,
  sendStream,
} from './send-files.ts'

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined
type Part<R, Name extends string> = R extends { readonly [N in Name]: infer S } ? OutputOf<S> : undefined

export interface RouteRequest<R extends Route> {
  readonly services: ApiServices
  readonly caller: R extends { readonly open: true } | { readonly orPermission: Permission }
    ? Caller
    : Permitted<R['permission']>
  readonly params: Part<R, 'params'>
  readonly query: Part<R, 'query'>
  readonly body: R extends { readonly bodyOptional: true } ? Part<R, 'body'> | undefined : Part<R, 'body'>
  readonly req: Request
}

type Headers = Readonly<Record<string, string | string[]>>
type AnswerWith<Status, Shape> = Shape extends 'file'
  ?
      | { status: Status; file: ResultFile }
      | { status: Status; document: DocumentFile }
      | { status: Status; stream: NamedStream }
  : Shape extends 'empty'
    ? { status: Status; headers?: Headers }
    : Shape extends z.ZodType
      ? { status: Status; body: z.output<Shape>; headers?: Headers }
      : never
export type Answer<R extends Route> = {
  [Status in keyof R['responses'] & number]: AnswerWith<Status, R['responses'][Status]>
}[keyof R['responses'] & number]

export type Handler<R extends Route> = (asked: RouteRequest<R>) => Promise<Answer<R>>
export type Handlers<T extends Record<string, Route>> = { readonly [Name in keyof T]: Handler<T[Name]> }

interface Row {
  readonly route: Route
  // One list holds rows of different shapes: `serve` checks each against its own handler, here that is known.
  readonly handle: (asked: never) => Promise<AnyAnswer>
}
interface AnyAnswer {
  status: number
  body?: unknown
  file?: ResultFile
  document?: DocumentFile
  stream?: NamedStream
  headers?: Headers
}

/**
 * Adds the rows of a table to a router that signs its callers in.
 * @param anonymous counts the callers of a row that needs no sign-in, before anything is read of it
 */
export function serve<T extends Record<string, Route>>(
  router: Router,
  table: T,
  handlers: Handlers<T>,
  services: ApiServices,
  signIn: SigningIn,
  anonymous: SigningIn = async () => NOBODY,
): void {
  const rows = Object.entries(table).map(([name, route]) => ({ route, handle: handlers[name] as Row['handle'] }))
  for (const [path, atPath] of Map.groupBy(rows, (row) => row.route.path)) {
    router.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (req, res) => {
      callDetailsOf(res).route = `${req.baseUrl}${path}`
      return answer(req, res, atPath, services, { signIn, anonymous })
    })
  }
}

const NO_QUERY = z.strictObject({})

interface Entrance {
  readonly signIn: SigningIn
  readonly anonymous: SigningIn
}

async function answer(req: Request, res: Response, rows: readonly Row[], services: ApiServices, entrance: Entrance) {
  const row = rowFor(req, res, rows)
  if (!row) {
    res.status(204).end()
    return
  }
  const { route, handle } = row
  const signal = abortOnClose(res)
  const caller = { ...(await (route.open ? entrance.anonymous : entrance.signIn)(req, res)), signal }
  const suffices = [route.permission, ...(route.orPermission ? [route.orPermission] : [])]
  if (!route.open && !suffices.some((each) => caller.permissions.includes(each))) {
    throw permissionDenied(route.permission)
  }
  refuseUnacceptable(req, res, route)
  const query = parse(route.query ?? NO_QUERY, req.query, 'query')
  const params = route.params && paramsOf(route.params, req)
  noteIds(res, params)
  await followJoined(services, caller, params)
  const body = await bodyOf(req, res, route, (bytes) => services.readBody(bytes, caller))
  const asked = { services, caller, params, query, body, req }
  res.set('Cache-Control', cacheRule(route, req))
  await show(await handle(asked as never), req, res, services)
}

/** A result may change with each call; a file is recognised by its ETag. What was done is never asked of a cache. */
const cacheRule = ({ method, answersSecret }: Route, req: Request): string =>
  method === 'get' && !answersSecret ? asksFirst(req) : 'no-store'

/** Aborted when the caller hangs up before it has its answer. */
export function abortOnClose(res: Response): AbortSignal {
  const hangUp = new AbortController()
  res.once('close', () => res.writableFinished || hangUp.abort())
  return hangUp.signal
}

/** @returns undefined for OPTIONS, which is answered by the Allow header alone */
function rowFor(req: Request, res: Response, rows: readonly Row[]): Row | undefined {
  const method = req.method === 'HEAD' ? 'get' : req.method.toLowerCase()
  const row = rows.find(({ route }) => route.method === method)
  if (row) return row
  const methods = rows.map(({ route }) => route.method.toUpperCase())
  if (methods.includes('GET')) methods.push('HEAD')
  res.set('Allow', [...methods, 'OPTIONS'].join(', '))
  if (method === 'options') return undefined
  throw new Refusal('METHOD_NOT_ALLOWED', `This address takes ${methods.join(', ')}.`)
}

/** Errors are JSON for every route, so a caller that takes JSON is always served. */
function refuseUnacceptable(req: Request, res: Response, route: Route): void {
  // Download clients ask for bytes of any kind; a file is served to them as what it is.
  const types = ['application/json', ...(route.files ? [...route.files, 'application/octet-stream'] : [])]
  if (req.accepts(types) !== false) return
  res.set('Accept', types.join(', '))
  throw new Refusal('NOT_ACCEPTABLE', `This address answers with ${types.join(', ')}.`)
}

/** An id that none of our ids can be names nothing. */
function paramsOf(schema: z.ZodType, req: Request): unknown {
  const result = schema.safeParse(req.params)
  if (result.success) return result.data
  throw new Refusal('NOT_FOUND', 'There is nothing at this address.')
}

async function bodyOf(
  req: Request,
  res: Response,
  route: Route,
  readWithAreas: (bytes: Uint8Array) => Promise<unknown>,
): Promise<unknown> {
  if (route.takesFile !== undefined) {
    if (Number(req.headers['content-length'] ?? 0) > route.takesFile) throw tooLarge(route.takesFile)
    return undefined
  }
  const mostBytes = route.open ? STRANGER_BODY_BYTES : route.takesArea ? AREA_BODY_BYTES : BODY_BYTES
  const body = await readBody(req, res, mostBytes, route.takesArea ? readWithAreas : undefined)
  if (!route.body) {
    if (body === undefined) return undefined
    throw new Refusal('VALIDATION_FAILED', 'This call takes no body.', {
      complaints: [{ pointer: '', code: 'UNKNOWN_FIELD', message: 'This call takes no body.' }],
    })
  }
  if (body === undefined) {
    if (route.bodyOptional) return undefined
    throw new Refusal('MALFORMED_JSON', 'This call needs a body in JSON.')
  }
  return parse(route.body, body, 'body')
}

/** A job that was joined with another is that other in every call. */
async function followJoined(services: ApiServices, caller: Caller, params: unknown): Promise<void> {
  const named = (params ?? {}) as { job_id?: unknown }
  if (typeof named.job_id === 'string') named.job_id = await currentJobId(services.store, caller, named.job_id)
}

/** For the log: which job or order a call was about. */
function noteIds(res: Response, from: unknown): void {
  const { job_id: jobId, order_id: orderId } = (from ?? {}) as { job_id?: unknown; order_id?: unknown }
  if (typeof jobId === 'string') callDetailsOf(res).jobId = jobId
  if (typeof orderId === 'string') callDetailsOf(res).orderId = orderId
}

async function show(answered: AnyAnswer, req: Request, res: Response, services: ApiServices): Promise<void> {
  const { status, body, file, document, stream, headers } = answered
  if (headers) res.set(headers)
  noteIds(res, body)
  if (file) return sendResultFile(req, res, services, file)
  if (document) return sendDocument(res, services, document)
  if (stream) return sendStream(req, res, stream)
  if (body === undefined) res.status(status).end()
  else if (status === 200 && (req.method === 'GET' || req.method === 'HEAD')) {
    res.status(status).set('Content-Type', 'application/json').send(writeJson(body))
  } else sendUntagged(res, status, writeJson(body))
}

/** A tag on what only tells about a file would let If-None-Match turn "not yet" into "not changed". */
function sendUntagged(res: Response, status: number, text: string): void {
  res
    .status(status)
    .type('application/json')
    .set('Content-Length', String(Buffer.byteLength(text)))
  if (res.req.method === 'HEAD') res.end()
  else res.end(text)
}

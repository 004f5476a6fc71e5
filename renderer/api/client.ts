/**
 * The one place that talks to the server. Answers are parsed with the contract's schemas; every failure becomes an
 * ApiError, so pages see data or an ApiError and nothing else.
 */
import type { z } from 'zod'
import { Problem } from '../../server/platform/http/errors.ts'

export const BASE = '/dashboard/api'

export type ProblemCode = Problem['detail']['error_code'] | 'OFFLINE' | 'UNEXPECTED_ANSWER'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ProblemCode
  readonly detail: Problem['detail'] | null

  constructor(status: number, code: ProblemCode, message: string, detail: Problem['detail'] | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.detail = detail
  }
}

const CSRF_KEY = 'klic-desktop:csrf'
/** Where a browser keeps nothing, this page does. */
let csrfHere: string | null = null

/**
 * Sent with every call that changes something. It is said once, when the session opens, and kept for this origin, its port
 * included: cookies know no ports, so a page of another server on this computer may get the cookie, but never this. All
 * tabs share it, as they share the cookie.
 */
export const csrfToken = (): string | null => {
  try {
    return localStorage.getItem(CSRF_KEY)
  } catch {
    return csrfHere
  }
}
export const rememberCsrf = (token: string | null): void => {
  csrfHere = token
  try {
    if (token === null) localStorage.removeItem(CSRF_KEY)
    else localStorage.setItem(CSRF_KEY, token)
  } catch {}
}

export const problemOf = async (response: Response): Promise<ApiError> => {
  const parsed = Problem.safeParse(await response.json().catch(() => null))
  if (!parsed.success) return new ApiError(response.status, 'UNEXPECTED_ANSWER', `HTTP ${response.status}`)
  const { detail } = parsed.data
  return new ApiError(response.status, detail.error_code, detail.message, detail)
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  /** Sent as it is, instead of a body in JSON. */
  file?: Blob
  signal?: AbortSignal
}

/** Any answer below 400, unread. */
export const send = (path: string, options?: Call): Promise<Response> => sendTo(BASE + path, options)

const sendTo = async (address: string, { method = 'GET', body, file, signal }: Call = {}): Promise<Response> => {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (file) headers['Content-Type'] = file.type || 'application/octet-stream'
  const csrf = csrfToken()
  if (method !== 'GET' && csrf !== null) headers['X-CSRF-Token'] = csrf
  const response = await fetch(address, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file ? { body: file } : {}),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, 'OFFLINE', 'The server does not answer')
  })
  if (!response.ok) throw await problemOf(response)
  return response
}

export const call = <T>(schema: z.ZodType<T>, path: string, options?: Call): Promise<T> =>
  callAt(schema, BASE + path, options)

/** What this server has outside the dashboard's interface: the whole path. */
export const callAt = async <T>(schema: z.ZodType<T>, path: string, options?: Call): Promise<T> => {
  const response = await sendTo(path, options)
  const parsed = schema.safeParse(await response.json())
  if (parsed.success) return parsed.data
  const first = parsed.error.issues[0]
  throw new ApiError(response.status, 'UNEXPECTED_ANSWER', `${path}: ${first?.path.join('.')} ${first?.message}`)
}

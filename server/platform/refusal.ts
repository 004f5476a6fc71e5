/**
 * The kinds of failure that are not a bug.
 * A Refusal is expected, named, and will not change by waiting; TryLater says the world is not ready; BadSetup says what
 * the operator must correct.
 * Anything else that is thrown is our mistake. What a code means on the wire stands in platform/http/errors.ts.
 */

export const REFUSAL_CODES = [
  'FORMAT_INVALID',
  /** A query parameter of an OGC interface, which wants 400 for it. */
  'QUERY_INVALID',
  'MALFORMED_JSON',
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_EXPIRED',
  /** The dashboard's pair: no session, and a change without the session's CSRF token. */
  'SESSION_REQUIRED',
  'CSRF_TOKEN_INVALID',
  /** E-mail address or password is not right: which of the two is not told. */
  'SIGN_IN_FAILED',
  /** What is asked of a user can't be now: the last owner, an address that is taken. */
  'USER_CONFLICT',
  'ACCESS_REMAINS',
  'BILLING_REQUIRED',
  'SPENDING_LIMIT',
  'PERMISSION_DENIED',
  /** A key of the simulator files nothing at Kadaster, a key of its test environment nothing at the real one. */
  'KEY_ENVIRONMENT',
  'HOST_NOT_ALLOWED',
  'ORIGIN_NOT_ALLOWED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'PRECONDITION_FAILED',
  'RANGE_NOT_SATISFIABLE',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_READY',
  'EXPORT_FAILED',
  /** The company keeps the files no longer; see platform/storage/retention.ts. */
  'FILES_REMOVED',
  'DELIVERY_NOT_AVAILABLE',
  'JOB_STATE_CONFLICT',
  /** A submission under a known client_ref for something else than was asked first. */
  'CLIENT_REF_CONFLICT',
  /** The quote was made anew, and is dearer than the one that the caller saw. */
  'QUOTE_CHANGED',
  /** As many quotes that nobody submitted as are kept. */
  'OPEN_QUOTES_LIMIT',
  /** The dashboard's: a closed project is not changed, an unfinished one not completed. */
  'PROJECT_STATE_CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_FAILED',
  /** A print, or what changed between two deliveries, that was ended after minutes of work; of the worker's own, after an hour. */
  'TOOK_TOO_LONG',
  'START_DATE_REQUIRED',
  'GEOMETRY_INVALID',
  'GEOMETRY_OUTSIDE_NETHERLANDS',
  'GEOMETRY_TOO_LARGE',
  'CRS_INVALID',
  'CRS_MISMATCH',
  'ADDRESS_OUTSIDE_POLYGON',
  'RATE_LIMITED',
  /** A delivery ZIP or its GML can't be read: truncated, hostile, or no IMKL. Never on the wire of v1 by itself. */
  'DELIVERY_UNREADABLE',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** One complaint: where (JSON pointer into the body, or `?name` for a query parameter), which code, and what to do. */
export interface Complaint {
  pointer: string
  code: string
  message: string
  /** The company's setting that would answer it. */
  setting?: string
  /** The number that the rule is about (characters, metres, days), for a sentence in another language. */
  limit?: number
}

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly complaints: readonly Complaint[]
  /** Further members of the error body, such as `next_action` beside NOT_READY. */
  readonly extra: Readonly<Record<string, unknown>>

  /** @param message for people: what is wrong and what to do; never holds a secret or an internal. */
  constructor(
    code: RefusalCode,
    message: string,
    more: { complaints?: readonly Complaint[]; extra?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.complaints = more.complaints ?? []
    this.extra = more.extra ?? {}
  }
}

/**
 * Why the world is not ready: nobody answers, the registry can't tell yet, there are no credentials, a person has to log in at the registry again,
 * the registry answers but refuses us, the storage of files does not answer, the disk is full, or there is more work
 * than is taken in. Most need somebody to act, and the work still waits.
 */
export type WaitReason =
  | 'unreachable'
  | 'not_ready'
  | 'credentials_missing'
  | 'login_required'
  | 'access_refused'
  | 'storage_unreachable'
  | 'disk_full'
  | 'busy'

/** The world is not ready (registry down, token server silent): the work waits and no attempt is spent. */
export class TryLater extends Error {
  override readonly name = 'TryLater'
  readonly retryAfterMs: number | undefined
  readonly reason: WaitReason

  constructor(message: string, more: { retryAfterMs?: number; reason?: WaitReason; cause?: unknown } = {}) {
    super(message, { cause: more.cause })
    this.retryAfterMs = more.retryAfterMs
    this.reason = more.reason ?? 'unreachable'
  }
}

/** This process belongs to another installation than the storage, the database or the key that it was given. */
export class OtherInstallation extends TryLater {
  constructor(message: string) {
    super(message, { reason: 'storage_unreachable' })
  }
}

/** The operator set up something wrongly, and the message says what to do. The process can't go on, and waiting repairs nothing. */
export class BadSetup extends Error {}

/**
 * What a refusal means on the wire: one row per code; a code without a row does not compile.
 * The body is always `{ detail: { error_code, message, errors?, request_id, ... } }`.
 */
import { z } from 'zod'
import { MAX_ERRORS } from '../limits.ts'
import { REFUSAL_CODES, type RefusalCode } from '../refusal.ts'

export { MAX_ERRORS }

export const HTTP_STATUS = {
  FORMAT_INVALID: 400,
  QUERY_INVALID: 400,
  MALFORMED_JSON: 400,
  API_KEY_MISSING: 401,
  API_KEY_INVALID: 401,
  API_KEY_EXPIRED: 401,
  SESSION_REQUIRED: 401,
  SIGN_IN_FAILED: 401,
  BILLING_REQUIRED: 402,
  SPENDING_LIMIT: 402,
  PERMISSION_DENIED: 403,
  KEY_ENVIRONMENT: 403,
  HOST_NOT_ALLOWED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  CSRF_TOKEN_INVALID: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  NOT_READY: 409,
  EXPORT_FAILED: 409,
  DELIVERY_NOT_AVAILABLE: 409,
  JOB_STATE_CONFLICT: 409,
  CLIENT_REF_CONFLICT: 409,
  QUOTE_CHANGED: 409,
  OPEN_QUOTES_LIMIT: 409,
  USER_CONFLICT: 409,
  ACCESS_REMAINS: 409,
  PROJECT_STATE_CONFLICT: 409,
  FILES_REMOVED: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  VALIDATION_FAILED: 422,
  TOOK_TOO_LONG: 422,
  START_DATE_REQUIRED: 422,
  GEOMETRY_INVALID: 422,
  GEOMETRY_OUTSIDE_NETHERLANDS: 422,
  GEOMETRY_TOO_LARGE: 422,
  CRS_INVALID: 422,
  CRS_MISMATCH: 422,
  ADDRESS_OUTSIDE_POLYGON: 422,
  DELIVERY_UNREADABLE: 422,
  RATE_LIMITED: 429,
} as const satisfies Record<RefusalCode, number>

/** INTERNAL: our mistake. UNAVAILABLE: the world is not ready (TryLater). Neither says anything about the inside. */
export const ERROR_CODES = [...REFUSAL_CODES, 'INTERNAL', 'UNAVAILABLE'] as const

export const ErrorCode = z.enum(ERROR_CODES)

const Complaint = z
  .object({
    pointer: z.string().meta({ description: 'JSON pointer into the body, or `?name` for a query parameter' }),
    code: z.string().meta({ description: 'Which rule' }),
    message: z.string().meta({ description: 'What is wrong there and what to do, in English' }),
    setting: z.string().optional().meta({ description: "The company's setting that would answer it" }),
    limit: z.number().optional().meta({ description: 'The number that the rule is about' }),
  })
  .meta({ id: 'Complaint', description: 'One thing that is wrong, and where' })

export const Problem = z
  .object({
    detail: z
      .looseObject({
        error_code: ErrorCode.meta({ description: 'Which error: what a program goes by' }),
        message: z.string().meta({ description: 'What is wrong and what to do, in English' }),
        errors: z
          .array(Complaint)
          .max(MAX_ERRORS)
          .optional()
          .meta({ description: 'All that is wrong, each with where it is' }),
        request_id: z.string().meta({ description: 'That of X-Request-Id: quote it when something is wrong here' }),
      })
      .meta({ description: 'The error; with members of its own where its code says so' }),
  })
  .meta({ id: 'Problem', description: 'Why a call was refused, or could not be answered' })
export type Problem = z.infer<typeof Problem>

/** Which errors a call of API v1 may answer, and what each of them says. Those of the dashboard are none of it. */
import { type ERROR_CODES, HTTP_STATUS } from './errors.ts'

type ErrorCode = (typeof ERROR_CODES)[number]

/** What has happened and what to do, for the document. */
export const V1_CODES = {
  FORMAT_INVALID: 'format is none of shp, geojson, gpkg',
  MALFORMED_JSON: 'the body is no JSON in UTF-8, is missing, or is not compressed as it says',
  API_KEY_MISSING: 'there is no X-API-Key',
  API_KEY_INVALID: 'the key is not known here, or was revoked',
  API_KEY_EXPIRED: 'the key has ended: make a new one',
  BILLING_REQUIRED: 'neither an invoice nor a relation number of one’s own is arranged; nothing was submitted',
  SPENDING_LIMIT: 'the limit of the day, of the company or of the key, would be exceeded; nothing was submitted',
  PERMISSION_DENIED: 'the key lacks the permission that detail.required_permission names',
  KEY_ENVIRONMENT: 'the key was made for another registry than is filed with now; nothing was submitted',
  HOST_NOT_ALLOWED: 'the Host header names no address of this server',
  ORIGIN_NOT_ALLOWED: 'a web page of an origin that is not allowed here made the call',
  NOT_FOUND: 'nothing of this company has that id',
  METHOD_NOT_ALLOWED: 'the address takes other methods: see Allow',
  NOT_ACCEPTABLE: 'Accept leaves out JSON and every type that this call answers with',
  NOT_READY: 'there is no result yet; detail.next_action says what to do',
  EXPORT_FAILED: 'the file could not be made after all tries, or was damaged; message says why',
  DELIVERY_NOT_AVAILABLE:
    'there is no delivery that can be read; detail.status and message say why, and whether one will come',
  JOB_STATE_CONFLICT: 'the job was rejected, failed, or changed at the same moment; detail.next_action says what to do',
  CLIENT_REF_CONFLICT: 'a submission asks for something else than its client_ref did first; nothing was submitted',
  QUOTE_CHANGED:
    'the quote was made anew and is dearer, or is not what confirm_euros says: detail.quote; nothing was submitted. Submit again to pay that',
  OPEN_QUOTES_LIMIT:
    'the key or the company has as many quotes that were not submitted as are kept (10,000 and 30,000, or 200 and 600 MB of areas); nothing was stored',
  ACCESS_REMAINS: 'keys that this one made still work: detail.keys; nothing was revoked. Say made_keys',
  FILES_REMOVED: 'the company keeps these files no longer; the job, its quote and its log stay',
  PRECONDITION_FAILED: 'If-Match names another file than there is now',
  PAYLOAD_TOO_LARGE: 'the body is too large: 10 MiB where it may hold an area, else 256 KiB',
  UNSUPPORTED_MEDIA_TYPE: 'the body is not application/json in UTF-8, or compressed in an unknown way',
  RANGE_NOT_SATISFIABLE: 'the range lies beyond the end of the file',
  VALIDATION_FAILED: 'what was sent breaks a rule; detail.errors has every complaint with its pointer',
  START_DATE_REQUIRED: 'a GRAAF is submitted without start_date',
  GEOMETRY_INVALID: 'the geometry is no valid Polygon; the position that is wrong is named',
  GEOMETRY_OUTSIDE_NETHERLANDS: 'the area does not lie in the Netherlands',
  GEOMETRY_TOO_LARGE: 'the area has more than 50,000 positions, or too many close together, or takes too long to cut',
  CRS_INVALID: 'crs is no system that is known here, or can’t be told from the numbers',
  CRS_MISMATCH: 'the numbers are not in the system that crs names',
  ADDRESS_OUTSIDE_POLYGON: 'the address does not lie in the area',
  RATE_LIMITED: 'too many calls with this key: go on after Retry-After seconds',
  INTERNAL: 'our mistake: report the request_id',
  UNAVAILABLE: 'not possible at the moment: send the same again after Retry-After seconds',
} as const satisfies Partial<Record<ErrorCode, string>>

export type V1Code = keyof typeof V1_CODES

const STATUS: Readonly<Record<ErrorCode, number>> = { ...HTTP_STATUS, INTERNAL: 500, UNAVAILABLE: 503 }
export const statusOf = (code: ErrorCode): number => STATUS[code]

/** Of the entrance to every call. */
const OF_ALL = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_EXPIRED',
  'PERMISSION_DENIED',
  'HOST_NOT_ALLOWED',
  'ORIGIN_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'VALIDATION_FAILED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
  // A call without a body may still be sent one, which has to be read before it is refused.
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies V1Code[]

/** Every code that a call with this row may answer: of the entrance, of its kind, and its own. */
export const codesOf = (row: {
  readonly params?: unknown
  readonly files?: unknown
  readonly refuses?: readonly V1Code[]
}): readonly V1Code[] => [
  ...OF_ALL,
  ...(row.params ? (['NOT_FOUND'] as const) : []),
  ...(row.files ? (['PRECONDITION_FAILED', 'RANGE_NOT_SATISFIABLE'] as const) : []),
  ...(row.refuses ?? []),
]

/** From what came over the wire to what the contract calls it; all that is wrong is said at once. */
import type { Request, Response } from 'express'
import express from 'express'
import type { z } from 'zod'
import { type Complaint, Refusal } from '../domain/refusal.ts'

const MAX_BODY_BYTES = 10 * 1024 * 1024
/** The deepest body we know, a polygon in an input, has depth 5. */
const MAX_DEPTH = 40
const MAX_COMPLAINTS = 100

/** @throws Refusal VALIDATION_FAILED with a pointer for each complaint: `/a/0/b` into a body, `?name` for a query */
export function parse<S extends z.ZodType>(schema: S, value: unknown, from: 'body' | 'query'): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const complaints = result.error.issues.flatMap((issue) => complaintsOf(issue, from)).slice(0, MAX_COMPLAINTS)
  throw new Refusal('VALIDATION_FAILED', `The ${from} does not follow the contract; see errors.`, { complaints })
}

const escaped = (name: PropertyKey): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1')

function complaintsOf(issue: z.core.$ZodIssue, from: 'body' | 'query'): Complaint[] {
  const pointer = (path: readonly PropertyKey[]) =>
    from === 'query' ? `?${path.map(String).join('.')}` : path.map((name) => `/${escaped(name)}`).join('')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointer([...issue.path, key]),
      code: 'UNKNOWN_FIELD',
      message: `There is no ${from === 'query' ? 'parameter' : 'field'} of this name.`,
    }))
  }
  return [{ pointer: pointer(issue.path), code: issue.code.toUpperCase(), message: issue.message }]
}

const readJson = express.json({
  limit: MAX_BODY_BYTES,
  strict: false,
  type: () => true,
  verify: (_req, _res, bytes) => refuseDepth(bytes),
})

/**
 * @returns undefined when there is no body
 * @throws Refusal UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_JSON
 */
export async function readBody(req: Request, res: Response): Promise<unknown> {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (!hasBody) return undefined
  if (!req.is('application/json')) {
    res.set('Accept', 'application/json')
    throw unsupported('Send the body as application/json.')
  }
  await new Promise<void>((resolve, reject) => {
    readJson(req, res, (error?: unknown) => (error ? reject(bodyRefusal(error)) : resolve()))
  })
  return req.body
}

const unsupported = (message: string) => new Refusal('UNSUPPORTED_MEDIA_TYPE', message)

/** What the body reader throws carries a `type`; anything it does not name is not about the body. */
function bodyRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  switch ((error as { type?: string }).type) {
    case 'entity.too.large':
      return new Refusal('PAYLOAD_TOO_LARGE', 'The body is larger than 10 MiB. Simplify the area, or split it.')
    case 'encoding.unsupported':
      return unsupported('Send the body plain, or compressed with gzip, deflate or br.')
    case 'charset.unsupported':
      return unsupported('Send the body in UTF-8.')
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
    case 'entity.verify.failed':
      return new Refusal('MALFORMED_JSON', 'The body is no JSON.')
    default:
      // A body that says it is compressed and is not.
      if ((error as { code?: string }).code?.startsWith('Z_')) {
        return new Refusal('MALFORMED_JSON', 'The body is not compressed as it says.')
      }
      return error
  }
}

/** Nesting costs a parser nothing, and whoever walks over the value afterwards the stack. */
function refuseDepth(bytes: Buffer): void {
  let depth = 0
  let inText = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (inText) {
      if (byte === 0x5c) i++
      else if (byte === 0x22) inText = false
    } else if (byte === 0x22) inText = true
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) throw new Refusal('MALFORMED_JSON', `The body is nested more than ${MAX_DEPTH} deep.`)
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
}

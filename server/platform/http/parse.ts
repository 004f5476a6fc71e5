/** From what came over the wire to what the contract calls it; all that is wrong is said at once. */
import type { Request, Response } from 'express'
import { z } from 'zod'
import { readJson } from '../read-json.ts'
import { Refusal } from '../refusal.ts'
import { bodyBytes } from './body.ts'
import { complaintsIn } from './complaints.ts'

/** A polygon of the most positions, as programs write it. */
export const AREA_BODY_BYTES = 10 * 1024 * 1024
/** Of a route that takes no area. */
export const BODY_BYTES = 256 * 1024
/** Of a route that anybody may call. */
export const STRANGER_BODY_BYTES = 16 * 1024
const MAX_COMPLAINTS = 100

/** @throws Refusal VALIDATION_FAILED with a pointer for each complaint: `/a/0/b` into a body, `?name` for a query */
export function parse<S extends z.ZodType>(schema: S, value: unknown, from: 'body' | 'query'): z.output<S> {
  const overlong = firstOverlong(schema, value, [])
  if (overlong) throw refusalOf([overlong], from)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refusalOf(result.error.issues, from)
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { code: 'too_big' }

const refusalOf = (issues: readonly (z.core.$ZodIssue | Issue)[], from: 'body' | 'query'): Refusal =>
  new Refusal('VALIDATION_FAILED', `The ${from} does not follow the contract; see errors.`, {
    complaints: complaintsIn(issues as readonly z.core.$ZodIssue[], from, MAX_COMPLAINTS),
  })

/** Zod looks at every element of a list before it counts them, and complains of each. */
function firstOverlong(schema: z.core.$ZodType, value: unknown, path: PropertyKey[]): Issue | undefined {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const most = schema._zod.bag.maximum as number | undefined
    if (most !== undefined && value.length > most) {
      return { path, code: 'too_big', message: `There are ${value.length}; at most ${most} are taken.` }
    }
    for (const [i, one] of value.entries()) {
      const found = firstOverlong(schema.element, one, [...path, i])
      if (found) return found
    }
  } else if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(schema.shape)) {
      const found = firstOverlong(member, (value as Record<string, unknown>)[name], [...path, name])
      if (found) return found
    }
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return firstOverlong(schema.def.innerType, value, path)
  } else if (schema instanceof z.ZodPipe) {
    return firstOverlong(schema.def.in, value, path)
  }
  return undefined
}

/**
 * @param read of a body that may be long; the bytes are its
 * @returns undefined when there is no body
 * @throws Refusal UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_JSON
 */
export async function readBody(
  req: Request,
  res: Response,
  mostBytes: number,
  read: (bytes: Uint8Array) => unknown = readJson,
): Promise<unknown> {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (!hasBody) return undefined
  if (!req.is('application/json')) {
    res.set('Accept', 'application/json')
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.')
  }
  const charset = /;\s*charset="?([^";\s]+)/i.exec(req.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8.')
  }
  return read(await bodyBytes(req, mostBytes))
}

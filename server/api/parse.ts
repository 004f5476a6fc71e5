/** From what came over the wire to what the contract calls it; all that is wrong is said at once. */
import type { Request, Response } from 'express'
import { z } from 'zod'
import { type Complaint, Refusal } from '../domain/refusal.ts'
import { bodyBytes } from './body.ts'

/** A polygon of the most positions, as programs write it. */
export const AREA_BODY_BYTES = 10 * 1024 * 1024
/** Of a route that takes no area. */
export const BODY_BYTES = 256 * 1024
/** Of a route that anybody may call. */
export const STRANGER_BODY_BYTES = 16 * 1024
const MAX_COMPLAINTS = 100
const MAX_POINTER = 200

/** @throws Refusal VALIDATION_FAILED with a pointer for each complaint: `/a/0/b` into a body, `?name` for a query */
export function parse<S extends z.ZodType>(schema: S, value: unknown, from: 'body' | 'query'): z.output<S> {
  const overlong = firstOverlong(schema, value, [])
  if (overlong) throw refusalOf([overlong], from)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refusalOf(result.error.issues, from)
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { code: string; keys?: string[] }

function refusalOf(issues: readonly Issue[], from: 'body' | 'query'): Refusal {
  const complaints: Complaint[] = []
  for (const issue of issues) {
    if (complaints.length >= MAX_COMPLAINTS) break
    complaints.push(...complaintsOf(issue, from, MAX_COMPLAINTS - complaints.length))
  }
  return new Refusal('VALIDATION_FAILED', `The ${from} does not follow the contract; see errors.`, { complaints })
}

const escaped = (name: PropertyKey): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1')

function complaintsOf(issue: Issue, from: 'body' | 'query', most: number): Complaint[] {
  const pointer = (path: readonly PropertyKey[]) =>
    (from === 'query' ? `?${path.map(String).join('.')}` : path.map((name) => `/${escaped(name)}`).join('')).slice(
      0,
      MAX_POINTER,
    )
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).slice(0, most).map((key) => ({
      pointer: pointer([...issue.path, key]),
      code: 'UNKNOWN_FIELD',
      message: `There is no ${from === 'query' ? 'parameter' : 'field'} of this name.`,
    }))
  }
  return [{ pointer: pointer(issue.path), code: issue.code.toUpperCase(), message: issue.message }]
}

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
  }
  return undefined
}

/**
 * @returns undefined when there is no body
 * @throws Refusal UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_JSON
 */
export async function readBody(req: Request, res: Response, mostBytes: number): Promise<unknown> {
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
  return jsonOf(await bodyBytes(req, mostBytes))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** How JSON spells half a character. */
const SURROGATE = /\\u[dD][89a-fA-F]/

/** What is no text stays no text: replaced by a sign for "unknown", two texts would become one. */
function jsonOf(bytes: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new Refusal('MALFORMED_JSON', 'The body is no UTF-8.')
  }
  if (text === '') return undefined
  try {
    return JSON.parse(text, SURROGATE.test(text) ? whole : undefined)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('MALFORMED_JSON', 'The body is no JSON.')
  }
}

/** @throws Refusal MALFORMED_JSON */
const whole = (name: string, value: unknown): unknown => {
  if (name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())) return value
  throw new Refusal('MALFORMED_JSON', 'A text in the body holds half a character (a lone surrogate).')
}

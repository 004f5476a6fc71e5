/**
 * Requests made from the schemas of the routes themselves, valid and bent, to every route of API v1 and of the dashboard.
 * A fault is a 5xx, an answer that is not what its route says, an error code that the document does not name for a call of
 * API v1, or an answer that took too long. Each request is drawn from the seed and its number alone.
 */
import fc from 'fast-check'
import type { z } from 'zod'
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { HTTP_STATUS, Problem } from '../../server/platform/http/errors.ts'
import { codesOf } from '../../server/platform/http/refusals.ts'
import type { Route } from '../../server/platform/http/route.ts'
import type { World } from '../support/api-world.ts'
import { bent } from '../support/arbitrary-bodies.ts'
import { type Likely, sentFor } from '../support/from-schema.ts'
import { type Ids, seeded } from './seed.ts'

/** Those that would call other computers, end the session they are tried with, or take a file instead of JSON. */
const LEFT_OUT: readonly string[] = [
  ...['testRegistry', 'logInAtRegistry', 'putOffice', 'testWebhook', 'putSettings'],
  ...[
    'closeSession',
    'endSession',
    'endSessions',
    'putPassword',
    'makeOwner',
    'addDocument',
    'addAgreement',
    'addPhoto',
    'putFindingPhoto',
    'handInFindings',
    'readAreas',
  ],
]

interface Target {
  readonly name: string
  readonly route: Route
  readonly base: '/api/v1' | '/dashboard/api'
}
const targetsIn = (table: Record<string, Route>, base: Target['base']): Target[] =>
  Object.entries(table).flatMap(([name, route]) => (LEFT_OUT.includes(name) ? [] : [{ name, route, base }]))
export const TARGETS: readonly Target[] = [
  ...targetsIn(ROUTES, '/api/v1'),
  ...targetsIn(DASHBOARD_ROUTES, '/dashboard/api'),
]

export interface RequestTally {
  sent: number
  byStatus: Map<number, number>
  slowestMs: number
  /** Names of the routes that did what they are for at least once. */
  reached: Set<string>
  faults: { number: number; call: string; fault: string }[]
}

const oneOf = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => fc.sample(arbitrary, { seed, numRuns: 1 })[0]!

/** Of many members that may be left out, one is always wrong: with those alone that are needed more requests do something. */
function withoutNeedless(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  let rest = value as Record<string, unknown>
  for (const name of Object.keys(rest)) {
    const { [name]: _, ...others } = rest
    if (schema.safeParse(others).success) rest = others
  }
  return rest
}

/** @param n its number: the route comes from it, all else from the seed as well */
function drawn(ids: Ids, likely: Likely, seed: number, n: number) {
  const target = TARGETS[n % TARGETS.length]!
  const { route, base } = target
  const own = seed * 1_000_003 + n
  const isSparse = own % 3 === 0
  const isBent = own % 2 === 1
  const id = (name: string): fc.Arbitrary<string> =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...(ids[name] ?? ['none'])) }, fc.string({ minLength: 1 }))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(oneOf(id(name), own)))
  const made = (schema: z.ZodType) => {
    const whole = sentFor(schema, likely)
    const valid = isSparse ? whole.map((value) => withoutNeedless(schema, value)) : whole
    return oneOf(isBent ? bent(valid) : valid, own)
  }
  const query = route.query ? made(route.query) : {}
  const isNamed = typeof query === 'object' && !Array.isArray(query)
  const pairs = Object.entries((isNamed ? query : {}) ?? {}).map(([name, value]) => [name, inText(value)])
  const asText = pairs.map((pair) => pair.map((each) => encodeURIComponent(each!.toWellFormed())).join('=')).join('&')
  return { target, path: `${base}${path}?${asText}`, body: route.body ? made(route.body) : undefined }
}

/** What has parts is JSON: not all that is drawn can be made a text otherwise. */
const inText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? (JSON.stringify(value) ?? '') : String(value)

/** @returns what is wrong with the answer; undefined: nothing */
function faultOf({ route, base }: Target, reply: { status: number; text: string; json: unknown }): string | undefined {
  const { status, text, json } = reply
  if (status >= 500) return text
  if (status >= 400) {
    const { data, error } = Problem.safeParse(json)
    if (error) return `no Problem: ${text}`
    const code = data.detail.error_code
    if ((HTTP_STATUS as Record<string, number>)[code] !== status) return `${status} is not the status of ${code}`
    const isNamed = base !== '/api/v1' || (codesOf(route) as readonly string[]).includes(code)
    return isNamed ? undefined : `${code} is not in the document`
  }
  const shape = route.responses[status]
  if (shape === undefined) return `${status} is not an answer of the route`
  if (typeof shape === 'string') return undefined
  const { error } = shape.safeParse(json)
  return error && `not as its schema: ${error.message}`
}

/** An answer that ends before it is whole, or none at all. */
const brokenOff = (error: Error) => ({
  status: 599,
  text: `broken off: ${String(error.cause ?? error)}`,
  json: undefined,
})

/** So many more are drawn for a route that has to be reached: with any seed and any number of routes it is. */
const MORE_OF_ONE = 100

/**
 * @param mostMs what one answer may take; a machine that does much else says little about it
 * @param toReach names of routes of which more are drawn until they did what they are for
 */
export async function sendDrawn(
  world: World,
  seed: number,
  from: number,
  count: number,
  { mostMs = Infinity, toReach = [] }: { mostMs?: number; toReach?: readonly string[] } = {},
) {
  const { ids, likely } = await seeded(world)
  const { window } = await world.signIn()
  const tally: RequestTally = { sent: 0, byStatus: new Map(), slowestMs: 0, reached: new Set(), faults: [] }
  const send = async (n: number): Promise<void> => {
    const { target, path, body } = drawn(ids, likely, seed, n)
    const call = { method: target.route.method.toUpperCase(), ...(body !== undefined && { body }) }
    const started = performance.now()
    const short = path.slice(target.base.length)
    const reply = await (target.base === '/api/v1' ? world.v1(short, call) : window(short, call)).catch(brokenOff)
    const tookMs = performance.now() - started
    tally.sent++
    tally.slowestMs = Math.max(tally.slowestMs, tookMs)
    tally.byStatus.set(reply.status, (tally.byStatus.get(reply.status) ?? 0) + 1)
    const slow = tookMs > mostMs ? `no answer in ${mostMs} ms` : undefined
    if (reply.status < 300) tally.reached.add(target.name)
    const fault = faultOf(target, reply) ?? slow
    if (fault) {
      tally.faults.push({
        number: n,
        call: `${target.name} ${path} ${JSON.stringify(body)}`.slice(0, 600),
        fault: fault.slice(0, 600),
      })
    }
  }
  for (let n = from; n < from + count; n++) await send(n)
  for (const name of toReach) {
    const first =
      TARGETS.findIndex((target) => target.name === name) + Math.ceil((from + count) / TARGETS.length) * TARGETS.length
    for (let no = 0; no < MORE_OF_ONE && !tally.reached.has(name); no++) await send(first + no * TARGETS.length)
  }
  return tally
}

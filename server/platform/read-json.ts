/** Parses the bytes of a body. Areas in it stay text: the code that works on their numbers reads them there. */
import { canonicalJson, JsonText } from './json-text.ts'
import { Refusal } from './refusal.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** How JSON spells half a character. */
const SURROGATE = /\\u[dD][89a-fA-F]/

/**
 * What is no text stays no text: replaced by a sign for "unknown", two texts would become one.
 * @throws Refusal MALFORMED_JSON
 */
export function readJson(bytes: Uint8Array): unknown {
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
    throw new Refusal('MALFORMED_JSON', 'The body is not valid JSON.')
  }
}

/** @throws Refusal MALFORMED_JSON */
const whole = (name: string, value: unknown): unknown => {
  if (name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())) return value
  throw new Refusal('MALFORMED_JSON', 'A text in the body holds half a character (a lone surrogate).')
}

/** A body with its areas beside it, in their order in `areaPlaces`. */
export interface ParsedBody {
  /** undefined: there is none */
  readonly value: unknown
  readonly areas: readonly string[]
}

export function readBodyWithAreas(bytes: Uint8Array): ParsedBody {
  const value = readJson(bytes)
  const areas: string[] = []
  eachArea(value, (area) => {
    areas.push(canonicalJson(area).text)
    return { type: area.type }
  })
  return { value, areas }
}

/** What the contract then sees of an area is its type; see `rawGeometry`. */
export function attachRawGeometry({ value, areas }: ParsedBody): unknown {
  let next = 0
  eachArea(value, ({ type }) => ({ type, written: new JsonText(areas[next++]!) }))
  return value
}

/** An area of a body that followed the contract; its members in the order of their names. */
export const rawGeometry = (area: Readonly<Record<string, unknown>>): JsonText =>
  area.written instanceof JsonText ? area.written : canonicalJson(area)

type Members = Record<string, unknown>
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where bodies have areas: those of the API, and those of its acts as tools of an AI client. */
function eachArea(body: unknown, replace: (area: Members) => Members): void {
  if (!isObject(body)) return
  const holders = [body, isObject(body.params) ? body.params.arguments : undefined]
  for (const holder of holders) {
    if (!isObject(holder)) continue
    if (isObject(holder.geometry)) holder.geometry = replace(holder.geometry)
    const keepOut = isObject(holder.cut_rules) ? holder.cut_rules.keep_out : undefined
    if (!Array.isArray(keepOut)) continue
    for (const [i, area] of keepOut.entries()) if (isObject(area)) keepOut[i] = replace(area)
  }
}

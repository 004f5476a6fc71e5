/**
 * The query string of a page of features, parsed in one place; all complaints are reported together.
 * Requirement numbers are those of OGC API - Features Part 1 (Core) and Part 2 (CRS).
 */
import { CRS84, FILTER_COLUMNS, OUTPUT_CRS, type OutputCrs } from '../../contract/ogc.ts'
import type { Layer } from '../../contract/vocabulary.ts'
import type { Extent } from '../../domain/geometry.ts'
import { type Complaint, Refusal } from '../../domain/refusal.ts'

export const DEFAULT_LIMIT = 1000
export const MAX_LIMIT = 10_000

/** Sent by well-known clients and harmless: what they ask for is what they get anyway. */
const IGNORED = ['f', 'datetime', 'skipGeometry']

export interface ItemsQuery {
  limit: number
  after: number
  crs: OutputCrs
  /** In the axes of bboxCrs */
  bbox: Extent | undefined
  bboxCrs: OutputCrs
  equals: Record<string, string>
}

type Query = Record<string, unknown>

/** @throws Refusal VALIDATION_FAILED (as 400) naming every wrong parameter */
export function parseItemsQuery(query: Query, layer: Layer): ItemsQuery {
  const complaints: Complaint[] = []
  const complain = (name: string, message: string): void => {
    complaints.push({ pointer: `?${name}`, code: 'INVALID_PARAMETER', message: `${name} ${message}` })
  }
  const text = (name: string): string | undefined => {
    const value = query[name]
    if (value === undefined || typeof value === 'string') return value
    complain(name, 'may be given once.')
    return undefined
  }
  const crsNamed = (name: string): OutputCrs => {
    const value = text(name)
    if (value === undefined) return CRS84
    const known = OUTPUT_CRS.find((crs) => crs === value.replace('https://', 'http://'))
    if (!known) complain(name, `must be one of ${OUTPUT_CRS.join(', ')}.`)
    return known ?? CRS84
  }
  const whole = (name: string, fallback: number): number => {
    const value = text(name)
    if (value === undefined) return fallback
    if (/^\d{1,15}$/.test(value)) return Number(value)
    complain(name, 'must be a whole number.')
    return fallback
  }

  // /req/core/fc-limit-response-1: more than the maximum is the maximum; less than one is an error.
  const limit = whole('limit', DEFAULT_LIMIT)
  if (limit < 1) complain('limit', 'must be at least 1.')
  const crs = crsNamed('crs')
  const bboxCrs = crsNamed('bbox-crs')
  const bbox = boxOf(text('bbox'), complain)
  const equals: Record<string, string> = {}
  const filters = FILTER_COLUMNS.filter((name) => layer.columns.some((column) => column.name === name))
  for (const name of filters) {
    const value = text(name)
    if (value !== undefined) equals[name] = value
  }
  // /req/core/query-param-unknown
  const known = ['limit', 'after', 'crs', 'bbox', 'bbox-crs', ...filters, ...IGNORED]
  for (const name of Object.keys(query)) {
    if (!known.includes(name)) complain(name, `is not known here. Known are ${known.join(', ')}.`)
  }
  if (complaints.length > 0) throw badQuery(complaints)
  const after = whole('after', 0)
  return { limit: Math.min(limit, MAX_LIMIT), after, crs, bbox, bboxCrs, equals }
}

export const badQuery = (complaints: Complaint[]): Refusal =>
  new Refusal('QUERY_INVALID', complaints.map(({ message }) => message).join(' '), { complaints })

/** Four numbers, or six with heights that are not looked at. /req/core/fc-bbox-definition */
function boxOf(text: string | undefined, complain: (name: string, message: string) => void): Extent | undefined {
  if (text === undefined) return undefined
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const isRight = (numbers.length === 4 || numbers.length === 6) && numbers.every(Number.isFinite)
  const [minX, minY, maxX, maxY] = numbers.length === 6 ? [0, 1, 3, 4].map((i) => numbers[i]!) : numbers
  if (!isRight || minX! > maxX! || minY! > maxY!) {
    complain('bbox', 'must be four numbers: min x, min y, max x, max y, in the axes of bbox-crs.')
    return undefined
  }
  return { minX: minX!, minY: minY!, maxX: maxX!, maxY: maxY! }
}

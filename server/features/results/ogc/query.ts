/**
 * The query string of a page of features, parsed in one place; all complaints are reported together.
 * Requirement numbers are those of OGC API - Features Part 1 (Core) and Part 2 (CRS).
 */

import { CRS84, isLatitudeFirst, OUTPUT_CRS, type OutputCrs } from '../../../exports/formats/output-crs.ts'
import type { Extent } from '../../../geometry/geometry.ts'
import type { LayerOrTable } from '../../../imkl/model/result.ts'
import { type Complaint, Refusal } from '../../../platform/refusal.ts'
import { FILTER_COLUMNS, isCode } from './collections.ts'

export const DEFAULT_LIMIT = 1000
export const MAX_LIMIT = 10_000

/** More than any name or number that they can be, and than all themes together. */
const MAX_FILTER_CHARACTERS = 300

/** What `f` may name; without it the header Accept decides. */
export const FORMATS = ['json', 'geojson', 'html'] as const
/** Sent by well-known clients and harmless: what they ask for is what they get anyway. */
const IGNORED = ['skipGeometry']
/** QGIS repeats what stands in the address of a landing page at each document below it (exports/styling/layer-definition.ts). */
const OF_FEATURES = ['crs', ...FILTER_COLUMNS]
/** What programs ask a WFS; who asks it here gets the landing page, which tells them what this is. */
const ASKED_OF_A_WFS = ['service', 'request', 'version', 'acceptversions']

/** An instant, or two with a slash between, either of which may be open. /req/core/fc-time-response */
const INSTANT = String.raw`\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?`
const DATETIME = new RegExp(`^(?:${INSTANT}|(?:${INSTANT}|\\.\\.|)/(?:${INSTANT}|\\.\\.|))$`, 'i')

export interface ItemsQuery {
  limit: number
  after: number
  crs: OutputCrs
  /** In the axes of bboxCrs */
  bbox: Extent | undefined
  bboxCrs: OutputCrs
  equals: Record<string, string | readonly string[]>
}

type Query = Record<string, unknown>

/** @throws Refusal VALIDATION_FAILED (as 400) naming every wrong parameter */
export function parseItemsQuery(query: Query, layer: LayerOrTable): ItemsQuery {
  const complaints: Complaint[] = []
  const complain = (name: string, message: string): void => {
    complaints.push({ pointer: `?${name}`, code: 'INVALID_PARAMETER', message: `${name} ${message}` })
  }
  const text = (name: string): string | undefined => {
    const value = query[name]
    if (value === undefined || typeof value === 'string') return value
    // QGIS adds what stands in the address of a landing page to that of a next page, which has it already.
    if (Array.isArray(value) && typeof value[0] === 'string' && new Set(value).size === 1) return value[0]
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
  const bbox = boxOf(text('bbox'), bboxCrs, complain)
  const datetime = text('datetime')
  if (datetime !== undefined && !DATETIME.test(datetime)) {
    complain('datetime', 'must be an instant as in RFC 3339, or an interval: two of them with a slash, .. for open.')
  }
  const equals: ItemsQuery['equals'] = {}
  const filters = FILTER_COLUMNS.filter((name) => layer.columns.some((column) => column.name === name))
  for (const name of filters) {
    const value = text(name)
    if (value !== undefined && value.length > MAX_FILTER_CHARACTERS) {
      complain(name, `may have at most ${MAX_FILTER_CHARACTERS} characters.`)
    } else if (value !== undefined) equals[name] = isCode(name) ? value.split(',') : value
  }
  const after = whole('after', 0)
  const known = ['limit', 'after', 'crs', 'bbox', 'bbox-crs', 'datetime', ...filters, ...IGNORED, 'f']
  complaints.push(...unknownIn(query, known), ...formatIn(query))
  if (complaints.length > 0) throw badQuery(complaints)
  return { limit: Math.min(limit, MAX_LIMIT), after, crs, bbox, bboxCrs, equals }
}

/** Of one feature. @throws Refusal as above */
export function parseFeatureQuery(query: Query, layer: LayerOrTable): Pick<ItemsQuery, 'crs'> {
  const complaints = unknownIn(query, [...OF_FEATURES, ...IGNORED, 'f'])
  if (complaints.length > 0) throw badQuery(complaints)
  return parseItemsQuery(query, layer)
}

/** Of a document, which takes nothing. @throws Refusal as above */
export function checkDocumentQuery(query: Query, isLandingPage: boolean): void {
  const names = Object.keys(query).filter((name) => !isLandingPage || !ASKED_OF_A_WFS.includes(name.toLowerCase()))
  const asked = Object.fromEntries(names.map((name) => [name, '']))
  const complaints = [...unknownIn(asked, [...IGNORED, ...OF_FEATURES, 'f']), ...formatIn(query)]
  if (complaints.length > 0) throw badQuery(complaints)
}

/** /req/core/query-param-unknown */
const unknownIn = (query: Query, known: readonly string[]): Complaint[] =>
  Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: `?${name}`,
      code: 'INVALID_PARAMETER',
      message: `${name} is not known here. Known are ${known.join(', ')}.`,
    }))

/** What is asked for in a form that is not here is not answered in another. /req/core/query-param-invalid */
const formatIn = ({ f }: Query): Complaint[] =>
  f === undefined || FORMATS.some((format) => format === f)
    ? []
    : [{ pointer: '?f', code: 'INVALID_PARAMETER', message: `f must be one of ${FORMATS.join(', ')}.` }]

const badQuery = (complaints: Complaint[]): Refusal =>
  new Refusal('QUERY_INVALID', complaints.map(({ message }) => message).join(' '), { complaints })

/**
 * Four numbers, or six with heights that are not looked at. In degrees a box that spans the antimeridian has its west
 * east of its east. /req/core/fc-bbox-definition
 */
function boxOf(
  text: string | undefined,
  crs: OutputCrs,
  complain: (name: string, message: string) => void,
): Extent | undefined {
  if (text === undefined) return undefined
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const isComplete = (numbers.length === 4 || numbers.length === 6) && numbers.every(Number.isFinite)
  const [minX, minY, maxX, maxY] = (numbers.length === 6 ? [0, 1, 3, 4].map((i) => numbers[i]) : numbers) as [
    number,
    number,
    number,
    number,
  ]
  if (!isComplete || (minX > maxX && crs !== CRS84) || (minY > maxY && !isLatitudeFirst(crs))) {
    complain('bbox', 'must be four numbers: min x, min y, max x, max y, in the axes of bbox-crs.')
    return undefined
  }
  return { minX, minY, maxX, maxY }
}

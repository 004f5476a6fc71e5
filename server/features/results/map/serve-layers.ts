/** The layers and tables of ready results, for GIS programs: which there are, and their features page by page. A row of a table is one without geometry. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { resultTitle } from '../../../exports/file-name.ts'
import { cellText, geometryText, rowWriter } from '../../../exports/formats/geojson-text.ts'
import { boxesToRd, boxInDegrees, type OutputCrs, placeIn } from '../../../exports/formats/output-crs.ts'
import type { SealedResult } from '../../../exports/tiles/map-tiles.ts'
import type { Extent } from '../../../geometry/geometry.ts'
import type { ResultSummary } from '../../../imkl/model/conversion-task.ts'
import type { Cell, Column } from '../../../imkl/model/layers.ts'
import { isPreliminary, PRELIMINARY } from '../../../imkl/model/preliminary.ts'
import {
  LAYERS_AND_TABLES,
  type LayerOrTable,
  type ResultFeature,
  type ResultReader,
  type Selection,
} from '../../../imkl/model/result.ts'
import { resultNotes, sentenceOf } from '../../../imkl/model/result-notes.ts'
import type { Store } from '../../../platform/database/open.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller, Files } from '../../services.ts'
import { type ServedResult, servedResults } from '../rows/results-of-company.ts'
import { type ResultServices, shownResult } from '../whole-result.ts'

/** Or what is shown before there is one. */
export interface OpenResult extends Omit<ServedResult, 'summary'> {
  summary: ResultSummary
  /** What must be known of it before anybody uses it, English */
  notes: readonly string[]
}

/** A whole company's collections are listed for this many jobs; every older job has a landing page of its own. */
const NEWEST_JOBS = 50

/** What people call something of it: what is preliminary says so first. */
export const withPreliminaryMark = (name: string, { revision }: Pick<ServedResult, 'revision'>): string =>
  isPreliminary(revision) ? `${PRELIMINARY} ${name}` : name

export const nameOf = (
  result: Pick<ServedResult, 'reference' | 'jobId' | 'revision'> & {
    summary: Partial<Pick<ResultSummary, 'deliveries'>>
  },
): string => {
  const numbers = (result.summary.deliveries ?? []).map(({ klicNumber }) => klicNumber)
  return withPreliminaryMark(resultTitle(result.reference, numbers) || result.jobId, result)
}

/** Its GeoPackage. */
export const fileOf = ({ path, sha256 }: { path: string; sha256: string }): SealedResult => ({ key: path, sha256 })

function opened({ summary, ...result }: ServedResult): OpenResult {
  const read: ResultSummary = JSON.parse(summary)
  const notes = resultNotes(read.warnings ?? [], { job: result }).map((note) => sentenceOf(note, 'en'))
  return { ...result, summary: read, notes }
}

/** @throws Refusal NOT_FOUND when there is no such job, or nothing of it has come; as shownResult */
export async function resultOfJob(services: ResultServices, { companyId }: Caller, jobId: string): Promise<OpenResult> {
  const result = await shownResult(services, companyId, jobId)
  if (!result) throw new Refusal('NOT_FOUND', 'There is no result of a job with this id.')
  return opened(result)
}

export async function resultsOfCompany(store: Store, { companyId }: Caller): Promise<OpenResult[]> {
  const results: OpenResult[] = []
  for (const result of await servedResults(store.db, companyId, NEWEST_JOBS)) {
    results.push(opened(result))
    // A summary may have megabytes: others get their turn before the next is parsed.
    await nextTurn()
  }
  return results
}

export const layerNamed = (name: string): LayerOrTable => {
  const layer = LAYERS_AND_TABLES.find((known) => known.name === name)
  if (!layer) throw new Refusal('NOT_FOUND', 'There is no collection with this id.')
  return layer
}

export interface PageRequest {
  limit: number
  /** Features with a higher number only. */
  after: number
  crs: OutputCrs
  bbox: Extent | undefined
  bboxCrs: OutputCrs
  equals: Record<string, string | readonly string[]>
}

export interface Page {
  /** Each as JSON. */
  features: string[]
  /** Of all pages together. */
  matched: number
  /** To ask the next page with; null on the last. */
  next: number | null
}

/** Features read at a time, and how long others wait for their turn: a feature may have one corner or thousands. */
const SLICE = 500
const SLICE_MS = 10

/** A page of larger features ends here, before its limit: joining and sending it would hold up all others. */
const LARGEST_PAGE_CHARS = 8_000_000

/** A page of a layer or table, by number of the feature (fid), so that paging costs the same at the end as at the start. */
export async function pageOf(
  services: ResultServices & Files,
  result: OpenResult,
  layer: LayerOrTable,
  asked: PageRequest,
): Promise<Page> {
  const reader = await services.openResult(fileOf(result))
  try {
    const selected = selectionOf(services, reader, result, layer, asked)
    const written = featureWriter(layer, asked.crs)
    const features: string[] = []
    let chars = 0
    let { after, limit } = asked
    while (true) {
      // One more than the page holds tells whether there is a next.
      const size = Math.min(SLICE, limit + 1 - features.length)
      const begunMs = performance.now()
      let read = 0
      let isCut = false
      for (const feature of reader.features(layer.name, selected.from(after, size))) {
        if (features.length === limit) return { features, matched: selected.matched, next: after }
        const text = written(feature)
        features.push(text)
        chars += text.length
        if (chars >= LARGEST_PAGE_CHARS) limit = features.length
        after = feature.fid
        read++
        isCut = performance.now() - begunMs > SLICE_MS
        if (isCut) break
      }
      if (read < size && !isCut) return { features, matched: selected.matched, next: null }
      await nextTurn()
    }
  } finally {
    reader.close()
  }
}

interface FeatureSelection {
  matched: number
  /** The next ones behind a fid. */
  from(after: number, limit: number): Selection
}

/** What was found once is kept for the pages that follow: a sealed result does not change. */
function selectionOf(
  { store }: ResultServices & Files,
  reader: ResultReader,
  { path, sha256 }: OpenResult,
  { name }: LayerOrTable,
  { bbox: box, bboxCrs, equals }: PageRequest,
): FeatureSelection {
  // Cut to where the layer lies: all boxes around everything are one question.
  const extent = box && reader.extent(name)
  const boxes = box && boxesToRd(bboxCrs, box).flatMap((asked) => (extent && overlap(asked, extent)) ?? [])
  if (boxes?.length === 0) return { matched: 0, from: () => ({ fids: [] }) }
  const key = JSON.stringify([path, sha256, name, boxes, equals])
  if (!boxes) {
    const matched = cachedNumbers(store, `number ${key}`, () =>
      Uint32Array.of(reader.count(name, undefined, equals)),
    )[0]!
    return { matched, from: (after, limit) => ({ equals, after, limit }) }
  }
  const fids = cachedNumbers(store, key, () => ascending(boxes.map((each) => reader.matching(name, each, equals))))
  return {
    matched: fids.length,
    from: (after, limit) => {
      const first = indexAfter(fids, after)
      return { fids: fids.subarray(first, first + limit) }
    },
  }
}

function overlap(one: Extent, other: Extent): Extent | null {
  const minX = Math.max(one.minX, other.minX)
  const minY = Math.max(one.minY, other.minY)
  const maxX = Math.min(one.maxX, other.maxX)
  const maxY = Math.min(one.maxY, other.maxY)
  return minX <= maxX && minY <= maxY ? { minX, minY, maxX, maxY } : null
}

const ascending = ([one, ...more]: readonly Uint32Array[]): Uint32Array =>
  more.length === 0 ? one! : Uint32Array.from(new Set([one!, ...more].flatMap((each) => [...each]))).sort()

/** Index of the first fid that is higher; the fids ascend. */
function indexAfter(fids: Uint32Array, after: number): number {
  let low = 0
  let high = fids.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (fids[middle]! > after) high = middle
    else low = middle + 1
  }
  return low
}

/** @returns as JSON @throws Refusal NOT_FOUND */
export const featureOf = (
  services: ResultServices & Files,
  result: OpenResult,
  layer: LayerOrTable,
  id: string,
  crs: OutputCrs,
): Promise<string> =>
  withResult(services, result, (reader) => {
    const after = /^[1-9]\d{0,14}$/.test(id) ? Number(id) - 1 : undefined
    const [feature] = after === undefined ? [] : reader.features(layer.name, { after, limit: 1 })
    if (!feature || String(feature.fid) !== id) {
      throw new Refusal('NOT_FOUND', 'There is no feature with this id in the collection.')
    }
    return featureWriter(layer, crs)(feature)
  })

/** More than this nobody chooses from a list. */
const MAX_CHOICES = 100

/** What a layer can be selected by, each with the values that it has; null: more than anybody chooses from. */
export const choicesOf = (
  services: ResultServices & Files,
  result: OpenResult,
  { name, columns }: LayerOrTable,
  filters: readonly string[],
): Promise<[Column, string[] | null][]> =>
  withResult(services, result, (reader) =>
    columns
      .filter((column) => filters.includes(column.name))
      .map((column) => {
        const values = reader.values(name, column.name, MAX_CHOICES + 1)
        return [column, values.length > MAX_CHOICES ? null : values]
      }),
  )

/** GIS programs take the type of a column from the first features: 45 would make it whole, and 45.5 then 46. */
const realText = (cell: Cell): string => {
  const text = cellText(cell)
  return Number.isInteger(cell) && !text.includes('e') ? `${text}.0` : text
}

/** Every column of the layer, null where nothing is known. */
function featureWriter(layer: LayerOrTable, crs: OutputCrs): (feature: ResultFeature) => string {
  const place = placeIn(crs)
  const properties = rowWriter(layer.columns, realText)
  const isSingle = layer.geometry === 'Polygon'
  return ({ fid, geometry, cells }) => {
    const shape = geometry ? geometryText(geometry, place, isSingle) : 'null'
    return `{"type":"Feature","id":"${fid}","geometry":${shape},"properties":{${properties(cells)}}}`
  }
}

/** Where the result lies: [minLng, minLat, maxLng, maxLat]; null when nothing in it can be drawn. */
export function extentOf(result: OpenResult): [number, number, number, number] | null {
  if (!result.summary.extent) return null
  const [minX, minY, maxX, maxY] = result.summary.extent
  return boxInDegrees({ minX, minY, maxX, maxY })
}

async function withResult<T>(
  services: ResultServices & Files,
  result: OpenResult,
  act: (reader: ResultReader) => T,
): Promise<T> {
  const reader = await services.openResult(fileOf(result))
  try {
    return act(reader)
  } finally {
    reader.close()
  }
}

const MAX_BYTES = 8_000_000
/** What an entry takes beside its numbers and its key, at least. */
const ENTRY_BYTES = 200

interface Memory {
  /** Oldest use first. */
  found: Map<string, Uint32Array>
  bytes: number
}

/** Whose memory it is decides how long it lives. */
const memories = new WeakMap<object, Memory>()

const bytesOf = (key: string, numbers: Uint32Array): number => ENTRY_BYTES + 2 * key.length + numbers.byteLength

export function cachedNumbers(owner: object, key: string, find: () => Uint32Array): Uint32Array {
  const memory = memories.get(owner) ?? { found: new Map(), bytes: 0 }
  memories.set(owner, memory)
  const known = memory.found.get(key)
  const numbers = known ?? find()
  memory.found.delete(key)
  memory.found.set(key, numbers)
  if (!known) memory.bytes += bytesOf(key, numbers)
  for (const [oldest, kept] of memory.found) {
    if (memory.bytes <= MAX_BYTES) break
    memory.found.delete(oldest)
    memory.bytes -= bytesOf(oldest, kept)
  }
  return numbers
}

/** From what a caller drew to what it would cost: normalise, cut, price. Pure, so that a thread can do it as well. */

import { cutArea, firstCut } from '../../cut/cut.ts'
import type { Cut, CutRules, JobCutRules } from '../../cut/cut-rules.ts'
import { type FrozenQuote, MAX_PARTS_AT_ONCE, quoteFor } from '../../cut/quote.ts'
import { type AllSheets, allSheets, type SheetWishes } from '../../exports/print/corridor-sheets.ts'
import { type AreaCrs, areaM2, normaliseArea } from '../../geometry/area.ts'
import { type PolygonJson, type Position, polygonJson, type RdPolygon, type Ring } from '../../geometry/geometry.ts'
import { lngLatPolygonFromRd } from '../../geometry/rd/rd.ts'
import { MAX_KEEP_OUT_POSITIONS } from '../../geometry/registry-limits.ts'
import type { Requester } from '../../platform/fair-limit.ts'
import type { JsonText, RawJson } from '../../platform/json-text.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { KlicType } from '../../registry/klic.ts'
import { type SafetyAreas, safetyWarnings } from '../../registry/safety-area-list.ts'
import type { Warning } from '../../registry/warnings.ts'

export type Effort = 'first' | 'quote' | 'best'

export interface AreaRequest {
  /** GeoJSON, not yet judged. */
  geometry: RawJson
  crs?: string | undefined
}

/** An area that was found good. Its numbers are texts, which nobody has to walk over. */
export interface CheckedArea {
  crs: AreaCrs
  /** GeoJSON in the caller's own numbers, heights dropped. */
  given: RawJson
  /** JSON of its rings in RD New, metres. */
  rings: RawJson
  /** x, y, x, y, ...; RD New, metres; closed */
  outline: Float64Array
  areaM2: number
  warnings: Warning[]
  /** A corner that seems to lie in another country; RD New, metres. */
  abroad: Position | null
}

export interface ToSurvey extends AreaRequest {
  klicType: KlicType
  cutRules?: Omit<JobCutRules, 'keepOut'> & { keepOut?: readonly RawJson[] }
  /** 'first' answers at once, and says whether 'best' would try more; 'quote' is the best of few parts, the first of many. */
  effort?: Effort
  /** The registry's safety areas: `areas` is JSON of their rings; without it none are known. */
  safety?: { listedOn: string; areas: string }
  /** Of one notification; without it the price of the product */
  priceCents?: number
}

export interface AreaPlan extends CheckedArea {
  parts: { polygon: RdPolygon; widthM: number; heightM: number; areaM2: number; orderIndex: number }[]
  quote: FrozenQuote
  canImprove: boolean
}

/**
 * @throws Refusal as `normaliseArea` and `cutArea` do, and GEOMETRY_TOO_LARGE when it takes too long
 * @throws TryLater when too many others are being surveyed
 */
export type Survey = (input: ToSurvey, asker: Requester) => Promise<AreaPlan>
/** Throws as that does. */
export type Normalise = (given: AreaRequest, asker: Requester) => Promise<CheckedArea>
/** @param rings JSON of rings in RD New. @returns GeoJSON of the polygon in degrees. Throws TryLater as Survey does. */
export type InDegrees = (rings: RawJson, asker: Requester) => Promise<JsonText>

export interface ToLayOut {
  rings: RawJson
  wishes: readonly SheetWishes[]
}
/** @param rings JSON of rings in RD New. @returns the sheets of each wish. Throws TryLater as Survey does. */
export type LayOutSheets = (
  rings: RawJson,
  wishes: readonly SheetWishes[],
  asker: Requester,
) => Promise<readonly AllSheets[]>

export const layOutSheets = ({ rings, wishes }: ToLayOut): AllSheets[] => {
  const read = JSON.parse(rings.text) as Ring[]
  return wishes.map((each) => allSheets(read, each))
}

export const normalise = (given: AreaRequest): CheckedArea => normalised(given).shown

export const inDegrees = ({ text }: RawJson): RawJson => {
  const rings = JSON.parse(text) as Ring[]
  return { text: JSON.stringify(polygonJson(lngLatPolygonFromRd({ crs: 'EPSG:28992', rings }))) }
}

function normalised({ geometry: { text }, crs: stated }: AreaRequest): { area: RdPolygon; shown: CheckedArea } {
  const geometry: unknown = JSON.parse(text)
  const { crs, area, warnings, abroad } = normaliseArea(stated === undefined ? { geometry } : { geometry, crs: stated })
  const shown = {
    crs,
    given: { text: JSON.stringify(asGiven(geometry as PolygonJson)) },
    rings: { text: JSON.stringify(area.rings) },
    outline: Float64Array.from(area.rings[0]!.flat()),
    areaM2: areaM2(area),
    warnings,
    abroad,
  }
  return { area, shown }
}

const asGiven = ({ coordinates }: PolygonJson): PolygonJson => ({
  type: 'Polygon',
  coordinates: coordinates.map((ring) => ring.map(([x, y]) => [x, y])),
})

export function survey({ geometry, crs, klicType, cutRules, effort = 'best', priceCents, safety }: ToSurvey): AreaPlan {
  const { area, shown } = normalised({ geometry, crs })
  const rules = cutRules && rulesOf(cutRules, klicType, shown.crs)
  const cut = cutWith(
    effort,
    () => cutArea(area, klicType, rules, priceCents),
    () => firstCut(area, klicType, rules, priceCents),
  )
  const orderOf = new Map(cut.orders.flatMap((parts, order) => parts.map((part) => [part, order] as const)))
  const kept = safety && { listedOn: safety.listedOn, areas: JSON.parse(safety.areas) as SafetyAreas }
  const touched = kept
    ? safetyWarnings(
        kept,
        cut.parts.map(({ polygon }) => polygon),
      )
    : []
  return {
    ...shown,
    warnings: [...shown.warnings, ...touched],
    parts: cut.parts.map((part, index) => ({
      polygon: part.polygon,
      widthM: part.widthM,
      heightM: part.heightM,
      areaM2: part.areaM2,
      orderIndex: orderOf.get(index) ?? 0,
    })),
    quote: { ...quoteFor(cut, priceCents), ...(rules && { rules }) },
    canImprove: cut.canImprove,
  }
}

function cutWith(effort: Effort, best: () => Cut, first: () => Cut): Cut {
  if (effort === 'best') return best()
  const cut = first()
  return effort === 'quote' && cut.canImprove && cut.parts.length <= MAX_PARTS_AT_ONCE ? best() : cut
}

/** Areas to keep out of are judged like the area itself, each under its own pointer. */
function rulesOf(
  { maxExtraM, keepOut, infoBufferM }: NonNullable<ToSurvey['cutRules']>,
  klicType: KlicType,
  crs: AreaCrs,
): CutRules {
  if (infoBufferM !== undefined && klicType === 'ORIENT') {
    const message = 'An ORIENT notification has no information polygon. Leave out info_buffer_m.'
    throw new Refusal('VALIDATION_FAILED', message, {
      complaints: [{ pointer: '/cut_rules/info_buffer_m', code: 'NOT_FOR_ORIENT', message }],
    })
  }
  return {
    ...(maxExtraM === undefined ? {} : { maxExtraM }),
    ...(infoBufferM === undefined ? {} : { infoBufferM }),
    ...(keepOut === undefined ? {} : { keepOut: allKeptOut(keepOut, crs) }),
  }
}

/** They are part of every answer that shows the quote, also where a hundred are listed. */
function allKeptOut(given: readonly RawJson[], crs: AreaCrs): RdPolygon[] {
  const keepOut = given.map(({ text }, i) => keptOut(JSON.parse(text), i, crs))
  const positions = keepOut.reduce((sum, { rings }) => sum + rings.reduce((inIt, ring) => inIt + ring.length, 0), 0)
  if (positions <= MAX_KEEP_OUT_POSITIONS) return keepOut
  const code = 'GEOMETRY_TOO_LARGE'
  const message = `The areas to keep out of have ${positions} positions together; at most ${MAX_KEEP_OUT_POSITIONS} are accepted. Simplify them.`
  throw new Refusal(code, message, { complaints: [{ pointer: '/cut_rules/keep_out', code, message }] })
}

function keptOut(geometry: unknown, index: number, crs: AreaCrs): RdPolygon {
  try {
    return normaliseArea({ geometry, crs }).area
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const complaints = error.complaints.map((complaint) => ({
      ...complaint,
      pointer: complaint.pointer.replace(/^\/geometry/, `/cut_rules/keep_out/${index}`),
    }))
    throw new Refusal(error.code, error.message, { complaints })
  }
}

/** From what a caller drew to what it would cost: normalise, cut, price. Pure, so that a thread can do it as well. */
import { cutArea, firstCut } from '../cut/cut.ts'
import { type AreaCrs, areaM2, type NormalisedArea, normaliseArea } from '../domain/area.ts'
import type { CutRules } from '../domain/cut.ts'
import type { Asker } from '../domain/fair-limit.ts'
import type { Position, RdPolygon } from '../domain/geometry.ts'
import type { CutRulesAsked, FrozenQuote, Warning } from '../domain/job.ts'
import type { KlicType } from '../domain/klic.ts'
import { quoteFor } from '../domain/quote.ts'
import { Refusal } from '../domain/refusal.ts'

export interface AreaGiven {
  geometry: unknown
  crs?: string | undefined
}

export interface ToSurvey extends AreaGiven {
  klicType: KlicType
  cutRules?: CutRulesAsked
  /** 'first' answers at once, and says whether 'best' would try more. */
  effort?: 'first' | 'best'
  /** Of one notification; without it the price of the product */
  priceCents?: number
}

export interface Surveyed {
  crs: AreaCrs
  area: RdPolygon
  areaM2: number
  warnings: Warning[]
  /** A corner that seems to lie in another country; RD New, metres. */
  abroad: Position | null
  parts: { polygon: RdPolygon; widthM: number; heightM: number; areaM2: number; orderIndex: number }[]
  quote: FrozenQuote
  canImprove: boolean
}

/**
 * @throws Refusal as `normaliseArea` and `cutArea` do, and GEOMETRY_TOO_LARGE when it takes too long
 * @throws TryLater when too many others are being surveyed
 */
export type Survey = (input: ToSurvey, asker: Asker) => Promise<Surveyed>
/** Throws as that does. */
export type Normalise = (given: AreaGiven, asker: Asker) => Promise<NormalisedArea>

export const normalise = ({ geometry, crs }: AreaGiven): NormalisedArea =>
  normaliseArea(crs === undefined ? { geometry } : { geometry, crs })

export function survey({ geometry, crs, klicType, cutRules, effort = 'best', priceCents }: ToSurvey): Surveyed {
  const normalised = normalise({ geometry, crs })
  const rules = cutRules && rulesOf(cutRules, klicType, normalised.crs)
  const cut =
    effort === 'first'
      ? firstCut(normalised.area, klicType, rules, priceCents)
      : cutArea(normalised.area, klicType, rules, priceCents)
  const orderOf = new Map(cut.orders.flatMap((parts, order) => parts.map((part) => [part, order] as const)))
  return {
    crs: normalised.crs,
    area: normalised.area,
    areaM2: areaM2(normalised.area),
    warnings: normalised.warnings,
    abroad: normalised.abroad,
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

/** Areas to keep out of are judged like the area itself, each under its own pointer. */
function rulesOf({ maxExtraM, keepOut, infoBufferM }: CutRulesAsked, klicType: KlicType, crs: AreaCrs): CutRules {
  if (infoBufferM !== undefined && klicType === 'ORIENT') {
    const message = 'An ORIENT notification has no information polygon. Leave out info_buffer_m.'
    throw new Refusal('VALIDATION_FAILED', message, {
      complaints: [{ pointer: '/cut_rules/info_buffer_m', code: 'NOT_FOR_ORIENT', message }],
    })
  }
  return {
    ...(maxExtraM === undefined ? {} : { maxExtraM }),
    ...(infoBufferM === undefined ? {} : { infoBufferM }),
    ...(keepOut === undefined ? {} : { keepOut: keepOut.map((each, i) => keptOut(each, i, crs)) }),
  }
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

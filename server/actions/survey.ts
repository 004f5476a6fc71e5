/** From what a caller drew to what it would cost: normalise, cut, price. Pure, so that a thread can do it as well. */
import { type AreaCrs, areaM2, normaliseArea } from '../domain/area.ts'
import { cutArea } from '../domain/cut.ts'
import type { RdPolygon } from '../domain/geometry.ts'
import type { FrozenQuote, Warning } from '../domain/job.ts'
import type { KlicType } from '../domain/klic.ts'
import { quoteFor } from '../domain/quote.ts'

export interface ToSurvey {
  geometry: unknown
  crs?: string
  klicType: KlicType
}

export interface Surveyed {
  crs: AreaCrs
  area: RdPolygon
  areaM2: number
  warnings: Warning[]
  parts: { polygon: RdPolygon; widthM: number; heightM: number; areaM2: number; orderIndex: number }[]
  quote: FrozenQuote
}

/** @throws Refusal as `normaliseArea` and `cutArea` do. */
export type Survey = (input: ToSurvey) => Promise<Surveyed>

export function survey({ geometry, crs, klicType }: ToSurvey): Surveyed {
  const normalised = normaliseArea(crs === undefined ? { geometry } : { geometry, crs })
  const cut = cutArea(normalised.area, klicType)
  const orderOf = new Map(cut.orders.flatMap((parts, order) => parts.map((part) => [part, order] as const)))
  return {
    crs: normalised.crs,
    area: normalised.area,
    areaM2: areaM2(normalised.area),
    warnings: normalised.warnings,
    parts: cut.parts.map((part, index) => ({
      polygon: part.polygon,
      widthM: part.widthM,
      heightM: part.heightM,
      areaM2: part.areaM2,
      orderIndex: orderOf.get(index) ?? 0,
    })),
    quote: {
      ...quoteFor(cut),
      lowerBound: cut.lowerBound,
      plainGrid: cut.plainGrid,
      extraAreaM2: cut.extraAreaM2,
    },
  }
}

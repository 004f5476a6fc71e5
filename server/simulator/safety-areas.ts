/**
 * Invented safety areas (airfield, plant, defence site). A request for a piece of one gets no delivery: its manager
 * does. One lies next to the registry's own test area near Best, so that it is quickly found by hand.
 */
import polygonClipping from 'polygon-clipping'
import { extentOf } from '../geometry/flat.ts'
import type { Position, Ring } from '../geometry/geometry.ts'
import areas from './data/safety-areas.json' with { type: 'json' }
import type { WireRequest } from './model.ts'
import { areaRingOf, kindOf, selectionRingOf } from './orders/kinds.ts'
import { overlap } from './town/streets.ts'

export interface SafetyArea {
  name: string
  manager: string
  /** Closed, RD metres. */
  ring: Ring
}

export const SAFETY_AREAS: readonly SafetyArea[] = areas.map(({ ring, ...area }) => ({
  ...area,
  ring: ring.map(([x, y]): Position => [x!, y!]),
}))

export const safetyAreasUnder = (ring: Ring): SafetyArea[] => {
  if (ring.length < 4) return []
  const extent = extentOf(ring)
  return SAFETY_AREAS.filter(
    (area) => overlap(extentOf(area.ring), extent) && polygonClipping.intersection([area.ring], [ring]).length > 0,
  )
}

/** WAR0001: the area itself touches one. WAR0002: only the wider information area does. */
export const safetyWarningOf = (request: WireRequest): 'WAR0001' | 'WAR0002' | null => {
  if (safetyAreasUnder(areaRingOf(request)).length > 0) return 'WAR0001'
  return kindOf(request) !== 'ORIENT' && safetyAreasUnder(selectionRingOf(request)).length > 0 ? 'WAR0002' : null
}

/** As the registry gives its outlines to those who have signed for them. */
export const safetyAreaList = (): { veiligheidgebieden: unknown[] } => ({
  veiligheidgebieden: SAFETY_AREAS.map(({ ring }) => ({
    polygon: { type: 'Polygon', crs: { type: 'name', properties: { name: 'EPSG:28992' } }, coordinates: [ring] },
  })),
})

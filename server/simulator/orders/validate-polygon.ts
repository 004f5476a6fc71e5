/**
 * The rules for the areas of a request. Kadaster publishes no code for an area that is too large, has too many
 * positions or lies abroad: GEO_ERR stands for those.
 * How the 100 m around an excavation polygon are measured is not published either: here every corner of the information
 * polygon is looked at, so that filled gaps between them do no harm.
 */
import polygonClipping from 'polygon-clipping'
import { squaredDistance } from '../../geometry/flat.ts'
import type { Position, Ring } from '../../geometry/geometry.ts'
import { type RingFault, ringFaults } from '../../geometry/ring-faults.ts'
import type { KlicType } from '../../registry/klic.ts'
import type { MessageCode } from '../codes.ts'
import type { WirePolygon, WireRequest } from '../model.ts'
import { areaM2, isInside } from '../town/clip.ts'
import { limitsOf } from './kinds.ts'
import type { Report } from './validate-address.ts'

const MAX_INFORMATION_POSITIONS = 200
const INFORMATION_REACH_M = 100
/** Below this an area is what rounding to millimetres leaves over. */
const NOTHING_M2 = 0.01
const HALF_MM = 0.0005

const RING_CODES: Record<RingFault, MessageCode> = {
  not_two_numbers: 'COR1052',
  holes: 'GEO0025',
  not_closed: 'GEO0025',
  too_few_positions: 'GEO0025',
  too_many_positions: 'GEO_ERR',
  decimals: 'COR1050',
  repeated_position: 'GEO0025',
  touches_itself: 'GEO0025',
  too_large: 'GEO_ERR',
  outside_netherlands: 'GEO_ERR',
}
/** Faults of single coordinates are reported at the coordinates, the others at the polygon. */
const AT_COORDINATES: readonly RingFault[] = ['not_two_numbers', 'decimals']

const sizeFault = (ring: Ring): RingFault[] => {
  const span = (axis: 0 | 1): number => {
    const values = ring.map((position) => position[axis])
    return Math.max(...values) - Math.min(...values)
  }
  const sideM = limitsOf('GRAAF').partSideM
  const faults: RingFault[] = ring.length > MAX_INFORMATION_POSITIONS ? ['too_many_positions'] : []
  return Math.max(span(0), span(1)) > sideM + HALF_MM ? [...faults, 'too_large'] : faults
}

/** The excavation polygon has the limits of its kind, the information polygon its own. */
const faultsOf = (rings: Ring[], kind: KlicType, isInformation: boolean): RingFault[] => {
  const faults = ringFaults(rings, kind)
  if (!isInformation) return faults
  const others = faults.filter((fault) => fault !== 'too_many_positions' && fault !== 'too_large')
  return others.includes('not_two_numbers') ? others : [...others, ...sizeFault(rings[0] ?? [])]
}

/** @returns true when its ring can be reckoned with */
const validatePolygon = (
  report: Report,
  pointer: string,
  polygon: WirePolygon,
  kind: KlicType,
  isInformation = false,
): boolean => {
  const { type, crs, coordinates } = polygon
  const missing = (at: string): void => report('COR1001', `${pointer}/${at}`, at)
  if (!type) missing('type')
  else if (type !== 'Polygon') report('COR0223', `${pointer}/type`)
  if (!crs) missing('crs')
  else {
    if (!crs.type) missing('crs/type')
    else if (crs.type !== 'name') report('COR1051', `${pointer}/crs/type`)
    if (!crs.properties) missing('crs/properties')
    else if (!crs.properties.name) missing('crs/properties/name')
    else if (crs.properties.name !== 'EPSG:28992') report('COR0224', `${pointer}/crs/properties/name`)
  }
  if (!coordinates) {
    missing('coordinates')
    return false
  }
  const faults = faultsOf(coordinates as Ring[], kind, isInformation)
  for (const fault of faults) {
    report(RING_CODES[fault], AT_COORDINATES.includes(fault) ? `${pointer}/coordinates` : pointer, fault)
  }
  return faults.length === 0
}

const distanceM = ([x, y]: Position, ring: Ring): number => {
  if (isInside([x, y], ring)) return 0
  let nearest = Number.POSITIVE_INFINITY
  for (let n = 1; n < ring.length; n += 1) {
    nearest = Math.min(nearest, squaredDistance(x, y, ...ring[n - 1]!, ...ring[n]!))
  }
  return Math.sqrt(nearest)
}

const validateAround = (report: Report, pointer: string, inner: Ring, outer: Ring): void => {
  if (areaM2(polygonClipping.difference([inner], [outer])) > NOTHING_M2) {
    report('GEO0022', pointer)
    return
  }
  if (outer.some((position) => distanceM(position, inner) > INFORMATION_REACH_M + HALF_MM)) report('GEO0023', pointer)
  const strips = polygonClipping.difference([outer], [inner]).filter((strip) => areaM2([strip]) > NOTHING_M2)
  if (strips.length > 1) report('GEO0025', pointer, `${strips.length} losse stroken`)
}

/** @param pointer of the request */
export const validateAreas = (report: Report, pointer: string, request: WireRequest, kind: KlicType): void => {
  const { graafPolygoon, informatiePolygoon, orientatiePolygoon } = request
  if (kind === 'ORIENT') {
    if (graafPolygoon) report('COR1004', `${pointer}/graafPolygoon`, 'graafPolygoon')
    if (informatiePolygoon) report('GEO0024', `${pointer}/informatiePolygoon`)
    if (!orientatiePolygoon) report('COR1010', `${pointer}/orientatiePolygoon`)
    else validatePolygon(report, `${pointer}/orientatiePolygoon`, orientatiePolygoon, kind)
    return
  }
  if (orientatiePolygoon) report('COR1004', `${pointer}/orientatiePolygoon`, 'orientatiePolygoon')
  if (!graafPolygoon) report('COR1009', `${pointer}/graafPolygoon`)
  const isSound = graafPolygoon && validatePolygon(report, `${pointer}/graafPolygoon`, graafPolygoon, kind)
  if (!informatiePolygoon) return
  const at = `${pointer}/informatiePolygoon`
  if (!validatePolygon(report, at, informatiePolygoon, kind, true) || !isSound) return
  validateAround(report, at, graafPolygoon.coordinates![0] as Ring, informatiePolygoon.coordinates![0] as Ring)
}

/** What a cut is and by which rules of the user it is made; server/cut makes it. */
import type { RdPolygon } from '../geometry/geometry.ts'
import type { JsonText } from '../platform/json-text.ts'

export interface CutRules {
  /** Nothing farther than this from the area is asked for, m; without it only the part's extent is a limit. */
  readonly maxExtraM?: number
  /** Nothing in these is asked for where the area does not need it. */
  readonly keepOut?: readonly RdPolygon[]
  /** Metres around each GRAAF part on which information is asked for as well; parts shrink by twice as much. */
  readonly infoBufferM?: number
}

/** The user's own rules for the cut, beyond the registry's; each may cost notifications. */
export interface JobCutRules {
  maxExtraM?: number
  /** GeoJSON polygons as they came over the wire, not yet judged; in the system of the area. */
  keepOut?: JsonText[]
  infoBufferM?: number
}

export interface CutPart {
  /** One ring. */
  polygon: RdPolygon
  widthM: number
  heightM: number
  areaM2: number
}

export interface Cut {
  parts: CutPart[]
  /** Indices of parts, one list for each order at the registry. */
  orders: number[][]
  /** Proven: no cut has fewer parts. */
  lowerBound: number
  /** Parts that a grid laid from the south-west corner of the area would take. */
  plainGrid: number
  /** What the parts cover beyond the area, overlaps counted. */
  extraAreaM2: number
  /** Parts more than the same area takes without the user's own rules. */
  rulesCost: number
  /** More effort would be tried, and might find fewer parts or a higher bound. */
  canImprove: boolean
  /** For people, in English. */
  explanation: string
}

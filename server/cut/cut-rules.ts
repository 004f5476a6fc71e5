/** What a cut is and by which rules of the user it is made; server/cut makes it. */
import type { RdPolygon } from '../geometry/geometry.ts'

export interface CutRules {
  /** Nothing farther than this from the area is asked for, m; without it only the part's extent is a limit. */
  readonly maxExtraM?: number
  /** Nothing in these is asked for where the area does not need it. */
  readonly keepOut?: readonly RdPolygon[]
  /** Metres around each GRAAF part on which information is asked for as well; parts shrink by twice as much. */
  readonly infoBufferM?: number
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

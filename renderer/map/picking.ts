/** Which of the things within reach of the pointer somebody aims at. Pure. */
import type { Geometry, Position } from 'geojson'
import { away, type SnapLines } from './drawing/snap.ts'
import { toRd } from './exact.ts'

interface Thing {
  geometry: Geometry
}

/** Lines and points, as exactly as tiles have them: a centimetre or two from close by. RD New; of an area nothing. */
export const linesOf = ({ geometry }: Thing): SnapLines => {
  switch (geometry.type) {
    case 'LineString':
      return [geometry.coordinates.map(toRd)]
    case 'MultiLineString':
      return geometry.coordinates.map((line) => line.map(toRd))
    case 'Point':
      return [[toRd(geometry.coordinates)]]
    default:
      return []
  }
}

const isArea = ({ geometry }: Thing): boolean => geometry.type.endsWith('Polygon')

/**
 * The likeliest first: what is drawn under the pointer, as it lies there; then what is near, the nearest first. Areas come
 * last, also where they are met exactly: a line across an area of precaution would be hidden by it, as it is a pixel wide.
 * @param under what is drawn at the very place, the uppermost first
 * @param near what is within reach of it
 * @param at RD New
 */
export const pickFeatures = <T extends Thing>(under: readonly T[], near: readonly T[], at: Position): T[] => [
  ...under.filter((each) => !isArea(each)),
  ...near
    .filter((each) => !isArea(each))
    .map((each) => ({ each, off: away(linesOf(each), at) }))
    .toSorted((a, b) => a.off - b.off)
    .map(({ each }) => each),
  ...[...under, ...near].filter(isArea),
]

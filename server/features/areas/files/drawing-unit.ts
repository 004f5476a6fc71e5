/** The unit of a drawing, by where its objects lie: many say millimetres and are drawn in metres, and many say nothing. */
import type { Extent } from '../../../geometry/geometry.ts'
import { NETHERLANDS_BOX } from '../../../geometry/rd/crs.ts'

const MILLIMETRE = 0.001

/**
 * @param extents of each object that is seen, in units of the drawing
 * @param stated metres in one of its units; null: it does not say
 * @returns metres in one unit: that by which most objects lie in the Netherlands as RD New; 1 where none does
 */
export function metresOf(extents: readonly Extent[], stated: number | null): number {
  const inside = (metres: number): number =>
    extents.filter(
      ({ minX, minY, maxX, maxY }) =>
        minX * metres >= NETHERLANDS_BOX.minX &&
        minY * metres >= NETHERLANDS_BOX.minY &&
        maxX * metres <= NETHERLANDS_BOX.maxX &&
        maxY * metres <= NETHERLANDS_BOX.maxY,
    ).length
  return [1, stated ?? 1, MILLIMETRE].reduce((best, metres) => (inside(metres) > inside(best) ? metres : best))
}

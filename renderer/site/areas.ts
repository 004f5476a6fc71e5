/** What was asked for: of what lies beyond it nothing was delivered, and a map without lines there says nothing. */
import { passesEast, type SiteArea } from '../../server/features/site-package/page-schema.ts'

type Position = readonly [number, number]

/** Crossed an odd number of times on the way out. */
const isWithin = (rings: SiteArea['rings'], [x, y]: Position): boolean => {
  let within = false
  for (const ring of rings)
    for (const [i, corner] of ring.entries()) if (passesEast(x, y, ...ring.at(i - 1)!, ...corner)) within = !within
  return within
}

export const isAskedFor = (areas: readonly SiteArea[], at: Position): boolean =>
  areas.some(({ rings }) => isWithin(rings, at))

export const boxOfArea = ({ rings }: SiteArea): [number, number, number, number] => {
  const [xs, ys] = [rings.flat().map(([x]) => x), rings.flat().map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

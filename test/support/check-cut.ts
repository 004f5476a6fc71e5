/**
 * Judges a cut against the registry's rules without any code of the cut: plain loops over exact fractions of
 * millimetres (BigInt), and the polygon-clipping library for the cover, which knows nothing of how it was made.
 */
import polygonClipping from 'polygon-clipping'
import type { Cut } from '../../server/cut/cut-rules.ts'
import type { RdPolygon, Ring } from '../../server/geometry/geometry.ts'

type Point = [bigint, bigint]

const LIMITS = {
  GRAAF: { partM: 500, orderM: 5000 },
  ORIENT: { partM: 2500, orderM: 10_000 },
} as const

/** @returns every rule that is broken, in words; empty when the cut is legal */
export const faultsOf = (area: RdPolygon, cut: Cut, klicType: keyof typeof LIMITS): string[] => {
  const faults: string[] = []
  cut.parts.forEach((part, i) => {
    for (const fault of faultsOfRing(part.polygon.rings, LIMITS[klicType].partM)) faults.push(`part ${i}: ${fault}`)
  })
  faults.push(...faultsOfOrders(cut, LIMITS[klicType].orderM))
  const openM2 = uncoveredM2(area, cut)
  if (openM2 > 0) faults.push(`${openM2} m2 of the area is in no part`)
  if (cut.lowerBound > cut.parts.length) faults.push('the lower bound is above the number of parts')
  return faults
}

const faultsOfRing = (rings: readonly Ring[], partM: number): string[] => {
  const faults: string[] = []
  const ring = rings[0]!
  if (rings.length !== 1) faults.push(`${rings.length} rings`)
  if (ring.length > 50) faults.push(`${ring.length} positions`)
  if (ring.length < 4) faults.push(`only ${ring.length} positions`)
  const [first, last] = [ring[0]!, ring.at(-1)!]
  if (first[0] !== last[0] || first[1] !== last[1]) faults.push('not closed')
  const flat = ring.flat()
  if (!flat.every((value) => Number(value.toFixed(3)) === value)) faults.push('finer than a millimetre')
  const [xs, ys] = [ring.map(([x]) => mm(x)), ring.map(([, y]) => mm(y))]
  const most = BigInt(partM * 1000)
  if (spread(xs) > most || spread(ys) > most) faults.push(`extent ${spread(xs)} x ${spread(ys)} mm`)
  const outside = ring.some(([x, y]) => x < 5700 || x > 290_300 || y < 289_700 || y > 640_300)
  if (outside) faults.push('outside the Netherlands')
  const points = ring.slice(0, -1).map(([x, y]): Point => [mm(x), mm(y)])
  if (new Set(points.map(String)).size !== points.length) faults.push('a repeated position')
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      const [a, b] = [points[i]!, points[(i + 1) % points.length]!]
      const [c, d] = [points[j]!, points[(j + 1) % points.length]!]
      const shared = j === i + 1 ? b : i === 0 && j === points.length - 1 ? a : undefined
      if (shared ? doublesBack(a, b, c, d) : meets(a, b, c, d)) faults.push(`sides ${i} and ${j} meet`)
    }
  }
  return faults
}

const faultsOfOrders = (cut: Cut, orderM: number): string[] => {
  const faults: string[] = []
  const filed = cut.orders.flat().sort((a, b) => a - b)
  if (String(filed) !== String(cut.parts.map((_, i) => i))) faults.push('parts are not in exactly one order each')
  for (const order of cut.orders) {
    if (order.length > 100) faults.push(`an order of ${order.length} parts`)
    const positions = order.flatMap((i) => cut.parts[i]!.polygon.rings[0]!)
    const most = BigInt(orderM * 1000)
    if (spread(positions.map(([x]) => mm(x))) > most || spread(positions.map(([, y]) => mm(y))) > most) {
      faults.push('an order wider than its frame')
    }
  }
  return faults
}

const mm = (metres: number): bigint => BigInt(Math.round(metres * 1000))
const spread = (values: bigint[]): bigint =>
  values.reduce((a, b) => (a > b ? a : b)) - values.reduce((a, b) => (a < b ? a : b))

const turn = (a: Point, b: Point, c: Point): number => {
  const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
  return twice > 0n ? 1 : twice < 0n ? -1 : 0
}

const isOn = (a: Point, b: Point, p: Point): boolean =>
  turn(a, b, p) === 0 &&
  (a[0] < b[0] ? a[0] <= p[0] && p[0] <= b[0] : b[0] <= p[0] && p[0] <= a[0]) &&
  (a[1] < b[1] ? a[1] <= p[1] && p[1] <= b[1] : b[1] <= p[1] && p[1] <= a[1])

const meets = (a: Point, b: Point, c: Point, d: Point): boolean =>
  isOn(a, b, c) ||
  isOn(a, b, d) ||
  isOn(c, d, a) ||
  isOn(c, d, b) ||
  (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0)

/** Neighbours share one end; that is all they may share. */
const doublesBack = (a: Point, b: Point, c: Point, d: Point): boolean => {
  const [far, end, other] = b[0] === c[0] && b[1] === c[1] ? [a, b, d] : [b, a, c]
  return isOn(end, far, other) || isOn(end, other, far)
}

/**
 * What no part covers, m2. Coordinates are taken from the area's corner, which keeps the library's floats exact
 * enough; slivers that it makes by rounding (thinner than a hundredth of a millimetre) don't count.
 */
export const uncoveredM2 = (area: RdPolygon, cut: Cut): number => {
  const [x0, y0] = area.rings[0]![0]!
  const near = (rings: readonly Ring[]) =>
    rings.map((ring) =>
      ring.map(([x, y]): [number, number] => [Math.round((x - x0) * 1000), Math.round((y - y0) * 1000)]),
    )
  const open = polygonClipping.difference([near(area.rings)], ...cut.parts.map((part) => near(part.polygon.rings)))
  let total = 0
  for (const polygon of open) {
    const areaMm2 = polygon.reduce((sum, ring, r) => sum + (r === 0 ? 1 : -1) * Math.abs(shoelace(ring)), 0)
    const lengthMm = polygon[0]!.reduce(
      (sum, [x, y], i) => sum + Math.hypot(x - polygon[0]!.at(i - 1)![0], y - polygon[0]!.at(i - 1)![1]),
      0,
    )
    if (areaMm2 > lengthMm * 0.01) total += areaMm2 / 1e6
  }
  return total
}

const shoelace = (ring: readonly (readonly [number, number])[]): number => {
  const [x0, y0] = ring[0]!
  let twice = 0
  for (let i = 0; i + 1 < ring.length; i++) {
    twice += (ring[i]![0] - x0) * (ring[i + 1]![1] - y0) - (ring[i + 1]![0] - x0) * (ring[i]![1] - y0)
  }
  return twice / 2
}

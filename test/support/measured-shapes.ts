/** Areas that the cut is measured with, beside those from seeds: everyday ones, and shapes that nobody should draw. */
import type { Position } from '../../server/geometry/geometry.ts'
import type { EverydayArea } from './everyday-areas.ts'

export interface Shape extends EverydayArea {
  lower_bound?: number
  best_known?: number
}

const shape = (name: string, ...rings: Position[][]): Shape => ({
  name,
  kind: 'GRAAF',
  geometry: {
    type: 'Polygon',
    coordinates: rings.map((ring) => {
      const exact = ring.map(([x, y]): Position => [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000])
      return [...exact, exact[0]!]
    }),
  },
})

/** Round a centre; the radius by the angle. */
const wheel = (positions: number, radiusOf: (angle: number) => number): Position[] =>
  Array.from({ length: positions }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / positions
    return [150_000 + radiusOf(angle) * Math.cos(angle), 450_000 + radiusOf(angle) * Math.sin(angle)]
  })
const circle = (positions: number, radius: number) => wheel(positions, () => radius)
const bumpy = (radius: number, seed: number) => (angle: number) =>
  radius * (1 + 0.22 * Math.sin(2 * angle + seed) + 0.12 * Math.sin(3 * angle + 2 * seed) + 0.05 * Math.sin(7 * angle))

/** A strip along a line that goes east, 12 m wide. */
const route = (corners: number, stepM: number, northOf: (i: number) => number): Position[] => {
  const line = Array.from({ length: corners }, (_, i): Position => [140_000 + i * stepM, 460_000 + northOf(i)])
  return [...line, ...line.map(([x, y]): Position => [x, y + 12]).reverse()]
}

const spiral = (turns: number): Position[] => {
  const line = Array.from({ length: 40 * turns }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / 40
    const r = 60 + 14 * angle
    return [150_000 + r * Math.cos(angle), 450_000 + r * Math.sin(angle)]
  })
  const inner = line.map(([x, y]): Position => [150_000 + (x - 150_000) * 0.93, 450_000 + (y - 450_000) * 0.93])
  return [...line, ...inner.reverse()]
}

const comb = (teeth: number, lengthM: number, pitchM: number): Position[] => {
  const ring: Position[] = []
  for (let i = 0; i < teeth; i++) {
    const x = 130_000 + i * pitchM
    ring.push([x, 450_000], [x, 450_000 - lengthM], [x + pitchM / 2, 450_000 - lengthM], [x + pitchM / 2, 450_000])
  }
  return [...ring, [130_000 + teeth * pitchM, 450_000], [130_000 + teeth * pitchM, 450_005], [130_000, 450_005]]
}

const ringRoad = (radius: number) => [circle(72, radius + 6), circle(72, radius - 6).reverse()]

/** These must equal their proven bound. */
export const narrow: Shape[] = [
  ...[0.1, 0.4, 0.8, 1.3].map((slope) =>
    shape(
      `corridor, slope ${slope}`,
      route(2, 3000, (i) => i * slope * 3000),
    ),
  ),
  ...[1, 2, 3, 4].map((k) =>
    shape(
      `route ${k}`,
      route(30, 110, (i) => 260 * Math.sin((i * k) / 5) + 30 * i * (k - 2)),
    ),
  ),
  ...[340, 600, 900].map((radius) => shape(`ring road, ${radius} m`, ...ringRoad(radius))),
]
/** These may be one above it. */
export const broad: Shape[] = [1, 2, 3, 4, 5, 6].map((seed) =>
  shape(`blob ${seed}`, wheel(40, bumpy(500 + 110 * seed, seed))),
)
export const large: Shape[] = [
  shape(
    'wheel, 1,000 positions',
    wheel(1000, (a) => 1000 * (1 + 0.2 * Math.sin(5 * a) + 0.01 * Math.sin(311 * a))),
  ),
  shape(
    'wheel, 10,000 positions',
    wheel(10_000, (a) => 1500 * (1 + 0.2 * Math.sin(5 * a) + 0.01 * Math.sin(311 * a))),
  ),
  { ...shape('wheel, 10,000, ORIENT', circle(10_000, 900)), kind: 'ORIENT' },
  shape('spiral', spiral(9)),
  shape('comb, 60 teeth', comb(60, 700, 30)),
  shape('comb, 10,000 positions', comb(2500, 2000, 1)),
  shape('comb, 5,000 teeth', comb(5000, 2000, 1)),
  shape('comb, 12,000 fine teeth', comb(12_000, 900, 0.1)),
]

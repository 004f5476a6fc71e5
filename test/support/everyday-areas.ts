/**
 * Areas of the kinds that people draw, from a seed: blobs, polders, corridors, routes, villages, zigzags and ring roads.
 * Each is valid and on whole millimetres.
 */
import polygonClipping from 'polygon-clipping'
import type { Position } from '../../server/geometry/geometry.ts'
import type { KLIC_TYPES } from '../../server/registry/klic.ts'

export interface EverydayArea {
  name: string
  kind: (typeof KLIC_TYPES)[number]
  geometry: { type: 'Polygon'; coordinates: Position[][] }
}

/** Narrow areas must equal their proven bound, broad ones may be one above. */
export const NARROW = ['corridor', 'route', 'zigzag', 'ring road', 'study corridor'] as const
export const BROAD = ['blob', 'polder', 'village'] as const
type Kind = (typeof NARROW)[number] | (typeof BROAD)[number]

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return (low: number, high: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return low + ((mixed ^ (mixed >>> 14)) >>> 0) * ((high - low) / 2 ** 32)
  }
}
type Random = ReturnType<typeof randomFrom>

const closed = (ring: readonly Position[]): Position[] => {
  const exact = ring.map(([x, y]): Position => [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000])
  return [...exact, exact[0]!]
}

const round = (count: number, radiusOf: (angle: number) => Position): Position[] =>
  Array.from({ length: count }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / count
    const [across, up] = radiusOf(angle)
    return [across * Math.cos(angle), up * Math.sin(angle)]
  })

/** An ellipse with bumps that fade with their number. */
const blob = (random: Random): Position[][] => {
  const [across, up] = [random(350, 1300), random(350, 900)]
  const bumps = [2, 3, 4, 5, 7].map((times) => ({ times, size: random(0, 0.5) / times, from: random(0, 6.28) }))
  return [
    round(Math.floor(random(24, 120)), (angle) => {
      const share = bumps.reduce((sum, { times, size, from }) => sum + size * Math.sin(times * angle + from), 1)
      return [across * share, up * share]
    }),
  ]
}

/** A rectangle on a slope with ragged sides. */
const polder = (random: Random): Position[][] => {
  const [width, height, slope] = [random(1200, 3000), random(1000, 2400), random(-0.3, 0.3)]
  const side = (from: Position, to: Position): Position[] =>
    Array.from({ length: 20 }, (_, i): Position => {
      const off = i === 0 ? 0 : random(-40, 40)
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
      const length = Math.hypot(dx, dy)
      return [from[0] + (dx * i) / 20 - (off * dy) / length, from[1] + (dy * i) / 20 + (off * dx) / length]
    })
  const turned = ([x, y]: Position): Position => [x - slope * y, y + slope * x]
  const corners = [[0, 0] as Position, [width, 0] as Position, [width, height] as Position, [0, height] as Position]
  return [corners.flatMap((corner, i) => side(turned(corner), turned(corners[(i + 1) % 4]!)))]
}

/** Strips along lines, joined: the largest piece with its holes. */
const streets = (lines: readonly (readonly Position[])[], widthM: number): Position[][] => {
  const strips = lines.flatMap((line) =>
    line.slice(1).map((to, i): [number, number][][] => {
      const from = line[i]!
      const length = Math.hypot(to[0] - from[0], to[1] - from[1])
      const [ux, uy] = [((to[0] - from[0]) / length) * (widthM / 2), ((to[1] - from[1]) / length) * (widthM / 2)]
      const ring: [number, number][] = [
        [from[0] - ux - uy, from[1] - uy + ux],
        [from[0] - ux + uy, from[1] - uy - ux],
        [to[0] + ux + uy, to[1] + uy - ux],
        [to[0] + ux - uy, to[1] + uy + ux],
      ]
      return [ring.map(([x, y]): [number, number] => [Math.round(x * 100) / 100, Math.round(y * 100) / 100])]
    }),
  )
  const pieces = polygonClipping.union(strips[0]!, ...strips.slice(1))
  const [largest] = pieces.sort((p, q) => q[0]!.length - p[0]!.length)
  return largest!.map((ring) => ring.slice(0, -1))
}

const walk = (random: Random, corners: number, stepM: number, bend: number): Position[] => {
  let [x, y, heading] = [0, 0, random(0, 6.28)]
  return Array.from({ length: corners }, (): Position => {
    const here: Position = [x, y]
    x += stepM * Math.cos(heading)
    y += stepM * Math.sin(heading)
    heading += random(-bend, bend)
    return here
  })
}

const village = (random: Random): Position[][] => {
  const [width, height] = [random(700, 1600), random(600, 1400)]
  const evenly = (length: number) => {
    const count = Math.floor(random(2, 5))
    return Array.from({ length: count }, (_, i) => (length * (i + random(0.2, 0.8))) / count)
  }
  const up = evenly(width).map((x): Position[] => [
    [x, random(0, 80)],
    [x + random(-120, 120), height],
  ])
  const across = evenly(height).map((y): Position[] => [
    [random(0, 80), y],
    [width, y + random(-120, 120)],
  ])
  return streets([...up, ...across], random(12, 30))
}

const zigzag = (random: Random): Position[][] => {
  const [step, swing] = [random(200, 500), random(60, 420)]
  return streets(
    [Array.from({ length: Math.floor(random(5, 12)) }, (_, i): Position => [i * step, i % 2 === 0 ? 0 : swing])],
    random(8, 30),
  )
}

const ringRoad = (random: Random): Position[][] => {
  const [across, up, width] = [random(260, 1100), random(260, 1100), random(10, 60)]
  const count = Math.floor(random(40, 200))
  return [round(count, () => [across, up]), round(count, () => [across - width, up - width]).reverse()]
}

const DRAWN: Record<Kind, (random: Random) => Position[][]> = {
  blob,
  polder,
  village,
  zigzag,
  'ring road': ringRoad,
  corridor: (random) => streets([walk(random, 2, random(1500, 4500), 0)], random(10, 60)),
  route: (random) => streets([walk(random, Math.floor(random(10, 30)), random(90, 220), 0.5)], random(8, 24)),
  'study corridor': (random) => streets([walk(random, 6, random(1200, 2200), 0.6)], random(60, 200)),
}

/** @param number of the area of its kind; the same number gives the same area, always */
export const everydayArea = (kind: Kind, number: number): EverydayArea => {
  const random = randomFrom(number * 7919 + kind.length * 104_729 + kind.charCodeAt(0))
  const rings = DRAWN[kind](random)
  const [x, y] = [random(90_000, 200_000), random(400_000, 520_000)]
  return {
    name: `${kind} ${number}`,
    kind: kind === 'study corridor' ? 'ORIENT' : 'GRAAF',
    geometry: {
      type: 'Polygon',
      coordinates: rings.map((ring) => closed(ring.map(([dx, dy]): Position => [x + dx, y + dy]))),
    },
  }
}

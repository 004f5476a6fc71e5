/** Areas for property tests: shapes people draw and shapes nobody should, all on whole millimetres. */
import fc from 'fast-check'
import type { Position } from '../../server/geometry/geometry.ts'

export interface DrawnArea {
  kind: string
  coordinates: Position[][]
}

const mm = (value: number): number => Math.round(value * 1000) / 1000
const closed = (ring: Position[]): Position[] => {
  const exact = ring.map(([x, y]): Position => [mm(x), mm(y)])
  return [...exact, exact[0]!]
}

const origin = fc.record({
  x: fc.integer({ min: 100_000_000, max: 200_000_000 }).map((value) => value / 1000),
  y: fc.integer({ min: 400_000_000, max: 550_000_000 }).map((value) => value / 1000),
})

/** Round a centre, so that the ring can't cross itself. */
const star = (x: number, y: number, radii: readonly number[], turnedBy: number): Position[] =>
  radii.map((r, i): Position => {
    const angle = turnedBy + (2 * Math.PI * i) / radii.length
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
  })

const blob = fc
  .record({
    origin,
    radii: fc.array(fc.double({ min: 20, max: 900, noNaN: true }), { minLength: 5, maxLength: 120 }),
    turnedBy: fc.double({ min: 0, max: 6, noNaN: true }),
  })
  .map(({ origin: { x, y }, radii, turnedBy }) => ({
    kind: 'blob',
    coordinates: [closed(star(x, y, radii, turnedBy))],
  }))

const ringRoad = fc
  .record({
    origin,
    radius: fc.double({ min: 50, max: 1200, noNaN: true }),
    widthM: fc.double({ min: 0.5, max: 45, noNaN: true }),
    count: fc.integer({ min: 8, max: 150 }),
  })
  .map(({ origin: { x, y }, radius, widthM, count }) => ({
    kind: 'ring road',
    coordinates: [
      closed(star(x, y, new Array(count).fill(radius + widthM), 0)),
      // Half a step turned and well inside, so that the two rings stay apart.
      closed(star(x, y, new Array(count).fill(radius * 0.9), 0)).reverse(),
    ],
  }))

/** A route that only goes east, with its two sides: no crossing however it turns. */
const corridor = fc
  .record({
    origin,
    steps: fc.array(
      fc.record({
        east: fc.double({ min: 30, max: 500, noNaN: true }),
        y: fc.double({ min: -900, max: 900, noNaN: true }),
      }),
      { minLength: 2, maxLength: 20 },
    ),
    heightM: fc.double({ min: 1, max: 40, noNaN: true }),
    isUpright: fc.boolean(),
  })
  .map(({ origin: { x, y }, steps, heightM, isUpright }) => {
    let east = 0
    const low = steps.map((step): Position => {
      east += step.east
      return [east, step.y]
    })
    const ring = [...low, ...low.map(([dx, dy]): Position => [dx, dy + heightM]).reverse()]
    return {
      kind: 'corridor',
      coordinates: [closed(ring.map(([dx, dy]): Position => (isUpright ? [x - dy, y + dx] : [x + dx, y + dy])))],
    }
  })

/** A back with teeth: many pieces in one square. */
const comb = fc
  .record({
    origin,
    teeth: fc.array(
      fc.record({
        gap: fc.double({ min: 0.05, max: 120, noNaN: true }),
        width: fc.double({ min: 0.05, max: 40, noNaN: true }),
        length: fc.double({ min: 5, max: 800, noNaN: true }),
      }),
      { minLength: 2, maxLength: 40 },
    ),
  })
  .map(({ origin: { x, y }, teeth }) => {
    const ring: Position[] = []
    let east = 0
    for (const { gap, width, length } of teeth) {
      ring.push([x + east, y], [x + east, y - length], [x + east + width, y - length], [x + east + width, y])
      east += width + gap
    }
    ring.push([x + east, y], [x + east, y + 10], [x, y + 10])
    return { kind: 'comb', coordinates: [closed(ring)] }
  })

const sliver = fc
  .record({
    origin,
    lengthM: fc.double({ min: 5, max: 4000, noNaN: true }),
    slope: fc.double({ min: -2, max: 2, noNaN: true }),
    widthMm: fc.integer({ min: 2, max: 60 }),
  })
  .map(({ origin: { x, y }, lengthM, slope, widthMm }) => ({
    kind: 'sliver',
    coordinates: [
      closed([
        [x, y],
        [x + lengthM, y + slope * lengthM],
        [x + lengthM, y + slope * lengthM + widthMm / 1000],
        [x, y + widthMm / 1000],
      ]),
    ],
  }))

/** Sides that are whole multiples of a part's side, or a millimetre off. */
const toTheMillimetre = fc
  .record({
    origin,
    across: fc.integer({ min: 1, max: 4 }),
    up: fc.integer({ min: 1, max: 4 }),
    offX: fc.integer({ min: -1, max: 1 }),
    offY: fc.integer({ min: -1, max: 1 }),
    notch: fc.double({ min: 1, max: 400, noNaN: true }),
  })
  .map(({ origin: { x, y }, across, up, offX, offY, notch }) => {
    const [width, height] = [across * 500 + offX / 1000, up * 500 + offY / 1000]
    return {
      kind: 'to the millimetre',
      coordinates: [
        closed([
          [x, y],
          [x + width - notch, y],
          [x + width - notch, y + notch],
          [x + width, y + notch],
          [x + width, y + height],
          [x, y + height],
        ]),
      ],
    }
  })

/** Holes in the cells of a raster: some reach over cut lines, some leave walls of a few millimetres. */
const sieve = fc
  .record({
    origin,
    cellM: fc.double({ min: 20, max: 600, noNaN: true }),
    holes: fc.array(fc.option(fc.double({ min: 0.05, max: 0.4999, noNaN: true })), { minLength: 16, maxLength: 16 }),
    corners: fc.integer({ min: 3, max: 30 }),
    turnedBy: fc.double({ min: 0, max: 6, noNaN: true }),
  })
  .map(({ origin: { x, y }, cellM, holes, corners, turnedBy }) => {
    const [width, height] = [4 * cellM, 4 * cellM]
    const outline: Position[] = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ]
    const rings = holes.flatMap((share, i) => {
      if (share === null) return []
      const centre: Position = [x + ((i % 4) + 0.5) * cellM, y + (Math.floor(i / 4) + 0.5) * cellM]
      return [closed(star(...centre, new Array(corners).fill(share * cellM), turnedBy)).reverse()]
    })
    return { kind: 'sieve', coordinates: [closed(outline), ...rings] }
  })

/** Teeth a few millimetres apart, at an angle: rounding at the cut lines brings their sides together. */
const fineComb = fc
  .record({
    origin,
    turnedBy: fc.double({ min: 0, max: 6, noNaN: true }),
    gapMm: fc.integer({ min: 2, max: 30 }),
    widthMm: fc.integer({ min: 2, max: 30 }),
    lengthM: fc.double({ min: 1, max: 1200, noNaN: true }),
    count: fc.integer({ min: 2, max: 30 }),
  })
  .map(({ origin: { x, y }, turnedBy, gapMm, widthMm, lengthM, count }) => {
    const ring: Position[] = []
    for (let i = 0; i < count; i++) {
      const left = (i * (gapMm + widthMm)) / 1000
      const right = left + widthMm / 1000
      ring.push([left, 0], [left, -lengthM], [right, -lengthM], [right, 0])
    }
    ring.push([(count * (gapMm + widthMm)) / 1000, 0], [(count * (gapMm + widthMm)) / 1000, 3], [0, 3])
    const [cos, sin] = [Math.cos(turnedBy), Math.sin(turnedBy)]
    const turned = ring.map(([dx, dy]): Position => [x + dx * cos - dy * sin, y + dx * sin + dy * cos])
    return { kind: 'fine comb', coordinates: [closed(turned)] }
  })

/** A strip that winds outwards: many pieces in one square, none of them in a straight line. */
const spiral = fc
  .record({
    origin,
    turns: fc.double({ min: 1, max: 7, noNaN: true }),
    pitchM: fc.double({ min: 4, max: 160, noNaN: true }),
    share: fc.double({ min: 0.05, max: 0.8, noNaN: true }),
    perTurn: fc.integer({ min: 12, max: 40 }),
  })
  .map(({ origin: { x, y }, turns, pitchM, share, perTurn }) => {
    const wound = (from: number): Position[] =>
      Array.from({ length: Math.ceil(turns * perTurn) }, (_, i): Position => {
        const angle = (2 * Math.PI * i) / perTurn
        const radius = from + (pitchM * i) / perTurn
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
      })
    return { kind: 'spiral', coordinates: [closed([...wound(20 + share * pitchM), ...wound(20).reverse()])] }
  })

export const anyArea: fc.Arbitrary<DrawnArea> = fc.oneof(
  blob,
  ringRoad,
  corridor,
  comb,
  sliver,
  toTheMillimetre,
  sieve,
  fineComb,
  spiral,
)

import assert from 'node:assert/strict'
import { test } from 'node:test'
import polygonClipping from 'polygon-clipping'
import { cutArea, firstCut } from '../../server/cut/cut.ts'
import type { Cut } from '../../server/cut/cut-rules.ts'
import { areaM2, normaliseArea } from '../../server/geometry/area.ts'
import type { Position, RdPolygon } from '../../server/geometry/geometry.ts'
import { ringFaults } from '../../server/geometry/ring-faults.ts'
import { informationAreaOf } from '../../server/registry/orders/information-area.ts'
import { faultsOf } from '../support/check-cut.ts'
import { everydayArea } from '../support/everyday-areas.ts'

const areaOf = (...coordinates: Position[][]): RdPolygon =>
  normaliseArea({ geometry: { type: 'Polygon', coordinates }, crs: 'EPSG:28992' }).area

const rectangle = (x: number, y: number, width: number, height: number): Position[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
  [x, y],
]

/** A square of 400 m with a hole of 200 m in its middle. */
const frame = areaOf(
  rectangle(120_000, 480_000, 400, 400),
  rectangle(120_100, 480_100, 200, 200).reverse() as Position[],
)
/** Two towers on a beam: from 300 m up there are two pieces in one square. */
const towers = areaOf([
  [120_000, 480_000],
  [120_420, 480_000],
  [120_420, 480_700],
  [120_400, 480_700],
  [120_400, 480_020],
  [120_020, 480_020],
  [120_020, 480_700],
  [120_000, 480_700],
  [120_000, 480_000],
])

const flat = (polygon: RdPolygon, by = 0) =>
  polygon.rings.map((ring) => ring.map(([x, y]): Position => [x - 120_000 + by, y - 480_000]))

/** m2 of the parts that lie outside the area and inside `where`. */
const askedBeyond = (area: RdPolygon, cut: Cut, where: RdPolygon): number => {
  const parts = cut.parts.map((part) => flat(part.polygon))
  const beyond = polygonClipping.difference(polygonClipping.union(parts[0]!, ...parts.slice(1)), flat(area))
  const surface = (ring: readonly Position[]) =>
    Math.abs(ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i]![0] * y - x * ring[i]![1], 0)) / 2
  return polygonClipping
    .intersection(beyond, flat(where))
    .reduce(
      (sum, rings) => sum + surface(rings[0]!) - rings.slice(1).reduce((holes, hole) => holes + surface(hole), 0),
      0,
    )
}

test('a hole that may not be asked for is cut open, and the quote says what that takes', () => {
  const hole = areaOf(rectangle(120_100, 480_100, 200, 200))
  const free = cutArea(frame, 'GRAAF')
  const bound = cutArea(frame, 'GRAAF', { keepOut: [hole] })
  assert.deepEqual(faultsOf(frame, bound, 'GRAAF'), [])
  assert.deepEqual([free.parts.length, bound.parts.length, bound.rulesCost], [1, 2, 1])
  assert.match(bound.explanation, /Your own rules take 1 notification more \(EUR 39\.95\)\./)
  assert.ok(askedBeyond(frame, bound, hole) < 1, 'the hole is not asked for')
})

test('an area to keep out of is asked for where the drawn area needs it', () => {
  const everything = areaOf(rectangle(119_000, 479_000, 3000, 3000))
  const cut = cutArea(frame, 'GRAAF', { keepOut: [everything] })
  assert.deepEqual(faultsOf(frame, cut, 'GRAAF'), [])
  assert.ok(cut.extraAreaM2 < 1)
})

test('an area to keep out of that lies elsewhere costs nothing', () => {
  const cut = cutArea(frame, 'GRAAF', { keepOut: [areaOf(rectangle(125_000, 480_000, 100, 100))] })
  assert.deepEqual([cut.parts.length, cut.rulesCost], [1, 0])
})

test('nothing is asked for farther from the area than was allowed', () => {
  const free = cutArea(frame, 'GRAAF', { maxExtraM: 101 })
  const near = cutArea(frame, 'GRAAF', { maxExtraM: 99 })
  assert.deepEqual([free.parts.length, near.parts.length], [1, 2])
  assert.deepEqual(faultsOf(frame, near, 'GRAAF'), [])
})

test('pieces are not joined by a bridge that is longer than was allowed', () => {
  const free = cutArea(towers, 'GRAAF')
  const near = cutArea(towers, 'GRAAF', { maxExtraM: 10 })
  assert.equal(free.parts.length, 2)
  assert.equal(near.parts.length, 3)
  assert.deepEqual(faultsOf(towers, near, 'GRAAF'), [])
})

test('borders lie where the rules cost least', () => {
  const parts = [0, 1, 4, 6, 12].map((number) => {
    const { geometry } = everydayArea('village', number)
    const { area } = normaliseArea({ geometry })
    const cut = firstCut(area, 'GRAAF', { maxExtraM: 5 })
    assert.deepEqual(faultsOf(area, cut, 'GRAAF'), [])
    return cut.parts.length
  })
  // Cut for the fewest squares first and split afterwards, they take 16, 10, 11, 7 and 9.
  assert.deepEqual(parts, [12, 8, 8, 4, 6])
})

test('an outline of many positions is cut until it needs no more area than was allowed', () => {
  const ring: Position[] = Array.from({ length: 400 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 400
    const r = i % 2 === 0 ? 200 : 190
    return [120_500 + r * Math.cos(angle), 480_500 + r * Math.sin(angle)]
  })
  const star = areaOf([...ring, ring[0]!])
  const cut = cutArea(star, 'GRAAF', { maxExtraM: 0.5 })
  assert.deepEqual(faultsOf(star, cut, 'GRAAF'), [])
  assert.ok(cut.parts.length > 1 && cut.rulesCost === cut.parts.length - 1)
  assert.ok(cut.extraAreaM2 < 0.05 * areaM2(star))
})

test('with an information buffer the parts shrink by twice as much', () => {
  const area = areaOf(rectangle(120_000, 480_000, 500, 60))
  const cut = cutArea(area, 'GRAAF', { infoBufferM: 10 })
  assert.deepEqual(faultsOf(area, cut, 'GRAAF'), [])
  assert.deepEqual([cut.parts.length, cut.rulesCost], [2, 1])
  assert.ok(cut.parts.every((part) => part.widthM <= 480 && part.heightM <= 480))
})

test('an information polygon contains its part, reaches at most 100 m farther, and keeps to the registry', () => {
  for (const bufferM of [1, 10, 70]) {
    for (const area of [frame, towers, areaOf([...wave(40), wave(40)[0]!])]) {
      for (const { polygon } of cutArea(area, 'GRAAF', { infoBufferM: bufferM }).parts) {
        const information = informationAreaOf(polygon, bufferM)
        const faults = ringFaults(information.rings, 'GRAAF').filter((fault) => fault !== 'too_many_positions')
        assert.deepEqual(faults, [])
        assert.ok(information.rings[0]!.length <= 200)
        assert.deepEqual(polygonClipping.difference(flat(polygon), flat(information)), [])
        assert.ok(information.rings[0]!.every((position) => distance(polygon, position) <= 100))
      }
    }
  }
})

/** A strip that goes up and down, 24 corners on either side. */
const wave = (heightM: number): Position[] => {
  const low = Array.from({ length: 12 }, (_, i): Position => [120_000 + 30 * i, 480_000 + (i % 2) * heightM])
  return [...low, ...low.map(([x, y]): Position => [x, y + 5]).reverse()]
}

const distance = (polygon: RdPolygon, [x, y]: Position): number => {
  const ring = polygon.rings[0]!
  return Math.min(
    ...ring.slice(1).map(([bx, by], i) => {
      const [ax, ay] = ring[i]!
      const [dx, dy] = [bx - ax, by - ay]
      const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
      return Math.hypot(ax + share * dx - x, ay + share * dy - y)
    }),
  )
}

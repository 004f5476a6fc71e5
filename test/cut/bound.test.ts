import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import polygonClipping from 'polygon-clipping'
import { plansOf } from '../../server/cut/plan.ts'
import { type Cell, samplesAcross, samplesOn } from '../../server/cut/samples.ts'

test('every sample is a square millimetre that holds some of the area', () => {
  const corner = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
  fc.assert(
    fc.property(corner, corner, corner, (a, b, c) => {
      const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
      fc.pre(twice !== 0)
      const ring = (twice > 0 ? [a, b, c] : [a, c, b]).flat()
      const triangle = [a, b, c].map(([x, y]): [number, number] => [x, y])
      for (const [x, y] of [...samplesOn([ring], 1, 1), ...samplesAcross([ring], 1, 1)]) {
        const cell: [number, number][] = [
          [x, y],
          [x + 1, y],
          [x + 1, y + 1],
          [x, y + 1],
        ]
        assert.ok(polygonClipping.intersection([triangle], [cell]).length > 0, `${x} ${y} of ${ring}`)
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})

/** A few boxes of cells that hang together, as an area on whole millimetres; and each of its cells. */
const someArea = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 14 }),
      y: fc.integer({ min: 0, max: 14 }),
      width: fc.integer({ min: 1, max: 9 }),
      height: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((boxes) => {
    const corners = boxes.map(({ x, y, width, height }): [number, number][][] => [
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
    ])
    const pieces = polygonClipping.union(corners[0]!, ...corners.slice(1))
    const cells = new Map<string, Cell>()
    for (const { x, y, width, height } of boxes) {
      for (let i = x; i < x + width; i++) for (let j = y; j < y + height; j++) cells.set(`${i} ${j}`, [i, j])
    }
    return { rings: pieces.flat().map((ring) => ring.slice(0, -1).flat()), isOne: pieces.length === 1, cells }
  })
  .filter(({ isOne }) => isOne)

test('no area takes fewer squares than the lower bound, nor more than were found', () => {
  let [found, shown, judged] = [0, 0, 0]
  fc.assert(
    fc.property(someArea, fc.constantFrom(4, 5, 6), ({ rings, cells }, side) => {
      const { plans, lowerBound } = plansOf(rings, side, 100, 'best')
      const fewest = fewestOfSide([...cells.values()], side)
      assert.ok(lowerBound <= fewest, `${lowerBound} proven, ${fewest} are enough`)
      assert.ok(plans[0]!.length >= fewest)
      for (const tiles of plans) {
        for (const [x, y] of cells.values()) {
          assert.ok(tiles.some(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1))
        }
        for (const { x0, y0, x1, y1 } of tiles) assert.ok(x1 - x0 <= side && y1 - y0 <= side)
      }
      judged++
      if (plans[0]!.length === fewest) found++
      if (lowerBound === fewest) shown++
    }),
    { numRuns: 150, seed: 12 },
  )
  assert.ok(found >= 0.98 * judged, `${found} of ${judged} are cut into the fewest`)
  assert.ok(shown >= 0.9 * judged, `the bound shows it of ${shown} of ${judged}`)
})

/** By trying: the first open cell is the leftmost, so some square with its left side there holds it. */
const fewestOfSide = (cells: readonly Cell[], side: number, most = Infinity): number => {
  if (cells.length === 0) return 0
  if (most <= 0) return Infinity
  const [left, row] = cells.reduce((first, cell) => (cell[0] < first[0] ? cell : first))
  let fewest = most
  for (let y = row - side + 1; y <= row; y++) {
    const rest = cells.filter(([i, j]) => i >= left + side || j < y || j >= y + side)
    fewest = Math.min(fewest, 1 + fewestOfSide(rest, side, fewest - 1))
  }
  return fewest
}

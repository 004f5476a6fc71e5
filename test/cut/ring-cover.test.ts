import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutArea } from '../../server/cut/cut.ts'
import { ringCover } from '../../server/cut/ring-cover.ts'
import type { Tile } from '../../server/cut/strips.ts'
import { normaliseArea } from '../../server/domain/geometry/area.ts'
import type { Position } from '../../server/domain/geometry/geometry.ts'
import { type MmRing, mmRings } from '../../server/domain/geometry/plane.ts'
import { faultsOf } from '../support/check-cut.ts'
import { everydayArea } from '../support/everyday-areas.ts'

const SIDE = 500_000

const ringOf = (number: number): MmRing[] => mmRings(areaOf(number))
const areaOf = (number: number) => normaliseArea({ geometry: everydayArea('ring road', number).geometry }).area

/** Millimetres at most a quarter of a metre apart on the sides of the road, that lie in no square. */
const openOn = (rings: readonly MmRing[], squares: readonly Tile[]): number => {
  let open = 0
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length
      const [ax, ay, bx, by] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!]
      const count = Math.ceil(Math.hypot(bx - ax, by - ay) / 250)
      for (let s = 0; s < count; s++) {
        const [x, y] = [ax + ((bx - ax) * s) / count, ay + ((by - ay) * s) / count]
        if (!squares.some(({ x0, y0, x1, y1 }) => x >= x0 - 1 && x <= x1 + 1 && y >= y0 - 1 && y <= y1 + 1)) open++
      }
    }
  }
  return open
}

test('squares along a ring cover both its sides, and are fewer than asked', () => {
  for (const number of [2, 5, 8, 16, 24]) {
    const rings = ringOf(number)
    const squares = ringCover(rings, SIDE, 20, (found) => found)
    assert.ok(squares && squares.length < 20)
    assert.equal(openOn(rings, squares), 0, `ring ${number}`)
    for (const { x0, y0, x1, y1 } of squares) assert.deepEqual([x1 - x0, y1 - y0], [SIDE, SIDE])
    assert.ok(squares.every(({ x0, y0 }) => Number.isInteger(x0) && Number.isInteger(y0)))
    const without = squares.slice(1)
    assert.ok(openOn(rings, without) > 0, 'each of them is needed')
  }
})

test('no squares are found where fewer are proven to be impossible, nor when none is taken for a cover', () => {
  const rings = ringOf(24)
  const { lowerBound } = cutArea(areaOf(24), 'GRAAF')
  assert.equal(
    ringCover(rings, SIDE, lowerBound, (found) => found),
    undefined,
  )
  let judged = 0
  const refusing = () => {
    judged++
    return undefined
  }
  assert.equal(ringCover(rings, SIDE, lowerBound + 1, refusing), undefined)
  assert.ok(judged > 1, 'the next is tried when one leaves something open')
})

test('a ring goes on from where it is begun: moved, it takes the same squares, moved', () => {
  const rings = ringOf(5)
  const moved = rings.map((ring) => ring.map((value, i) => value + (i % 2 === 0 ? 7_000 : -11_000)))
  const found = ringCover(rings, SIDE, 20, (squares) => squares)
  const foundMoved = ringCover(moved, SIDE, 20, (squares) => squares)
  assert.deepEqual(
    foundMoved,
    found?.map(({ x0, y0, x1, y1 }) => ({ x0: x0 + 7_000, y0: y0 - 11_000, x1: x1 + 7_000, y1: y1 - 11_000 })),
  )
})

test('ring roads take what is proven to be needed', () => {
  const round = (radius: number): Position[] =>
    Array.from({ length: 73 }, (_, i): Position => {
      const angle = (2 * Math.PI * (i % 72)) / 72
      return [150_000 + radius * Math.cos(angle), 450_000 + radius * Math.sin(angle)].map(
        (value) => Math.round(value * 1000) / 1000,
      ) as Position
    })
  const ofRadius900 = normaliseArea({
    geometry: { type: 'Polygon', coordinates: [round(906), round(894).reverse()] },
  }).area
  for (const [area, parts] of [
    [ofRadius900, 10],
    [areaOf(16), 11],
    [areaOf(13), 11],
  ] as const) {
    const cut = cutArea(area, 'GRAAF')
    assert.deepEqual([cut.parts.length, cut.lowerBound], [parts, parts])
    assert.deepEqual(faultsOf(area, cut, 'GRAAF'), [])
  }
})

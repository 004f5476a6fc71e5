import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsBetween, openBoxes } from '../../server/cut/coverage.ts'
import { cutArea } from '../../server/cut/cut.ts'
import { isRingInfeasible } from '../../server/cut/ring-bound.ts'
import { normaliseArea } from '../../server/domain/geometry/area.ts'
import { mmRings } from '../../server/domain/geometry/plane.ts'
import { everydayArea } from '../support/everyday-areas.ts'

const SIDE = 500_000
const areaOf = (number: number) => normaliseArea({ geometry: everydayArea('ring road', number).geometry }).area

test('of rings on which the LP bound ends just below a whole number it is proven that fewer is impossible', () => {
  for (const number of [18, 37, 69, 73, 79]) {
    const cut = cutArea(areaOf(number), 'GRAAF')
    assert.equal(cut.lowerBound, cut.parts.length, `ring ${number}`)
  }
})

test('nothing is proven of as many squares as are known to cover a ring, nor without work', () => {
  for (const number of [2, 5, 8, 18, 37, 69, 73, 79]) {
    const rings = mmRings(areaOf(number))
    const { parts } = cutArea(areaOf(number), 'GRAAF')
    assert.equal(isRingInfeasible(rings, SIDE, parts.length, { left: 1e8 }), false, `ring ${number}`)
    assert.equal(isRingInfeasible(rings, SIDE, parts.length - 1, { left: 1e8 }), true, `ring ${number}`)
    assert.equal(isRingInfeasible(rings, SIDE, parts.length - 1, { left: 0 }), false)
  }
})

test('of a ring that is turned over the same is proven', () => {
  for (const number of [18, 69]) {
    const turned = mmRings(areaOf(number)).map((ring) => ring.map((_, i) => ring[i ^ 1]!))
    const { parts } = cutArea(areaOf(number), 'GRAAF')
    assert.equal(isRingInfeasible(turned, SIDE, parts.length, { left: 1e8 }), false, `ring ${number}`)
    assert.equal(isRingInfeasible(turned, SIDE, parts.length - 1, { left: 1e8 }), true, `ring ${number}`)
  }
})

test('nothing is proven of squares that were laid in a ring, wherever they lie', () => {
  const apart = [
    [0, 0],
    [420, 300],
    [880, 210],
    [1300, 520],
    [1180, 980],
    [700, 1150],
    [230, 940],
    [-80, 470],
  ]
  // Each road runs through all squares, so it is covered by them; with less to go round, fewer may do.
  for (const width of [4, 30, 90]) {
    const middle = apart.map(([x, y]) => [x! * 1000 + 250_000, y! * 1000 + 250_000] as const)
    const shrunk = (by: number) =>
      middle.flatMap(([x, y]) => {
        const [dx, dy] = [x - 850_000, y - 820_000]
        const share = 1 - (by * 1000) / Math.hypot(dx, dy)
        return [Math.round(850_000 + dx * share), Math.round(820_000 + dy * share)]
      })
    const hole = shrunk(width)
    const rings = [shrunk(0), Array.from(hole, (_, i) => hole[hole.length - 2 - i + 2 * (i % 2)]!)]
    const covering = apart.map(([x, y]) => ({
      x0: x! * 1000,
      y0: y! * 1000,
      x1: x! * 1000 + SIDE,
      y1: y! * 1000 + SIDE,
    }))
    const open = openBoxes(columnsBetween(rings, covering, 5000), covering)
    assert.equal(open.length, 0, `the squares cover the road of ${width} m`)
    assert.equal(isRingInfeasible(rings, SIDE, apart.length, { left: 1e8 }), false, `${width} m`)
  }
})

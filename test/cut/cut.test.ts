import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { cutArea, firstCut } from '../../server/cut/cut.ts'
import { normaliseArea } from '../../server/geometry/area.ts'
import type { Position, RdPolygon } from '../../server/geometry/geometry.ts'
import type { KLIC_TYPES } from '../../server/registry/klic.ts'
import { faultsOf } from '../support/check-cut.ts'
import { shared } from '../support/shared.ts'

interface Shape {
  name: string
  kind: (typeof KLIC_TYPES)[number]
  best_known: number
  lower_bound: number
  geometry: unknown
}

const file = shared('domain/cut-shapes.json')
const shapes: Shape[] = file ? JSON.parse(readFileSync(file, 'utf8')).shapes : []

const areaOf = (...coordinates: Position[][]): RdPolygon =>
  normaliseArea({ geometry: { type: 'Polygon', coordinates }, crs: 'EPSG:28992' }).area

const rectangle = (x: number, y: number, width: number, height: number): Position[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
  [x, y],
]

describe('the reference areas', { skip: !file && 'cut-shapes.json is not beside the repository' }, () => {
  for (const shape of shapes) {
    test(`${shape.name} is cut within every rule, with the parts that are best known`, () => {
      const { area } = normaliseArea({ geometry: shape.geometry })
      const cut = cutArea(area, shape.kind)
      assert.deepEqual(faultsOf(area, cut, shape.kind), [])
      assert.ok(cut.parts.length <= shape.best_known, `${cut.parts.length}`)
      assert.ok(cut.lowerBound <= shape.best_known, `${cut.lowerBound}`)
    })
  }

  test('take at most 86 parts together', () => {
    const cuts = shapes.map((shape) => cutArea(normaliseArea({ geometry: shape.geometry }).area, shape.kind))
    const parts = cuts.reduce((sum, cut) => sum + cut.parts.length, 0)
    assert.ok(parts <= 86, `${parts}`)
  })
})

test('an area of exactly one side is one part, one millimetre more makes two', () => {
  const exact = cutArea(areaOf(rectangle(120_000, 480_000, 500, 500)), 'GRAAF')
  const more = cutArea(areaOf(rectangle(120_000, 480_000, 500.001, 500)), 'GRAAF')
  assert.deepEqual([exact.parts.length, more.parts.length], [1, 2])
})

test('a part that needs no change is the area itself', () => {
  const area = areaOf(rectangle(120_000.123, 480_000.456, 80, 40))
  const cut = cutArea(area, 'GRAAF')
  assert.deepEqual(new Set(cut.parts[0]!.polygon.rings[0]!.map(String)), new Set(area.rings[0]!.map(String)))
  assert.equal(cut.extraAreaM2, 0)
})

test('a hole that holds a whole square costs nothing', () => {
  const area = areaOf(rectangle(120_000, 480_000, 1500, 1500), rectangle(120_500, 480_500, 500, 500).reverse())
  const cut = cutArea(area, 'GRAAF')
  assert.deepEqual(faultsOf(area, cut, 'GRAAF'), [])
  assert.equal(cut.parts.length, 8)
})

test('a block that streets surround is not asked for where the border between two parts can run through it', () => {
  const block = rectangle(120_010, 480_010, 290, 290).reverse()
  const area = areaOf(
    [
      [120_000, 480_000],
      [120_310, 480_000],
      [120_310, 480_150],
      [120_700, 480_150],
      [120_700, 480_160],
      [120_310, 480_160],
      [120_310, 480_310],
      [120_000, 480_310],
      [120_000, 480_000],
    ],
    block,
  )
  const quick = firstCut(area, 'GRAAF')
  const cut = cutArea(area, 'GRAAF')
  assert.deepEqual(faultsOf(area, cut, 'GRAAF'), [])
  assert.deepEqual([quick.parts.length, quick.canImprove, cut.parts.length], [2, true, 2])
  assert.ok(quick.extraAreaM2 >= 290 * 290)
  assert.ok(cut.extraAreaM2 < 1, `${cut.extraAreaM2}`)
})

test('a block inside the only part is asked for, and nothing else is tried', () => {
  const area = areaOf(rectangle(120_000, 480_000, 310, 310), rectangle(120_010, 480_010, 290, 290).reverse())
  assert.equal(firstCut(area, 'GRAAF').canImprove, false)
  assert.equal(cutArea(area, 'GRAAF').parts.length, 1)
})

test('two sites in one square are one part, joined by a bridge of at most a metre', () => {
  const left = rectangle(120_000, 480_000, 20, 300)
  const area = areaOf([
    ...left.slice(0, 2),
    [120_020, 480_299],
    [120_400, 480_299],
    [120_400, 480_000],
    [120_420, 480_000],
    [120_420, 480_800],
    [120_400, 480_800],
    [120_400, 480_300],
    [120_000, 480_300],
    [120_000, 480_000],
  ])
  const cut = cutArea(area, 'GRAAF')
  assert.deepEqual(faultsOf(area, cut, 'GRAAF'), [])
  assert.equal(cut.parts.length, 2)
  assert.ok(cut.extraAreaM2 <= 400, `${cut.extraAreaM2}`)
})

test('the same area moved by whole metres gives the same parts, moved', () => {
  const ring = rectangle(120_000.5, 480_000.25, 1730.125, 940.75)
  const there = cutArea(areaOf(ring), 'GRAAF')
  const moved = cutArea(areaOf(ring.map(([x, y]): Position => [x + 1234, y - 56])), 'GRAAF')
  const back = moved.parts.map((part) => part.polygon.rings[0]!.map(([x, y]) => [x - 1234, y + 56].map(round)))
  assert.deepEqual(
    back,
    there.parts.map((part) => part.polygon.rings[0]!.map((position) => position.map(round))),
  )
})

test('orders stay within their frame and a hundred parts', () => {
  const area = areaOf(rectangle(100_000, 450_000, 7000, 6000))
  const cut = cutArea(area, 'GRAAF')
  assert.deepEqual(faultsOf(area, cut, 'GRAAF'), [])
  assert.equal(cut.parts.length, 168)
  assert.equal(cut.orders.length, 4)
})

test('a line across the whole country is cut exactly, though its edges are longer than a double can multiply', () => {
  const ring: Position[] = [
    [20_000, 350_000],
    [269_999.999, 599_990.001],
    [269_999.999, 599_991.002],
    [20_000, 350_001],
    [20_000, 350_000],
  ]
  const area = areaOf(ring)
  const cut = cutArea(area, 'ORIENT')
  assert.deepEqual(faultsOf(area, cut, 'ORIENT'), [])
  assert.ok(cut.parts.length <= 101, `${cut.parts.length}`)
})

test('an area beyond all measure is refused', () => {
  assert.throws(() => cutArea(areaOf(rectangle(50_000, 400_000, 100_000, 100_000)), 'GRAAF'), {
    code: 'GEOMETRY_TOO_LARGE',
  })
})

const round = (value: number) => Math.round(value * 1000) / 1000

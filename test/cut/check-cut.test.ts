/** The judge is judged: each rule it watches is broken once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cut } from '../../server/cut/cut-rules.ts'
import type { Position, RdPolygon } from '../../server/geometry/geometry.ts'
import { faultsOf } from '../support/check-cut.ts'

const square: Position[] = [
  [120_000, 480_000],
  [120_500, 480_000],
  [120_500, 480_500],
  [120_000, 480_500],
  [120_000, 480_000],
]
const area: RdPolygon = { crs: 'EPSG:28992', rings: [square] }

const cutOf = (...rings: Position[][]): Cut => ({
  parts: rings.map((ring) => ({ polygon: { crs: 'EPSG:28992', rings: [ring] }, widthM: 0, heightM: 0, areaM2: 0 })),
  orders: [rings.map((_, i) => i)],
  lowerBound: 1,
  plainGrid: 1,
  extraAreaM2: 0,
  rulesCost: 0,
  canImprove: false,
  explanation: '',
})
const changed = (index: number, ...positions: Position[]) => square.toSpliced(index, 1, ...positions)

test('a legal cut has no fault', () => {
  assert.deepEqual(faultsOf(area, cutOf(square), 'GRAAF'), [])
})

const broken: [string, Cut, RegExp][] = [
  ['too wide by a millimetre', cutOf(changed(2, [120_500.001, 480_500])), /extent/],
  ['finer than a millimetre', cutOf(changed(2, [120_500, 480_499.9995])), /finer/],
  ['a repeated position', cutOf(changed(1, [120_500, 480_000], [120_500, 480_000])), /repeated/],
  [
    'a touch',
    cutOf(changed(1, [120_500, 480_000], [120_500, 480_300], [120_250, 480_500], [120_500, 480_400])),
    /meet/,
  ],
  ['doubling back', cutOf(changed(1, [120_500, 480_000], [120_400, 480_000], [120_500, 480_001])), /meet/],
  ['a millimetre of the area left open', cutOf(changed(2, [120_499.999, 480_500])), /in no part/],
  ['a part in no order', { ...cutOf(square, square), orders: [[0]] }, /exactly one order/],
  ['too many positions', cutOf(square.flatMap((p) => new Array(13).fill(p))), /65 positions/],
]
for (const [name, cut, fault] of broken) {
  test(`sees ${name}`, () => assert.match(faultsOf(area, cut, 'GRAAF').join('; '), fault))
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitSquareFromRd } from '../../server/exports/tiles/mercator.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'

/** Metres around the equator; on the ground it is less. */
const WORLD_M = 40_075_017

test('a position between the corners of its cell is off by less than a millimetre, anywhere in the country', () => {
  const at = unitSquareFromRd()
  for (const [x, y] of [
    [13_450.3, 370_049.9],
    [155_050, 463_050],
    [189_331.7, 352_633.8],
    [276_849.2, 550_050.1],
    [112_123.4, 615_987.6],
  ] as const) {
    const exact = unitSquare(lngLatFromRd([x, y]))
    const fast = at(x, y)
    const off = Math.hypot(exact[0] - fast[0], exact[1] - fast[1]) * WORLD_M
    assert.ok(off < 0.001, `${x}, ${y}: ${off} m`)
  }
})

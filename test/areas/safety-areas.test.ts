/** Whether a notification touches a safety area: even a corner counts, a hole does not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RdPolygon, Ring } from '../../server/geometry/geometry.ts'
import { safetyWarnings, touchesSafetyArea } from '../../server/registry/safety-area-list.ts'

const box = (minX: number, minY: number, maxX: number, maxY: number): Ring => [
  [minX, minY],
  [maxX, minY],
  [maxX, maxY],
  [minX, maxY],
  [minX, minY],
]
const part = (...of: Parameters<typeof box>): RdPolygon => ({ crs: 'EPSG:28992', rings: [box(...of)] })
/** A field of a kilometre with a yard in its middle that is none of it. */
const FIELD = [box(150_000, 400_000, 151_000, 401_000), box(150_400, 400_400, 150_600, 400_600)]
const SLANTED: Ring = [
  [160_000, 400_000],
  [161_000, 401_000],
  [160_000, 401_000],
  [160_000, 400_000],
]

test('a border, a corner and the inside are touched; what lies beside it or in its hole is not', () => {
  for (const [what, polygon, isTouched] of [
    ['across its border', part(149_900, 400_100, 150_100, 400_200), true],
    ['within it', part(150_100, 400_100, 150_200, 400_200), true],
    ['all around it', part(149_000, 399_000, 152_000, 402_000), true],
    ['its corner', part(149_900, 399_900, 150_000, 400_000), true],
    ['a millimetre away', part(149_900, 399_900, 149_999.999, 400_000), false],
    ['within its hole', part(150_450, 400_450, 150_550, 400_550), false],
    ['over the border of its hole', part(150_350, 400_450, 150_550, 400_550), true],
    ['the whole hole and no more', part(150_400, 400_400, 150_600, 400_600), true],
    ['in the box of a slanted one', part(160_900, 400_000, 161_000, 400_100), false],
    ['across a slanted one', part(160_400, 400_300, 160_500, 400_600), true],
    ['far away', part(10_000, 380_000, 10_100, 380_100), false],
  ] as const) {
    assert.equal(touchesSafetyArea([FIELD, [SLANTED]], [polygon]), isTouched, what)
  }
})

test('one part of many is enough, and the warning names the day of the list', () => {
  const [beside, within] = [part(10_000, 380_000, 10_100, 380_100), part(150_100, 400_100, 150_200, 400_200)]
  const kept = { listedOn: '2026-11-23', areas: [FIELD] }
  assert.deepEqual(safetyWarnings(kept, [beside]), [])
  const [warning, ...others] = safetyWarnings(kept, [beside, within])
  assert.deepEqual([warning?.code, others.length], ['SAFETY_AREA', 0])
  assert.match(warning!.message, /2026-11-23/)
  assert.deepEqual(safetyWarnings({ ...kept, areas: [] }, [within]), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { areaM2, normaliseArea } from '../../server/domain/area.ts'
import { type Cut, cutArea } from '../../server/domain/cut.ts'
import type { RdPolygon } from '../../server/domain/geometry.ts'
import { KLIC_TYPES } from '../../server/domain/klic.ts'
import { mmRings } from '../../server/domain/plane.ts'
import { Refusal } from '../../server/domain/refusal.ts'
import { anyArea } from '../support/areas.ts'
import { faultsOf } from '../support/check-cut.ts'
import { bestGridOf } from '../support/plain-grid.ts'

/** Rounding may close a sliver; such a drawing is rightly refused and tells nothing here. */
const areaOf = (coordinates: unknown): RdPolygon | undefined => {
  try {
    return normaliseArea({ geometry: { type: 'Polygon', coordinates }, crs: 'EPSG:28992' }).area
  } catch (error) {
    if (error instanceof Refusal && error.code === 'GEOMETRY_INVALID') return undefined
    throw error
  }
}

const anyCut = fc
  .record({ drawn: anyArea, klicType: fc.constantFrom(...KLIC_TYPES) })
  .map(({ drawn, klicType }) => ({ drawn, klicType, area: areaOf(drawn.coordinates) }))
  .filter(({ area }) => area !== undefined)
  .map(({ drawn, klicType, area }) => ({ drawn, klicType, area: area! }))

const RUNS = { numRuns: 150, seed: 20_180_901 }

test('every cut is legal and covers the area, whatever its shape', () => {
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      assert.deepEqual(faultsOf(area, cutArea(area, klicType), klicType), [])
    }),
    RUNS,
  )
})

test('no plain grid has fewer parts, wherever it is anchored', () => {
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      const cut = cutArea(area, klicType)
      const grid = bestGridOf(mmRings(area), klicType === 'GRAAF' ? 500_000 : 2_500_000, 10)
      assert.ok(cut.parts.length <= grid, `${cut.parts.length} parts, grid ${grid}`)
      assert.ok(cut.parts.length <= cut.plainGrid)
      assert.ok(cut.lowerBound <= grid)
    }),
    { ...RUNS, numRuns: 60 },
  )
})

test('the same area gives the same cut', () => {
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      assert.deepEqual(cutArea(structuredClone(area), klicType), cutArea(area, klicType))
    }),
    { ...RUNS, numRuns: 40 },
  )
})

test('what the parts cover is the area and the extra area', () => {
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      const cut: Cut = cutArea(area, klicType)
      const covered = cut.parts.reduce((sum, part) => sum + part.areaM2, 0)
      assert.ok(Math.abs(covered - cut.extraAreaM2 - areaM2(area)) < 0.002)
    }),
    { ...RUNS, numRuns: 40 },
  )
})

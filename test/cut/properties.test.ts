import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutArea, firstCut } from '../../server/cut/cut.ts'
import type { Cut } from '../../server/cut/cut-rules.ts'
import { areaM2, normaliseArea } from '../../server/geometry/area.ts'
import type { RdPolygon } from '../../server/geometry/geometry.ts'
import { mmRings } from '../../server/geometry/plane.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { KLIC_TYPES, type KlicType } from '../../server/registry/klic.ts'
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

/** The quick cut takes thousands in seconds; of the best one, which searches for longer, fewer. */
const RUNS = { numRuns: 1000, seed: 20_180_901 }
const BEST_RUNS = { numRuns: 50, seed: 1 }
const sideOf = (klicType: KlicType) => (klicType === 'GRAAF' ? 500_000 : 2_500_000)

test('every cut is legal and covers the area, for any shape', () => {
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      assert.deepEqual(faultsOf(area, firstCut(area, klicType), klicType), [])
    }),
    { ...RUNS, numRuns: 400 },
  )
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      assert.deepEqual(faultsOf(area, cutArea(area, klicType), klicType), [])
    }),
    BEST_RUNS,
  )
})

test('no plain grid has fewer parts, wherever it is anchored', () => {
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      const cut = firstCut(area, klicType)
      const grid = bestGridOf(mmRings(area), sideOf(klicType), 5)
      assert.ok(cut.parts.length <= grid, `${cut.parts.length} parts, grid ${grid}`)
      assert.equal(cut.plainGrid, bestGridOf(mmRings(area), sideOf(klicType), 1))
      assert.ok(cut.lowerBound <= grid)
    }),
    { ...RUNS, numRuns: 150 },
  )
})

test('the best cut is never worse than the first, and its proof never weaker', () => {
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      const first = firstCut(area, klicType)
      const best = cutArea(area, klicType)
      assert.ok(best.parts.length <= first.parts.length)
      assert.ok(best.lowerBound >= first.lowerBound || best.lowerBound === best.parts.length)
      assert.equal(best.canImprove, false)
      if (!first.canImprove) assert.deepEqual(best, first)
    }),
    { ...BEST_RUNS, seed: 2 },
  )
})

test('the same area gives the same cut', () => {
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      assert.deepEqual(firstCut(structuredClone(area), klicType), firstCut(area, klicType))
    }),
    { ...RUNS, numRuns: 200 },
  )
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      assert.deepEqual(cutArea(structuredClone(area), klicType), cutArea(area, klicType))
    }),
    { ...BEST_RUNS, numRuns: 8 },
  )
})

test('an area moved by whole metres gives the same parts, moved', () => {
  const anyMove = fc.record({
    cut: anyCut,
    dx: fc.integer({ min: -900, max: 900 }),
    dy: fc.integer({ min: -900, max: 900 }),
  })
  const inMm = (cut: Cut, dx: number, dy: number) =>
    cut.parts.map((part) =>
      part.polygon.rings[0]!.map(([x, y]) => [Math.round(x * 1000) + dx * 1000, Math.round(y * 1000) + dy * 1000]),
    )
  const isTheSame = (
    { cut: { area, klicType }, dx, dy }: { cut: { area: RdPolygon; klicType: KlicType }; dx: number; dy: number },
    by: typeof cutArea,
  ) => {
    const rings = area.rings.map((ring) =>
      ring.map(([x, y]): [number, number] => [
        (Math.round(x * 1000) + dx * 1000) / 1000,
        (Math.round(y * 1000) + dy * 1000) / 1000,
      ]),
    )
    assert.deepEqual(inMm(by({ ...area, rings }, klicType), 0, 0), inMm(by(area, klicType), dx, dy))
  }
  fc.assert(
    fc.property(anyMove, (move) => isTheSame(move, firstCut)),
    { ...RUNS, numRuns: 200 },
  )
  fc.assert(
    fc.property(anyMove, (move) => isTheSame(move, cutArea)),
    { ...BEST_RUNS, numRuns: 8 },
  )
})

test('what the parts cover is the area and the extra area', () => {
  fc.assert(
    fc.property(anyCut, ({ area, klicType }) => {
      const cut = firstCut(area, klicType)
      const covered = cut.parts.reduce((sum, part) => sum + part.areaM2, 0)
      assert.ok(Math.abs(covered - cut.extraAreaM2 - areaM2(area)) < 0.002)
    }),
    RUNS,
  )
})

test('with any rules of the user, every cut is legal, covers the area, and says what they cost', () => {
  const anyRules = fc.record(
    {
      maxExtraM: fc.constantFrom(0.5, 5, 50),
      infoBufferM: fc.constantFrom(1, 10, 70),
      keepOut: fc.constant([] as RdPolygon[]),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anyCut, anyRules, ({ area, klicType }, rules) => {
      let cut: Cut
      try {
        cut = firstCut(area, klicType, rules)
      } catch (error) {
        if (error instanceof Refusal) return
        throw error
      }
      assert.deepEqual(faultsOf(area, cut, klicType), [])
      assert.ok(cut.parts.length - cut.rulesCost <= firstCut(area, klicType).parts.length)
      const most = sideOf(klicType) / 1000 - (klicType === 'GRAAF' ? 2 * (rules.infoBufferM ?? 0) : 0)
      assert.ok(cut.parts.every((part) => part.widthM <= most && part.heightM <= most))
    }),
    { ...RUNS, numRuns: 60 },
  )
})

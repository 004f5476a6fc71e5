import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import polygonClipping from 'polygon-clipping'
import { ClipError, clipToTile } from '../../server/cut/outline/clip.ts'
import { withSharedCornersOnce } from '../../server/cut/outline/corners.ts'
import { withoutCorner } from '../../server/cut/outline/notch.ts'
import type { Tile } from '../../server/cut/strips.ts'
import { normaliseArea } from '../../server/geometry/area.ts'
import { type MmRing, mmRings } from '../../server/geometry/plane.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { anyArea } from '../support/areas.ts'

const ringsOf = (coordinates: unknown): number[][] | undefined => {
  try {
    return mmRings(normaliseArea({ geometry: { type: 'Polygon', coordinates }, crs: 'EPSG:28992' }).area)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const extentOf = (rings: readonly MmRing[]): Tile => {
  const xs = rings.flatMap((ring) => ring.filter((_, i) => i % 2 === 0))
  const ys = rings.flatMap((ring) => ring.filter((_, i) => i % 2 === 1))
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

/** From the tile's corner, which keeps the library's floats exact enough. */
const shapeOf = (rings: readonly MmRing[], { x0, y0 }: Tile) => {
  const all = rings.map((ring): [number, number][][] => [
    Array.from({ length: ring.length / 2 }, (_, i): [number, number] => [ring[2 * i]! - x0, ring[2 * i + 1]! - y0]),
  ])
  return all.length === 0 ? [] : polygonClipping.xor(all[0]!, ...all.slice(1))
}
const boxOf = ({ x0, y0, x1, y1 }: Tile): number[] => [x0, y0, x1, y0, x1, y1, x0, y1]

/** Twice the area over the length: how thick the thickest piece is, mm. */
const thickness = (shape: [number, number][][][]): number =>
  Math.max(
    0,
    ...shape.map((polygon) => {
      let twice = 0
      let length = 0
      for (const ring of polygon) {
        for (let i = 0; i + 1 < ring.length; i++) {
          twice += ring[i]![0] * ring[i + 1]![1] - ring[i + 1]![0] * ring[i]![1]
          length += Math.hypot(ring[i + 1]![0] - ring[i]![0], ring[i + 1]![1] - ring[i]![1])
        }
      }
      return Math.abs(twice) / length
    }),
  )

const share = fc.double({ min: 0.05, max: 0.95, noNaN: true })

test('without a corner, all else of the area is left, and of the corner no more than rounding', () => {
  let judged = 0
  fc.assert(
    fc.property(
      anyArea,
      share,
      share,
      share,
      share,
      fc.boolean(),
      fc.boolean(),
      (drawn, a, b, c, d, isRight, isTop) => {
        const rings = ringsOf(drawn.coordinates)
        if (!rings) return
        const whole = extentOf(rings)
        const at = (low: number, high: number, part: number) => Math.round(low + part * (high - low))
        const tile: Tile = {
          x0: at(whole.x0, whole.x1, Math.min(a, b) / 2),
          x1: at(whole.x0, whole.x1, 0.5 + Math.max(a, b) / 2),
          y0: at(whole.y0, whole.y1, Math.min(c, d) / 2),
          y1: at(whole.y0, whole.y1, 0.5 + Math.max(c, d) / 2),
        }
        const [x, y] = [at(tile.x0, tile.x1, a), at(tile.y0, tile.y1, c)]
        if (x <= tile.x0 || x >= tile.x1 || y <= tile.y0 || y >= tile.y1) return
        const corner = {
          ...(isRight ? { x0: x, x1: tile.x1 } : { x0: tile.x0, x1: x }),
          ...(isTop ? { y0: y, y1: tile.y1 } : { y0: tile.y0, y1: y }),
        }
        let inTile: number[][]
        let left: number[][]
        try {
          inTile = clipToTile(rings, tile)
          left = withoutCorner(inTile, tile, corner)
        } catch (error) {
          if (error instanceof ClipError) return
          throw error
        }
        judged++
        const is = shapeOf(left, tile)
        const shouldBe = polygonClipping.difference(shapeOf(inTile, tile), shapeOf([boxOf(corner)], tile))
        assert.ok(thickness(polygonClipping.difference(shouldBe, is) as [number, number][][][]) < 0.01)
        assert.ok(thickness(polygonClipping.difference(is, shouldBe) as [number, number][][][]) < 3)
      },
    ),
    { numRuns: 600, seed: 3 },
  )
  assert.ok(judged > 300, `${judged}`)
})

test('the tile that keeps a corner keeps all of it, and the tile that gives it then asks for less', () => {
  const anyTile = fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
    .map(([x, y]): Tile => ({ x0: x, y0: y, x1: x + 5, y1: y + 5 }))
  const isIn = (x: number, y: number, { x0, y0, x1, y1 }: Tile) => x >= x0 && x < x1 && y >= y0 && y < y1
  fc.assert(
    fc.property(fc.array(anyTile, { minLength: 2, maxLength: 7 }), (tiles) => {
      const cellsOf = ({ tile, given }: { tile: Tile; given: readonly Tile[] }) => {
        const cells: string[] = []
        for (let x = tile.x0; x < tile.x1; x++) {
          for (let y = tile.y0; y < tile.y1; y++)
            if (!given.some((corner) => isIn(x, y, corner))) cells.push(`${x} ${y}`)
        }
        return cells
      }
      const rooms = withSharedCornersOnce(tiles, (room) => cellsOf(room).length)
      const before = new Set(tiles.flatMap((tile) => cellsOf({ tile, given: [] })))
      assert.deepEqual(new Set(rooms.flatMap(cellsOf)), before)
      const asked = (all: readonly { tile: Tile; given: readonly Tile[] }[]) => all.flatMap(cellsOf).length
      const isGiven = rooms.some(({ given }) => given.length > 0)
      assert.ok(isGiven ? asked(rooms) < 25 * tiles.length : asked(rooms) === 25 * tiles.length)
    }),
    { numRuns: 500, seed: 4 },
  )
})

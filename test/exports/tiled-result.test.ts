/** Tiles of a result that holds much: cut in slices, and known beforehand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { TileAddress } from '../../server/exports/tiles/map-tiles.ts'
import { unitSquareFromRd } from '../../server/exports/tiles/mercator.ts'
import { tiledResult } from '../../server/exports/tiles/tiled-result.ts'
import type { ResultFeature } from '../../server/imkl/model/result.ts'
import { wholeTile as whole } from '../support/whole-tile.ts'

const MANY = 9000

/** Cables of 20 m on a grid of 10 m, around the middle of the Netherlands. */
function* cables(): Generator<ResultFeature> {
  for (let i = 0; i < MANY; i++) {
    const x = 154_000 + (i % 100) * 10
    const y = 463_000 + Math.floor(i / 100) * 10
    const cells = ['water', 'KL1234', 'functional', 'Waterleiding']
    yield { fid: i + 1, cells, geometry: { type: 'MultiLineString', lines: [[x, y, x + 20, y]] } }
  }
}
const source = {
  features: (layer: string): Iterable<ResultFeature> => (layer === 'kabel_of_leiding' ? cables() : []),
}

const fidsIn = (tile: Uint8Array | null): number[] => {
  const layer = new VectorTile(new PbfReader(tile!)).layers.kabel_of_leiding!
  return Array.from({ length: layer.length }, (_, i) => layer.feature(i).id!)
}

test('a tile that holds much gives way meanwhile, and has its features in the order of the result', () => {
  const result = tiledResult(source)
  const heavy = result.heavy()
  const [z, x, y] = heavy[0]!
  const { tile, turns } = whole(result, z, x, y)
  assert.ok(turns > 3, `${turns} turns`)
  const fids = fidsIn(tile)
  assert.ok(fids.length > 4000, `${fids.length} features`)
  assert.deepEqual(
    fids,
    fids.toSorted((a, b) => a - b),
  )
})

test('the tiles that hold much are listed, the closest first, and hold every feature', () => {
  const result = tiledResult(source)
  const heavy = result.heavy()
  const zooms = heavy.map(([z]) => z)
  assert.deepEqual(
    zooms,
    zooms.toSorted((a, b) => b - a),
  )
  const far = heavy.filter(([z]) => z === 12).flatMap((at) => fidsIn(whole(result, ...at).tile))
  assert.equal(new Set(far).size, MANY)
})

/** A zigzag of 60 m wide and 40 cm a tooth: nothing of it is left out far off, and a simplification of all of it takes minutes. */
const zigzag = (corners: number, widthM: number): number[] =>
  Array.from({ length: corners }, (_, i) => [154_000 + i * 0.2, 463_000 + (i % 2) * widthM]).flat()

const oneLine = (line: number[]) =>
  tiledResult({
    features: (layer: string): Iterable<ResultFeature> =>
      layer === 'kabel_of_leiding' ? [{ fid: 1, cells: [], geometry: { type: 'MultiLineString', lines: [line] } }] : [],
  })

test('a line of many corners is drawn whole, in pieces', () => {
  const [lng, lat] = unitSquareFromRd()(154_000 + 500 * 0.2, 463_000)
  const at = (z: number): TileAddress => [z, Math.floor(lng * 2 ** z), Math.floor(lat * 2 ** z)]
  const linesOf = (tile: Uint8Array | null) => {
    const layer = new VectorTile(new PbfReader(tile!)).layers.kabel_of_leiding!
    return Array.from({ length: layer.length }, (_, i) => layer.feature(i)).map((feature) => {
      assert.equal(feature.id, 1)
      return feature.loadGeometry()
    })
  }
  const { tile, turns } = whole(oneLine(zigzag(60_000, 60)), ...at(12))
  assert.ok(turns > 10, `${turns} turns`)
  assert.ok(linesOf(tile).length > 10)
  // A street holds the pieces that lie in it, and each goes on where the one before ended.
  const near = linesOf(whole(oneLine(zigzag(60_000, 0.1)), ...at(17)).tile).flat()
  assert.ok(near.length > 0 && near.length <= 3, `${near.length} pieces`)
  for (const [i, line] of near.slice(1).entries()) assert.deepEqual(line[0], near[i]!.at(-1))
})

test('an area of many corners is drawn at every zoom, far off with what a tile can show', () => {
  const corners = 200_000
  const teeth = Array.from({ length: corners }, (_, i) => [154_000 + i * 0.01, 463_000 + (i % 2) * 60]).flat()
  const ring = [...teeth, 156_000, 462_900, 154_000, 462_900, 154_000, 463_000]
  const result = tiledResult({
    features: (layer: string): Iterable<ResultFeature> =>
      layer === 'eis_voorzorgsmaatregel'
        ? [{ fid: 1, cells: [], geometry: { type: 'MultiPolygon', polygons: [[ring]] } }]
        : [],
  })
  const [lng, lat] = unitSquareFromRd()(154_500, 463_030)
  for (const z of [10, 13, 16, 17, 18, 19]) {
    const { tile } = whole(result, z, Math.floor(lng * 2 ** z), Math.floor(lat * 2 ** z))
    const layer = new VectorTile(new PbfReader(tile!)).layers.eis_voorzorgsmaatregel!
    assert.equal(layer.length, 1, `zoom ${z}`)
    const drawn = layer.feature(0).loadGeometry().flat().length
    assert.ok(drawn > 100, `${drawn} corners at zoom ${z}`)
  }
})

test('of a dense line far off only what a tile can show is drawn, and its ends', () => {
  const dense = Array.from({ length: 900 }, (_, i) => [154_000 + i * 0.01, 463_000 + (i % 2) * 0.01]).flat()
  const [lng, lat] = unitSquareFromRd()(154_000, 463_000)
  const corners = (z: number): number => {
    const { tile } = whole(oneLine(dense), z, Math.floor(lng * 2 ** z), Math.floor(lat * 2 ** z))
    return new VectorTile(new PbfReader(tile!)).layers.kabel_of_leiding!.feature(0).loadGeometry().flat().length
  }
  assert.ok(corners(14) < 10, `${corners(14)} corners`)
  assert.equal(corners(18), 900)
})

test('a tile of a street is cut at once', () => {
  const result = tiledResult(source)
  const [z, x, y] = result.heavy()[0]!
  const near = whole(result, z + 4, x * 16 + 8, y * 16 + 8)
  assert.equal(near.turns, 0)
})

test('a result without a place has no tile that holds much', () => {
  assert.deepEqual(tiledResult({ features: () => [] }).heavy(), [])
})

/** A line of a millimetre, one that is closed on itself, an area of one place, and one of ten metres that is as thin as paper. */
const SPECKS: Record<string, ResultFeature['geometry'][]> = {
  kabel_of_leiding: [
    { type: 'MultiLineString', lines: [[155_000, 463_000, 155_000.001, 463_000]] },
    { type: 'MultiLineString', lines: [[155_000, 463_000, 155_000, 463_000]] },
    { type: 'MultiLineString', lines: [[155_000, 463_000, 155_000.003, 463_000.003, 155_000, 463_000]] },
  ],
  eis_voorzorgsmaatregel: [
    { type: 'MultiPolygon', polygons: [[[155_000, 463_000, 155_000, 463_000, 155_000, 463_000, 155_000, 463_000]]] },
    {
      type: 'MultiPolygon',
      polygons: [[[155_000, 463_000, 155_000.001, 463_010, 155_000, 463_010, 155_000, 463_000]]],
    },
  ],
}

test('closest by nothing is left out: what is smaller than a step of a tile is drawn a step long or wide', () => {
  const result = tiledResult({
    features: (layer) => (SPECKS[layer] ?? []).map((geometry, i) => ({ fid: i + 1, cells: [], geometry })),
  })
  const [lng, lat] = unitSquareFromRd()(155_000, 463_000)
  for (const z of [18, 19]) {
    const at = (value: number): number => Math.floor(value * 2 ** z)
    const { layers } = new VectorTile(new PbfReader(whole(result, z, at(lng), at(lat)).tile!))
    for (const [name, geometries] of Object.entries(SPECKS)) {
      const layer = layers[name]!
      assert.equal(layer.length, geometries.length, `${name} at ${z}`)
      for (let i = 0; i < layer.length; i++) {
        const paths = layer.feature(i).loadGeometry()
        const { type } = layer.feature(i)
        if (type === 2)
          assert.ok(paths[0]!.length >= 2 && !paths[0]![0]!.equals(paths[0]!.at(-1)!), `${name} ${i} at ${z}`)
        // Of a ring that is not clockwise a map makes a hole.
        else assert.ok(paths.length === 1 && surface(paths[0]!) > 0, `${name} ${i} at ${z}`)
      }
    }
  }
})

const surface = (ring: readonly { x: number; y: number }[]): number =>
  ring.reduce((sum, { x, y }, i) => sum + ring.at(i - 1)!.x * y - ring.at(i - 1)!.y * x, 0)

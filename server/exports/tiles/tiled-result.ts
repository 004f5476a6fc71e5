/**
 * A result as tiles: read once into memory, each layer under an index of its own, and cut into a tile when one is asked
 * for. Runs in a thread (tile-thread.ts): reading 100,000 features takes most of a second.
 * A tile seen from afar holds most of a result, and takes a tenth of a second: it is cut in slices of so many positions, so
 * that one that holds a street need not wait for it.
 */
import { type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import Flatbush from 'flatbush'
import type { Feature } from 'geojson'
import { emptyExtent, widen } from '../../geometry/flat.ts'
import type { Extent } from '../../geometry/geometry.ts'
import { DRAW_ORDER, type StyledLayer } from '../../imkl/look/styles.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import { TILE_EXTENT, TILE_LAYERS, TILE_ZOOM, type TileAddress, WHOLE_FROM } from './map-tiles.ts'
import { unitSquareFromRd } from './mercator.ts'
import { coordinatesOf, countPositions, isLongShape, piecesOf, thinPath } from './shorter-paths.ts'
import { tileFeatures } from './tile-features.ts'
import { keepVisible } from './tiny-features.ts'

/** Around a tile, so that a wide line or a mark at its edge is whole: 16 pixels. */
const BUFFER = 128
/** Simplified to a quarter of a pixel. */
const TOLERANCE = 2
/** What is thinned first and then simplified is off by no more than three eighths of a pixel. */
const THINNED_TO = TOLERANCE / 2
/** Positions of what is simplified as quickly as it is thinned. */
const THINNED_FROM = 50
/** Positions between two turns of who else waits: a few milliseconds. */
const SLICE_POSITIONS = 2000
/** Positions of a tile that had better be cut before anybody asks for it. */
const HEAVY_POSITIONS = 8000

interface IndexedLayer {
  name: StyledLayer
  from: number
  tree: Flatbush
  features: Feature[]
  /** How many positions each feature has. */
  positions: Uint32Array
}

export interface TiledResult {
  /** Gives way between slices, and in the end the tile, uncompressed; null when nothing lies there. */
  tile(...at: TileAddress): Generator<void, Uint8Array | null>
  /** The tiles that hold much, the closest first. */
  heavy(): TileAddress[]
}

/** The opener of the reader closes it; it is not needed afterwards. */
export function tiledResult(reader: Pick<ResultReader, 'features'>): TiledResult {
  const at = unitSquareFromRd()
  // What is first drawn at the same zoom lies under one index.
  const gathered = new Map<string, { name: StyledLayer; from: number; features: Feature[] }>()
  for (const layer of DRAW_ORDER) {
    for (const found of reader.features(layer, { columns: TILE_LAYERS[layer].columns })) {
      for (const { layer: name, from, feature } of tileFeatures(layer, found, at)) {
        const key = `${name} ${from}`
        const group = gathered.get(key) ?? { name, from, features: [] }
        group.features.push(...piecesOf(feature))
        gathered.set(key, group)
      }
    }
  }
  const layers = [...gathered.values()].map(
    (group): IndexedLayer => ({
      ...group,
      tree: treeOf(group.features),
      positions: Uint32Array.from(group.features, (feature) => countPositions(coordinatesOf(feature))),
    }),
  )
  const byName = Map.groupBy(layers, ({ name }) => name)
  return {
    *tile(z, x, y) {
      const encoded: Uint8Array[] = []
      for (const [name, groups] of byName) {
        const features: GeoJSONVTTile['features'] = []
        for (const group of groups) yield* cut(group, [z, x, y], features)
        if (features.length === 0) continue
        // A tile is its layers one after another.
        encoded.push(fromGeojsonVt({ [name]: { features } as GeoJSONVTTile }, { version: 2, extent: TILE_EXTENT }))
        if (features.length > SLICE_POSITIONS / 2) yield
      }
      return encoded.length === 0 ? null : Buffer.concat(encoded)
    },
    heavy: () => heavyOf(layers),
  }
}

function* cut(layer: IndexedLayer, [z, x, y]: TileAddress, into: GeoJSONVTTile['features']): Generator<void, void> {
  if (z < layer.from) return
  // In the order of the result, so that the same tile always has the same bytes.
  const found = Uint32Array.from(indexesIn(layer, z, x, y)).sort()
  const step = z < WHOLE_FROM ? THINNED_TO / TILE_EXTENT / 2 ** z : 0
  let slice: Feature[] = []
  let positions = 0
  const end = (how: Detail): void => {
    if (slice.length > 0) for (const feature of cutSlice(slice, how, [z, x, y])) into.push(feature)
    slice = []
  }
  const simplified: Detail = step > 0 ? 'simplified' : 'whole'
  for (const index of found) {
    const own = layer.features[index]!
    const count = layer.positions[index]!
    const feature = step > 0 && count > THINNED_FROM ? thinPath(own, step) : own
    const isLong = feature !== own && isLongShape(feature)
    if (isLong) end(simplified)
    slice.push(feature)
    if (isLong) end('thinned')
    positions += count
    if (positions < SLICE_POSITIONS) continue
    end(simplified)
    positions = 0
    yield
  }
  end(simplified)
}

/** Down to the first zoom at which no tile holds much. */
function heavyOf(layers: readonly IndexedLayer[]): TileAddress[] {
  const found: TileAddress[] = []
  for (let z = TILE_ZOOM.min; z <= TILE_ZOOM.max; z++) {
    const drawn = layers.filter(({ from }) => z >= from)
    const isHeavy = ([, x, y]: TileAddress): boolean =>
      drawn.reduce((sum, layer) => sum + positionsIn(layer, z, x, y), 0) > HEAVY_POSITIONS
    const here = tilesOver(drawn, z).filter(isHeavy)
    // Far enough off there may be nothing yet to draw.
    if (here.length === 0 && found.length > 0) break
    found.push(...here)
  }
  return found.toReversed()
}

function tilesOver(layers: readonly IndexedLayer[], z: number): TileAddress[] {
  const trees = layers.map(({ tree }) => tree)
  if (trees.length === 0) return []
  const column = (at: number): number => Math.floor(at * 2 ** z)
  const tiles: TileAddress[] = []
  const lastX = column(Math.max(...trees.map(({ maxX }) => maxX)))
  const lastY = column(Math.max(...trees.map(({ maxY }) => maxY)))
  for (let x = column(Math.min(...trees.map(({ minX }) => minX))); x <= lastX; x++)
    for (let y = column(Math.min(...trees.map(({ minY }) => minY))); y <= lastY; y++) tiles.push([z, x, y])
  return tiles
}

function treeOf(features: readonly Feature[]): Flatbush {
  const tree = new Flatbush(features.length)
  for (const feature of features) {
    const box = emptyExtent()
    widenBy(box, coordinatesOf(feature))
    tree.add(box.minX, box.minY, box.maxX, box.maxY)
  }
  tree.finish()
  return tree
}

function widenBy(box: Extent, coordinates: readonly unknown[]): void {
  const [x, y] = coordinates
  if (typeof x === 'number' && typeof y === 'number') widen(box, [x, y])
  else for (const inner of coordinates) widenBy(box, inner as unknown[])
}

function indexesIn({ tree }: IndexedLayer, z: number, x: number, y: number): number[] {
  const size = 2 ** -z
  const around = (BUFFER / TILE_EXTENT) * size
  return tree.search(x * size - around, y * size - around, (x + 1) * size + around, (y + 1) * size + around)
}

const positionsIn = (layer: IndexedLayer, z: number, x: number, y: number): number =>
  indexesIn(layer, z, x, y).reduce((sum, index) => sum + layer.positions[index]!, 0)

/** Closest by nothing is left out, however small; further off what is smaller than the tolerance is. */
type Detail = 'whole' | 'thinned' | 'simplified'

function cutSlice(features: Feature[], how: Detail, [z, x, y]: TileAddress): GeoJSONVTTile['features'] {
  const found = geoJSONToTile({ type: 'FeatureCollection', features }, z, x, y, {
    coordinates: 'unitSquare',
    extent: TILE_EXTENT,
    buffer: BUFFER,
    // Without one the library keeps every point.
    tolerance: how === 'simplified' ? TOLERANCE : 0,
    maxZoom: how === 'simplified' ? TILE_ZOOM.max : z,
    clip: true,
  }).features
  return how === 'whole' ? found.map(keepVisible) : found
}

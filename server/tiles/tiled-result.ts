/**
 * A result as tiles: read once into memory, each layer under an index of its own, and cut into a tile when one is asked
 * for. Runs in a thread (tile-thread.ts): reading 100,000 features takes most of a second.
 */
import { type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import Flatbush from 'flatbush'
import type { Feature, Geometry, GeometryCollection } from 'geojson'
import type { Extent } from '../domain/geometry.ts'
import { TILE_EXTENT, TILE_LAYERS, TILE_ZOOM } from '../domain/map-tiles.ts'
import type { ResultReader } from '../domain/result.ts'
import { DRAW_ORDER, type StyledLayer } from '../domain/styles.ts'
import { unitSquareFromRd } from './mercator.ts'
import { tileFeatures } from './tile-features.ts'

/** Around a tile, so that a wide line or a mark at its edge is whole: 16 pixels. */
const BUFFER = 128
/** Simplified to a quarter of a pixel. */
const TOLERANCE = 2

interface IndexedLayer {
  name: StyledLayer
  from: number
  tree: Flatbush
  features: Feature[]
}

export interface TiledResult {
  /** Uncompressed; null when nothing lies there. */
  tile(z: number, x: number, y: number): Uint8Array | null
}

/** Whoever opened the reader closes it; it is not needed afterwards. */
export function tiledResult(reader: Pick<ResultReader, 'features'>): TiledResult {
  const at = unitSquareFromRd()
  // What is first drawn at the same zoom lies under one index.
  const gathered = new Map<string, { name: StyledLayer; from: number; features: Feature[] }>()
  for (const layer of DRAW_ORDER) {
    for (const found of reader.features(layer, { columns: TILE_LAYERS[layer].columns })) {
      for (const { layer: name, from, feature } of tileFeatures(layer, found, at)) {
        const key = `${name} ${from}`
        const group = gathered.get(key) ?? { name, from, features: [] }
        group.features.push(feature)
        gathered.set(key, group)
      }
    }
  }
  const layers = [...gathered.values()].map((group): IndexedLayer => ({ ...group, tree: treeOf(group.features) }))
  return {
    tile(z, x, y) {
      const inside: Record<string, GeoJSONVTTile> = {}
      for (const layer of layers) {
        const found = z < layer.from ? [] : featuresIn(layer, z, x, y)
        if (found.length === 0) continue
        const features = [...(inside[layer.name]?.features ?? []), ...found]
        inside[layer.name] = { features } as GeoJSONVTTile
      }
      if (Object.keys(inside).length === 0) return null
      return fromGeojsonVt(inside, { version: 2, extent: TILE_EXTENT })
    },
  }
}

function treeOf(features: readonly Feature[]): Flatbush {
  const tree = new Flatbush(features.length)
  for (const { geometry } of features) {
    const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
    widen(box, (geometry as Exclude<Geometry, GeometryCollection>).coordinates)
    tree.add(box.minX, box.minY, box.maxX, box.maxY)
  }
  tree.finish()
  return tree
}

function widen(box: Extent, coordinates: readonly unknown[]): void {
  const [x, y] = coordinates
  if (typeof x !== 'number' || typeof y !== 'number') {
    for (const inner of coordinates) widen(box, inner as unknown[])
    return
  }
  if (x < box.minX) box.minX = x
  if (y < box.minY) box.minY = y
  if (x > box.maxX) box.maxX = x
  if (y > box.maxY) box.maxY = y
}

function featuresIn({ tree, features }: IndexedLayer, z: number, x: number, y: number): GeoJSONVTTile['features'] {
  const size = 2 ** -z
  const around = (BUFFER / TILE_EXTENT) * size
  const found = tree.search(x * size - around, y * size - around, (x + 1) * size + around, (y + 1) * size + around)
  if (found.length === 0) return []
  // In the order of the result, so that the same tile always has the same bytes.
  found.sort()
  const collection = { type: 'FeatureCollection' as const, features: Array.from(found, (i) => features[i]!) }
  return geoJSONToTile(collection, z, x, y, {
    coordinates: 'unitSquare',
    extent: TILE_EXTENT,
    buffer: BUFFER,
    tolerance: TOLERANCE,
    maxZoom: TILE_ZOOM.max,
    clip: true,
  }).features
}

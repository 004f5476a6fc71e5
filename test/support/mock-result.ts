/** A job's result as the window asks for it: style, tiles and whole features, made by the real code from rows in memory. */
import type { JobObjects } from '../../server/contract/map-style.ts'
import { LAYERS } from '../../server/domain/layers.ts'
import type { TileAddress } from '../../server/domain/map-tiles.ts'
import { geometryAt } from '../../server/domain/output-crs.ts'
import { lngLatFromRd } from '../../server/domain/rd.ts'
import type { ResultFeature, ResultReader, Selection } from '../../server/domain/result.ts'
import { type MapStyle, mapStyle, type Scheme } from '../../server/styling/map/style.ts'
import { tiledResult } from '../../server/tiles/tiled-result.ts'
import type { Placed } from './mock-world.ts'
import { wholeTile } from './whole-tile.ts'

/** A picture of one pixel, for a sheet without symbols. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const inMemory = (placed: readonly Placed[]): Pick<ResultReader, 'features'> => ({
  features: (name, { columns }: Selection = {}): ResultFeature[] => {
    const wanted = columns ?? LAYERS.find((layer) => layer.name === name)!.columns.map((column) => column.name)
    return placed
      .filter(({ layer }) => layer === name)
      .map(({ row, geometry }, i) => ({ fid: i + 1, geometry, cells: wanted.map((column) => row[column] ?? null) }))
  },
})

export interface MockResult {
  style(origin: string, jobId: string, scheme: Scheme): MapStyle
  tile(...at: TileAddress): Uint8Array | null
  objects(refs: readonly string[]): JobObjects
}

export function mockResult(placed: readonly Placed[]): MockResult {
  const tiled = tiledResult(inMemory(placed))
  return {
    style: (origin, jobId, scheme) =>
      mapStyle({
        name: jobId,
        scheme,
        latitude: 52,
        center: [5, 52],
        zoom: 15,
        tiles: `${origin}/tiles/${jobId}/tile.json`,
        sprite: `${origin}/tiles/sprite`,
        glyphs: `${origin}/tiles/fonts/{fontstack}/{range}.pbf`,
      }),
    tile: (...at) => wholeTile(tiled, ...at).tile,
    objects: (refs) => ({
      type: 'FeatureCollection',
      features: refs.flatMap((id) => {
        const [layer, number] = id.split('.')
        const found = placed.filter((each) => each.layer === layer)[Number(number) - 1]
        if (!found) return []
        const geometry = geometryAt(found.geometry, lngLatFromRd)
        return [{ type: 'Feature' as const, id, layer: found.layer, geometry, properties: found.row }]
      }),
    }),
  }
}

/** What lies below /tiles besides a job's style; undefined: nothing does. */
export function mockTile(
  path: string,
  origin: string,
  of: (jobId: string) => MockResult,
): [type: string, body: Uint8Array | string] | undefined {
  if (/^\/tiles\/sprite(@2x)?\.json$/.test(path)) return ['application/json', '{}']
  if (/^\/tiles\/sprite(@2x)?\.png$/.test(path)) return ['image/png', Buffer.from(PIXEL, 'base64')]
  if (path.startsWith('/tiles/fonts/')) return ['application/x-protobuf', '']
  const [, jobId, rest] = /^\/tiles\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (jobId === undefined || rest === undefined) return undefined
  if (rest === 'tile.json') {
    const tiles = [`${origin}/tiles/${jobId}/{z}/{x}/{y}.mvt`]
    return ['application/json', JSON.stringify({ tilejson: '3.0.0', tiles, minzoom: 6, maxzoom: 19 })]
  }
  const numbers = /^(\d+)\/(\d+)\/(\d+)\.mvt$/.exec(rest)?.slice(1).map(Number) as [number, number, number] | undefined
  return numbers && ['application/vnd.mapbox-vector-tile', of(jobId).tile(...numbers) ?? '']
}

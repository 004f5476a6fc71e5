/** The map for the page of a site package, out of a result: its tiles, its ground and everything that is known of each object. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { boxInDegrees } from '../../exports/formats/output-crs.ts'
import { type GroundTiles, openGroundTiles, type StoredGround } from '../../exports/geopackage/ground-tiles.ts'
import { FITTED } from '../../exports/styling/first-picture.ts'
import { mapStyle } from '../../exports/styling/map/style.ts'
import type { GroundTileMaker } from '../../exports/tiles/ground-tile-grid.ts'
import { GROUND_TILE, GROUND_ZOOM_MIN } from '../../exports/tiles/ground-tile-grid.ts'
import type { SealedResult } from '../../exports/tiles/map-tiles.ts'
import {
  type Bounds,
  MAX_SITE_PICTURES,
  type SiteGroundLevel,
  type SiteMap,
  type SiteMapFacts,
  type SiteOperator,
  type SitePicture,
  siteTiles,
  siteZooms,
} from '../../exports/tiles/site-map.ts'
import type { Position } from '../../geometry/geometry.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { unitSquare } from '../../geometry/unit-square.ts'
import type { Requester } from '../../platform/fair-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Compute, Files, Installation } from '../services.ts'

interface SiteMapInput {
  gpkg: SealedResult
  /** RD New metres; null: nothing in it can be drawn */
  extent: readonly [number, number, number, number] | null
  operators: readonly SiteOperator[]
  publicKey: string
}

/** Coarse pictures of the ground that stand before everything that is seen later. */
const FIRST_PICTURES = 8

type Pieces = [id: string, base64: string][]

const TOO_MUCH = 'too much'

function tooMuchForThread(error: unknown): typeof TOO_MUCH {
  if (error instanceof Refusal && error.code === 'TOOK_TOO_LONG') return TOO_MUCH
  throw error
}

const packed = promisify(gzip)
/** Pictures of the ground that are read before others get their turn. */
const PICTURES_A_TURN = 50

const inBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** @returns null where there is nothing to draw, too much of it for a page, or no program for it was built */
export async function siteMap(
  services: Pick<Files, 'storage'> & Pick<Compute, 'tiles'> & Pick<Installation, 'siteAssets'>,
  asked: SiteMapInput,
  asker: Requester,
): Promise<SiteMap | null> {
  const { gpkg, extent, operators, publicKey } = asked
  const assets = await services.siteAssets()
  if (extent === null || assets === null) return null
  const [minX, minY, maxX, maxY] = extent
  const bounds = boxInDegrees({ minX, minY, maxX, maxY })
  const zooms = siteZooms(bounds)
  if (zooms === null) return null
  const pieces: Pieces = [
    ['sprite.json', inBase64(await packed(assets.symbols, { level: 9 }))],
    ['sprite.png', inBase64(assets.symbolsPicture)],
  ]
  const path = await services.storage.local(gpkg)
  const stored = openGroundTiles(path)
  let ground: SiteMapFacts['ground']
  const pictures: Pieces = []
  try {
    ground = await groundOf(stored, pictures)
  } finally {
    stored.close()
  }
  const tiles: string[] = []
  for (let z = zooms.min; z <= zooms.max; z++) {
    for (const at of siteTiles(bounds, z)) {
      const tile = await services.tiles.tile(gpkg, at, asker).catch(tooMuchForThread)
      if (tile === TOO_MUCH) return null
      if (!tile) continue
      const id = `t/${at.join('/')}`
      tiles.push(id)
      pieces.push([id, inBase64(tile)])
    }
    // The coarsest pictures of the ground are seen with the first tiles.
    if (z === zooms.min + 1) pieces.push(...pictures.splice(0, FIRST_PICTURES))
  }
  const below = ground.length > 0 ? await groundBelow(services.tiles, gpkg, bounds, asker) : []
  const read = await services.tiles
    .siteLayers(gpkg, { extent: { minX, minY, maxX, maxY }, ground: below }, asker)
    .catch(tooMuchForThread)
  if (read === TOO_MUCH) return null
  const { areas, objects, themes, first } = read
  pieces.push(...read.pieces, ...pictures)
  const center: Position = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2]
  const { layers } = mapStyle({
    name: '',
    tiles: '',
    sprite: '',
    glyphs: '',
    scheme: 'light',
    latitude: center[1],
    center,
    zoom: zooms.min,
  })
  const facts = { bounds, areas, zooms, ground, layers, operators, objects, themes, tiles, publicKey }
  return { facts, pieces, first, script: assets.script }
}

/** Ground for the first picture: of a level whose pixels are no larger than the screen's where all is fitted. */
async function groundBelow(
  tiles: GroundTileMaker,
  gpkg: SealedResult,
  bounds: Bounds,
  asker: Requester,
): Promise<SitePicture[]> {
  const [left, top] = unitSquare([bounds[0], bounds[3]])
  const [right, bottom] = unitSquare([bounds[2], bounds[1]])
  const across = Math.min(FITTED.width / (right - left), FITTED.height / (bottom - top))
  const z = Math.max(GROUND_ZOOM_MIN.mercator, Math.ceil(Math.log2(across / GROUND_TILE)))
  const pictures: SitePicture[] = []
  for (const [, x, y] of siteTiles(bounds, z)) {
    const png = await tiles.ground([gpkg], { matrix: 'mercator', z, x, y }, asker)
    const side = 2 ** -z
    if (png) pictures.push({ png: inBase64(png), left: x * side, top: y * side, side })
  }
  return pictures
}

/** As the GeoPackage has it; of too many pictures the finest level is left out. */
async function groundOf(stored: GroundTiles, pieces: Pieces): Promise<SiteMapFacts['ground']> {
  let count = 0
  const ground: SiteGroundLevel[][] = []
  for (const [at, set] of stored.sets.entries()) {
    const levels: SiteGroundLevel[] = []
    for (let level = 0; level <= set.level; level++) {
      const scale = 2 ** (set.level - level)
      const places = placesOf(set, scale)
      count += places.length
      if (count > MAX_SITE_PICTURES) break
      const pictures: SiteGroundLevel['pictures'][number][] = []
      for (const { column, row, ...corners } of places) {
        const png = stored.tile(set, level, column, row)
        if (!png) continue
        const id = `g/${at}/${level}/${column}/${row}`
        pieces.push([id, inBase64(png)])
        pictures.push({ id, ...corners })
        if (pieces.length % PICTURES_A_TURN === 0) await nextTurn()
      }
      levels.push({ pixel: set.pixel.x * scale, pictures })
    }
    ground.push(levels)
  }
  return ground
}

function placesOf({ origin, pixel, extent }: StoredGround, scale: number) {
  const [width, height] = [pixel.x * scale * GROUND_TILE, pixel.y * scale * GROUND_TILE]
  const at = (column: number, row: number): Position =>
    unitSquare(lngLatFromRd([origin.x + column * width, origin.y - row * height]))
  const places: { column: number; row: number; topLeft: Position; topRight: Position; bottomLeft: Position }[] = []
  const last = { column: (extent.maxX - origin.x) / width, row: (origin.y - extent.minY) / height }
  for (let row = Math.floor((origin.y - extent.maxY) / height); row < last.row; row++)
    for (let column = Math.floor((extent.minX - origin.x) / width); column < last.column; column++)
      places.push({
        column,
        row,
        topLeft: at(column, row),
        topRight: at(column + 1, row),
        bottomLeft: at(column, row + 1),
      })
  return places
}

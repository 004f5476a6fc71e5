/**
 * Where delivered pictures lie, and which of them share one set of tiles. A picture fits when it has a whole number of pixels a
 * metre, the same both ways; pictures of one scale on one raster of pixels are laid side by side as they are, and what lies
 * far from the others has a set of its own, so that no set is mostly empty.
 */
import type { Extent } from '../../geometry/geometry.ts'
import type { TileMatrix } from '../../imkl/model/ground-tiles.ts'
import { TILE } from './tile.ts'

/** As delivered: how large it is, and what rectangle it covers. RD New metres. */
export interface Sized {
  readonly width: number
  readonly height: number
  readonly extent: Extent
}

/** One table of tiles. */
export interface TileSet<P extends Sized> extends TileMatrix {
  /** In the order in which they were given, with their place in pixels of the finest level. */
  readonly pictures: readonly { readonly picture: P; readonly left: number; readonly top: number }[]
}

/** Corners on one raster lie this near to it: the accuracy that is promised is a centimetre. */
const ON_RASTER_M = 0.005
/** Of more the raster is finer than what is promised; and a picture of a speck would make a raster without an end. */
const MAX_PER_METRE = 200
/** Farther apart than this, pictures have a set each. */
const FAR_M = 5000
/**
 * Tiles along a side of the coarsest level, of all but what is one tile to begin with. A coarser one takes as much as one of a street's
 * finest tiles, and is drawn only where all the ground is smaller than a stamp: of one four can be made at once.
 */
const COARSEST_ACROSS = 2

/** @returns pixels a metre; null when it is no whole number, not the same both ways, or more than MAX_PER_METRE */
export function pixelsPerMetre({ width, height, extent }: Sized): number | null {
  const [metresX, metresY] = [extent.maxX - extent.minX, extent.maxY - extent.minY]
  const whole = Math.round(width / metresX)
  const fits = whole >= 1 && Math.abs(whole * metresX - width) <= 1 && Math.abs(whole * metresY - height) <= 1
  return fits && whole <= MAX_PER_METRE ? whole : null
}

/** The finest scale last: it is drawn over the coarser ones. @param pictures all of them fit */
export function tileSets<P extends Sized>(pictures: readonly P[]): TileSet<P>[] {
  const rasters = new Map<string, P[]>()
  for (const picture of pictures) {
    const key = rasterOf(picture)
    rasters.set(key, [...(rasters.get(key) ?? []), picture])
  }
  return [...rasters.values()]
    .flatMap((alike) => nearEachOther(alike).map(setOf))
    .sort((a, b) => a.perMetre - b.perMetre || a.origin.x - b.origin.x || a.origin.y - b.origin.y)
}

/** Of pictures that can be laid side by side pixel by pixel; a picture that is off by a fraction has one for itself. */
function rasterOf({ width, height, extent }: Sized): string {
  const perMetre = Math.round(width / (extent.maxX - extent.minX))
  const isExact =
    Math.abs(perMetre * (extent.maxX - extent.minX) - width) <= ON_RASTER_M * perMetre &&
    Math.abs(perMetre * (extent.maxY - extent.minY) - height) <= ON_RASTER_M * perMetre
  const phase = (metres: number): number =>
    Math.round((metres % (1 / perMetre)) / ON_RASTER_M) % Math.round(1 / perMetre / ON_RASTER_M)
  return isExact
    ? `${perMetre} ${phase(extent.minX)} ${phase(extent.maxY)}`
    : `${Object.values(extent)} ${width} ${height}`
}

function nearEachOther<P extends Sized>(pictures: readonly P[]): P[][] {
  let groups: P[][] = []
  for (const picture of pictures) {
    const isNear = (group: readonly P[]): boolean => group.some((other) => gap(other.extent, picture.extent) <= FAR_M)
    const near = groups.filter(isNear)
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), picture]]
  }
  // In the order in which they were given: the later is drawn over the earlier.
  return groups.map((group) => pictures.filter((picture) => group.includes(picture)))
}

const gap = (one: Extent, other: Extent): number =>
  Math.max(one.minX - other.maxX, other.minX - one.maxX, one.minY - other.maxY, other.minY - one.maxY)

function setOf<P extends Sized>(pictures: readonly P[]): TileSet<P> {
  const extent = {
    minX: Math.min(...pictures.map((each) => each.extent.minX)),
    minY: Math.min(...pictures.map((each) => each.extent.minY)),
    maxX: Math.max(...pictures.map((each) => each.extent.maxX)),
    maxY: Math.max(...pictures.map((each) => each.extent.maxY)),
  }
  const [first] = pictures as [P]
  const perMetre = pixelsPerMetre(first)!
  const alone = pictures.length === 1
  // Of a picture that is off by a fraction of a pixel the corners are right and the pixels a trifle larger or smaller.
  const pixel = {
    x: alone ? (extent.maxX - extent.minX) / first.width : 1 / perMetre,
    y: alone ? (extent.maxY - extent.minY) / first.height : 1 / perMetre,
  }
  const placed = pictures.map((picture) => ({
    picture,
    left: Math.round((picture.extent.minX - extent.minX) / pixel.x),
    top: Math.round((extent.maxY - picture.extent.maxY) / pixel.y),
  }))
  const side = Math.max(...placed.flatMap(({ picture, left, top }) => [left + picture.width, top + picture.height]))
  const across = side <= TILE ? 1 : COARSEST_ACROSS
  return {
    perMetre,
    origin: { x: extent.minX, y: extent.maxY },
    pixel,
    level: Math.max(0, Math.ceil(Math.log2(side / TILE / across))),
    across,
    extent,
    pictures: placed,
  }
}

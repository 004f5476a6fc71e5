/**
 * What the vector tiles of a result carry. Tiles are made for drawing: which feature it is, and what its look follows
 * from; everything else of a feature is asked for by its number. Server, style and window agree on it here.
 */

import {
  APPURTENANCE,
  CASING,
  DETAIL_INFO,
  DRAWING,
  ELEMENT_SCALE,
  LINE_WIDTH,
  PIXEL_MM,
  type StyledLayer,
  TOPOGRAPHY,
} from '../../imkl/look/styles.ts'
import type { Requester } from '../../platform/fair-limit.ts'

/** Whole zoom levels at which there are tiles; a map shows closer ones by enlarging the last: 1 cm a step there. */
export const TILE_ZOOM = { min: 6, max: 19 } as const
/** From here on nothing is left out, however small; the page of a site package has no closer tiles than these. */
export const WHOLE_FROM = 18

/** Zoom, column and row, counted from the north-west. */
export type TileAddress = readonly [z: number, x: number, y: number]

/** A sealed GeoPackage: its key in the storage, and its hash in hex. */
export interface SealedResult {
  readonly key: string
  readonly sha256: string
}

/** The tiles of sealed results. */
export interface Tiles {
  /**
   * In turn by company, while others wait as well.
   * @returns a Mapbox Vector Tile packed by gzip, or null when nothing lies there
   * @throws TryLater when too many wait
   */
  tile(gpkg: SealedResult, at: TileAddress, asker: Requester): Promise<Uint8Array | null>
  /** Has the result read, so that its first tile need not wait for that. */
  prepare(gpkg: SealedResult, asker: Requester): void
}

/** Steps across a tile. */
export const TILE_EXTENT = 4096

/** Metres of a pixel at zoom 0 on the equator, for tiles that are 512 pixels wide. */
const METRES_AT_ZOOM_0 = (2 * Math.PI * 6_378_137) / 512
const NORTHERNMOST = 53.7
const DEGREE = Math.PI / 180

/** The zoom at which a map at this latitude (degrees) has the scale 1:`scale`, by the standard's pixel of 0.28 mm. */
export const zoomOfScale = (scale: number, latitude: number): number =>
  Math.log2((METRES_AT_ZOOM_0 * Math.cos(latitude * DEGREE)) / (scale * (PIXEL_MM / 1000)))

const firstZoom = (upTo: number): number => Math.max(TILE_ZOOM.min, Math.floor(zoomOfScale(upTo, NORTHERNMOST)))

export interface TileLayer {
  /** First whole zoom level whose tiles hold it: nothing of it is drawn before. */
  readonly from: number
  /** Columns that the look follows from. */
  readonly columns: readonly string[]
}

/** What can be switched off by its owner or theme. */
const SWITCHED = ['thema', 'bronhouder']

const layer = (upTo: number | null, ...columns: string[]): TileLayer => ({
  from: upTo === null ? TILE_ZOOM.min : firstZoom(upTo),
  columns: [...SWITCHED, ...columns],
})

/** Mantelbuis, which is drawn closer by than what it shares its layer with. */
export const CASING_FROM = firstZoom(CASING.at(-1)!.upTo)

const drawing = layer(DRAWING.upTo, 'type', 'tekst', 'rotatie', 'anker_h', 'anker_v')
const topography = layer(TOPOGRAPHY.upTo, 'status')
const LINES = LINE_WIDTH.at(-1)!.upTo

export const TILE_LAYERS: Readonly<Record<StyledLayer, TileLayer>> = {
  aanvraag_polygoon: layer(null, 'objecttype'),
  eigen_topografie_vlak: topography,
  eigen_topografie_lijn: topography,
  eigen_topografie_punt: topography,
  eis_voorzorgsmaatregel: layer(null),
  extra_geometrie: layer(LINES, 'status', 'eigenaar_objecttype'),
  kabel_en_leiding_container: layer(LINES, 'status', 'objecttype'),
  // An invented position is marked on the map of the window; the official look has nothing for it.
  kabel_of_leiding: layer(LINES, 'status', 'objecttype', 'fictief'),
  containerleidingelement: layer(ELEMENT_SCALE, 'status', 'objecttype', 'rotatie'),
  annotatie_lijn: layer(DRAWING.upTo, 'type'),
  annotatie_punt: drawing,
  maatvoering_lijn: layer(DRAWING.upTo, 'type'),
  maatvoering_punt: drawing,
  diepte: layer(DRAWING.upTo, 'objecttype', 'diepte_m', 'rotatie'),
  extra_detailinfo_vlak: layer(null),
  extra_detailinfo_lijn: layer(DETAIL_INFO.corridor.upTo),
  extra_detailinfo_punt: layer(null),
  leidingelement: layer(APPURTENANCE.circle.upTo, 'symbool', 'rotatie'),
}

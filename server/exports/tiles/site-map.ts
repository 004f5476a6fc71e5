/**
 * The map inside the page of a site package: what it is made of. Everything is text inside the one file: the style as JSON, and each tile,
 * picture and list of objects packed and in base64, under an id of its own, so that a telephone unpacks only what it shows.
 */

import type { Extent, Position } from '../../geometry/geometry.ts'
import { unitSquare } from '../../geometry/unit-square.ts'
import type { OperatorSummary } from '../../imkl/model/conversion-task.ts'
import type { Cell } from '../../imkl/model/layers.ts'
import type { Requester } from '../../platform/fair-limit.ts'
import { type SealedResult, WHOLE_FROM } from './map-tiles.ts'

export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** Pieces of a map: beyond this a page is more than a telephone opens. */
const MAX_SITE_TILES = 20_000
/** Of the ground, the finest levels are left out beyond it. */
export const MAX_SITE_PICTURES = 1500
/** Objects in one piece: the page unpacks no more than these to show one. */
export const SITE_ROWS = 250

export interface SiteMapFacts {
  /** Of all that is drawn */
  bounds: Bounds
  /** What was asked for: of what lies beyond all of them nothing is known */
  areas: readonly SiteArea[]
  zooms: { min: number; max: number }
  /** Scales of the ground, the coarsest first; each with its levels, the coarsest first */
  ground: readonly (readonly SiteGroundLevel[])[]
  /** Of a style of the MapLibre specification, version 8 */
  layers: readonly object[]
  operators: readonly SiteOperator[]
  /** Layers with objects. The pieces of each are `o/LAYER/0` and on, in the order of their numbers; here the first number of each piece */
  objects: readonly { layer: string; columns: readonly string[]; firsts: readonly number[] }[]
  /** Objects of each theme */
  themes: Readonly<Record<string, number>>
  /** Pieces that are tiles: elsewhere nothing lies */
  tiles: readonly string[]
  /** Ed25519, hex: with which the package is signed */
  publicKey: string
}

export interface SiteArea {
  /** Where the works are, as it was filed */
  address: string | null
  /** In degrees; those after the first are holes, or lie beside it */
  rings: readonly (readonly Position[])[]
}

export interface SiteGroundLevel {
  /** Metres */
  pixel: number
  /** Where a picture of 512 pixels has its corners, in the unit square of web mercator */
  pictures: readonly { id: string; topLeft: Position; topRight: Position; bottomLeft: Position }[]
}

export interface SiteOperator
  extends Pick<OperatorSummary, 'code' | 'name' | 'delivered' | 'precaution' | 'hazardous' | 'contacts'> {
  /** Files beside the page */
  documents: readonly string[]
}

/** An object in a piece: its number in its layer, its box in degrees (null: it can't be drawn), and its cells. */
export type SiteRow = readonly [fid: number, box: Bounds | null, cells: readonly Cell[]]

export interface SiteMap {
  facts: SiteMapFacts
  /** In base64, by id, what is shown first before the rest: what `facts` name (tiles `t/z/x/y` and objects packed by gzip); `sprite.json` (gzip), `sprite.png` */
  pieces: readonly (readonly [id: string, base64: string])[]
  /** The whole of it as it is first shown (SVG), to be seen before the rest has been read */
  first: string
  /** The page's program */
  script: string
}

/** A picture of the ground: PNG in base64, and the square that it fills in the unit square of web mercator. */
export interface SitePicture {
  png: string
  left: number
  top: number
  side: number
}

export interface SiteMapRequest {
  /** RD New metres, of what the map shows first */
  extent: Extent
  /** Below the first picture */
  ground: readonly SitePicture[]
}

/** What a page has of a result beside its tiles; `pieces` are the objects. */
export interface SiteLayers extends Pick<SiteMapFacts, 'areas' | 'objects' | 'themes'>, Pick<SiteMap, 'first'> {
  pieces: [id: string, base64: string][]
}

export interface SiteLayerReader {
  /**
   * In turn by company, while others wait as well.
   * @throws TryLater when too many wait, Refusal TOOK_TOO_LONG
   */
  siteLayers(gpkg: SealedResult, asked: SiteMapRequest, asker: Requester): Promise<SiteLayers>
}

type Span = { left: number; top: number; right: number; bottom: number }

function spanOf([west, south, east, north]: Bounds): Span {
  const [left, top] = unitSquare([west, north])
  const [right, bottom] = unitSquare([east, south])
  return { left, top, right, bottom }
}

/** All tiles of a zoom over a box. */
export function siteTiles(bounds: Bounds, z: number): [z: number, x: number, y: number][] {
  const { left, top, right, bottom } = spanOf(bounds)
  const at = (value: number): number => Math.floor(value * 2 ** z)
  const tiles: [number, number, number][] = []
  for (let x = at(left); x <= at(right); x++) for (let y = at(top); y <= at(bottom); y++) tiles.push([z, x, y])
  return tiles
}

/** Zooms of tiles: from where all is seen on a telephone at once. @returns null when they would be too many */
export function siteZooms(bounds: Bounds): { min: number; max: number } | null {
  const { left, top, right, bottom } = spanOf(bounds)
  const side = Math.max(right - left, bottom - top, 2 ** -WHOLE_FROM)
  // 300 of the 512 pixels of a tile.
  const min = Math.max(6, Math.min(WHOLE_FROM - 1, Math.floor(Math.log2(300 / 512 / side))))
  const across = 2 ** WHOLE_FROM
  const count = ((right - left) * across + 2) * ((bottom - top) * across + 2)
  return count > MAX_SITE_TILES ? null : { min, max: WHOLE_FROM }
}

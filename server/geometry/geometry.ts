/**
 * Shapes and the frame they are in. RD New and longitude/latitude are different types, so that no function can
 * take one for the other; only geometry/rd/rd.ts turns one into the other.
 */

/** [x, y] in RD New metres, or [longitude, latitude] in degrees: the type around it says which. */
export type Position = [number, number]
/** Closed: the last position equals the first. */
export type Ring = Position[]

/** EPSG:28992, metres; rings[0] is the outline, the others are holes. */
export interface RdPolygon {
  readonly crs: 'EPSG:28992'
  readonly rings: readonly Ring[]
}

/** WGS84 (taken as equal to ETRS89, as is usual in the Netherlands), degrees, longitude first. */
export interface LngLatPolygon {
  readonly crs: 'CRS84'
  readonly rings: readonly Ring[]
}

/** GeoJSON as it goes over the wire. */
export interface PolygonJson {
  type: 'Polygon'
  coordinates: Position[][]
}

export const polygonJson = (polygon: RdPolygon | LngLatPolygon): PolygonJson => ({
  type: 'Polygon',
  coordinates: polygon.rings.map((ring) => ring.map(([x, y]) => [x, y])),
})

export interface Extent {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

/**
 * Geometry of a result, RD New metres. Coordinates are flat (x0, y0, x1, y1, ...): a delivery holds hundreds of
 * thousands of them, and a flat array costs a fifth of an array of pairs.
 */
export type ResultGeometry =
  | { readonly type: 'Point'; readonly xy: Position }
  | { readonly type: 'MultiLineString'; readonly lines: readonly (readonly number[])[] }
  /** polygons -> rings -> flat coordinates; the first ring is the outline; rings are closed */
  | { readonly type: 'MultiPolygon'; readonly polygons: readonly (readonly (readonly number[])[])[] }

/**
 * The features of the base map, as one file that the build makes (vite.config.ts) and the map's own worker fetches and reads:
 * making tens of thousands of positions, and handing them over, would hold up the window at each start. One source also
 * spares the map a pass over all its pixels for each further one.
 */
import type { FeatureCollection, Geometry, Position } from 'geojson'
import { collection, feature } from '../map-layer.ts'
import { rdToLngLat } from '../rd.ts'

/** What of the base map a feature is; the rest of its properties is empty. */
export type BaseMapKind = 'home' | 'neighbour' | 'lake' | 'km' | 'ten-km'

/**
 * IJsselmeer and Markermeer, which the outline counts as land. Drawn by hand, good to a km or two: for the eye from afar,
 * and gone before anyone could draw an area by it.
 */
const LAKES: readonly Position[][] = [
  [
    [5.05, 52.94],
    [5.16, 53.0],
    [5.33, 53.07],
    [5.39, 53.05],
    [5.41, 52.97],
    [5.39, 52.94],
    [5.36, 52.88],
    [5.42, 52.85],
    [5.55, 52.84],
    [5.7, 52.84],
    [5.65, 52.78],
    [5.61, 52.72],
    [5.59, 52.66],
    [5.62, 52.61],
    [5.55, 52.59],
    [5.46, 52.53],
    [5.3, 52.7],
    [5.28, 52.74],
    [5.12, 52.77],
    [5.1, 52.86],
    [5.05, 52.94],
  ],
  [
    [5.29, 52.69],
    [5.44, 52.52],
    [5.38, 52.47],
    [5.25, 52.4],
    [5.15, 52.37],
    [5.13, 52.34],
    [5.04, 52.36],
    [5.03, 52.41],
    [5.09, 52.46],
    [5.07, 52.5],
    [5.05, 52.58],
    [5.06, 52.63],
    [5.14, 52.62],
    [5.22, 52.65],
    [5.29, 52.69],
  ],
]

/**
 * Lines of RD New every 10 km and every km: where the registry's numbers run. Good to 1 m (see map/rd.ts), which five
 * decimals of a degree are.
 */
const RD = { minX: 0, maxX: 280_000, minY: 300_000, maxY: 620_000 }
const BIG = 10_000
const SMALL = 1000
/** RD lines are bent in degrees: 5 km pieces stay within a pixel. */
const PIECE = 5000

const rounded = (position: Position): Position => position.map((degrees) => Math.round(degrees * 1e5) / 1e5)

const roundedGeometry = (geometry: Geometry): Geometry => {
  if (geometry.type === 'Polygon')
    return { ...geometry, coordinates: geometry.coordinates.map((ring) => ring.map(rounded)) }
  if (geometry.type === 'MultiPolygon')
    return {
      ...geometry,
      coordinates: geometry.coordinates.map((rings) => rings.map((ring) => ring.map(rounded))),
    }
  return geometry
}

const ofKind = (kind: BaseMapKind): { kind: BaseMapKind } => ({ kind })

const line = (from: Position, to: Position, kind: BaseMapKind): ReturnType<typeof feature> => {
  const pieces = Math.ceil(Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!) / PIECE)
  const coordinates = Array.from({ length: pieces + 1 }, (_, i) =>
    rounded(rdToLngLat([from[0]! + ((to[0]! - from[0]!) * i) / pieces, from[1]! + ((to[1]! - from[1]!) * i) / pieces])),
  )
  return feature({ type: 'LineString', coordinates }, ofKind(kind))
}

const kindAt = (metres: number): BaseMapKind => (metres % BIG === 0 ? 'ten-km' : 'km')

const lines = (): ReturnType<typeof feature>[] => {
  const all: ReturnType<typeof feature>[] = []
  for (let x = RD.minX; x <= RD.maxX; x += SMALL) all.push(line([x, RD.minY], [x, RD.maxY], kindAt(x)))
  for (let y = RD.minY; y <= RD.maxY; y += SMALL) all.push(line([RD.minX, y], [RD.maxX, y], kindAt(y)))
  return all
}

/**
 * @param countries the Netherlands among them, in degrees; @param isHome which is the Netherlands
 * @returns all of it, and of that what is no line of RD New
 */
export const baseMapFeatures = (
  countries: FeatureCollection['features'],
  isHome: (country: FeatureCollection['features'][number]) => boolean,
): { baseMap: FeatureCollection; outline: FeatureCollection } => {
  const outline = [
    ...countries.map((country) =>
      feature(roundedGeometry(country.geometry), ofKind(isHome(country) ? 'home' : 'neighbour')),
    ),
    ...LAKES.map((ring) => feature({ type: 'Polygon', coordinates: [ring] }, ofKind('lake'))),
  ]
  return { baseMap: collection([...outline, ...lines()]), outline: collection(outline) }
}

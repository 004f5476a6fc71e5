/** The base map under everything: our own outline of the country, lines of RD New and, when it can be reached, PDOK's map. */
import { baseMap, outline } from 'virtual:base-map'
import type { ExpressionSpecification } from 'maplibre-gl'
import type { LayerStyle, MapLayer } from '../map-layer.ts'
import type { Palette, Scheme } from '../palette.ts'
import type { BaseMapKind } from './base-map-features.ts'

const LAND = [
  { kind: 'home', fill: 'land', width: 1.2 },
  { kind: 'neighbour', fill: 'neighbour', width: 0.6 },
] as const

/** All of the base map. */
export const BASE_MAP = { type: 'geojson', data: new URL(baseMap, location.href).href } as const
/** Of the base map what is seen of the whole country, which the window opens on. */
export const OUTLINE = new URL(outline, location.href).href
const isKind = (kind: BaseMapKind): ExpressionSpecification => ['==', ['get', 'kind'], kind]

/** Of the lakes, which are seen from afar only. */
const FADING: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 9, 1, 10, 0]

/** The countries and, from afar, the lakes. */
export const outlineLayer = (palette: Palette): MapLayer => ({
  id: 'outline',
  source: 'base-map',
  data: BASE_MAP,
  styles: [
    // Values that don't come from the features: the map's first picture needs no shader more than its lines and areas do.
    ...LAND.map(
      ({ kind, fill }): LayerStyle => ({
        type: 'fill',
        filter: isKind(kind),
        paint: { 'fill-color': palette[fill], 'fill-antialias': false },
      }),
    ),
    ...LAND.map(
      ({ kind, width }): LayerStyle => ({
        type: 'line',
        filter: isKind(kind),
        paint: { 'line-color': palette.coast, 'line-width': width },
      }),
    ),
    {
      type: 'fill',
      maxzoom: 10,
      filter: isKind('lake'),
      paint: {
        'fill-color': palette.sea,
        'fill-antialias': false,
        'fill-opacity': FADING,
      },
    },
    {
      type: 'line',
      maxzoom: 10,
      filter: isKind('lake'),
      paint: {
        'line-color': palette.coast,
        'line-width': 1,
        'line-opacity': FADING,
      },
    },
  ],
})

/** Lines of RD New every 10 km and, closer by, every km. */
export const graticuleLayer = (palette: Palette): MapLayer => ({
  id: 'graticule',
  source: 'base-map',
  data: BASE_MAP,
  styles: [
    {
      type: 'line',
      minzoom: 11,
      filter: isKind('km'),
      paint: {
        'line-color': palette.grid,
        'line-width': 0.6,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 11, 0, 12.5, 0.35],
      },
    },
    {
      type: 'line',
      minzoom: 7.5,
      filter: isKind('ten-km'),
      paint: {
        'line-color': palette.grid,
        'line-width': 0.8,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 7.5, 0, 9, 0.4],
      },
    },
  ],
})

/** BRT-A of PDOK in grey; open data, CC BY 4.0. */
export const BACKGROUND_TILES = 'https://service.pdok.nl/brt/achtergrondkaart/wmts/v2_0/grijs/EPSG:3857/{z}/{x}/{y}.png'
const BACKGROUND_SOURCE = {
  type: 'raster',
  tiles: [BACKGROUND_TILES],
  tileSize: 256,
  minzoom: 6,
  maxzoom: 19,
  bounds: [3.2, 50.7, 7.3, 53.6],
} as const

/** Pictures that were made for white paper. */
export const PICTURE_PAINT = {
  light: { 'raster-opacity': 0.9 },
  dark: { 'raster-brightness-max': 0.42, 'raster-saturation': -0.6 },
} as const

export const backgroundLayer = (scheme: Scheme): MapLayer => ({
  id: 'background',
  data: BACKGROUND_SOURCE as unknown as MapLayer['data'],
  styles: [{ type: 'raster', paint: PICTURE_PAINT[scheme] }],
})

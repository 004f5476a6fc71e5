/** The paper under everything: our own outline of the country and, when it can be reached, PDOK's background map. */
import outlines from 'virtual:outlines'
import type { Palette, Scheme } from '../palette.ts'
import { collection, feature, type Look, type Sheet } from '../sheet.ts'

/**
 * IJsselmeer and Markermeer, which the outline counts as land. Drawn by hand, good to a km or two: for the eye from afar,
 * and gone before anyone could draw an area by it.
 */
const LAKES = collection([
  feature({
    type: 'Polygon',
    coordinates: [
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
    ],
  }),
  feature({
    type: 'Polygon',
    coordinates: [
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
    ],
  }),
])

export const lakesSheet = (palette: Palette): Sheet => ({
  id: 'lakes',
  data: LAKES,
  looks: [
    {
      type: 'fill',
      maxzoom: 10,
      paint: {
        'fill-color': palette.sea,
        'fill-antialias': false,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 9, 1, 10, 0],
      },
    },
    {
      type: 'line',
      maxzoom: 10,
      paint: {
        'line-color': palette.coast,
        'line-width': 1,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 9, 1, 10, 0],
      },
    },
  ],
})

/** Longitude and latitude to a few hundred metres: enough to find one's way on an empty map. */
const TOWNS: readonly [string, number, number, number][] = [
  ['Amsterdam', 4.895, 52.373, 1],
  ['Rotterdam', 4.478, 51.924, 1],
  ['Utrecht', 5.121, 52.091, 1],
  ['Groningen', 6.567, 53.219, 1],
  ['Maastricht', 5.69, 50.851, 1],
  ['Middelburg', 3.611, 51.499, 1],
  ['Zwolle', 6.09, 52.513, 1],
  ['Eindhoven', 5.478, 51.441, 1],
  ['Leeuwarden', 5.8, 53.201, 1],
  ['Den Haag', 4.3, 52.08, 2],
  ['Arnhem', 5.911, 51.985, 2],
  ['Enschede', 6.893, 52.222, 2],
  ['Den Bosch', 5.304, 51.69, 2],
  ['Breda', 4.776, 51.589, 2],
  ['Haarlem', 4.637, 52.381, 2],
  ['Assen', 6.562, 52.993, 2],
  ['Lelystad', 5.471, 52.518, 2],
  ['Den Helder', 4.76, 52.957, 2],
  ['Venlo', 6.168, 51.37, 2],
  ['Amersfoort', 5.388, 52.156, 2],
  ['Apeldoorn', 5.97, 52.211, 2],
  ['Nijmegen', 5.853, 51.842, 2],
]
const PLACES = collection(
  TOWNS.map(([name, lng, lat, rank]) => feature({ type: 'Point', coordinates: [lng, lat] }, { name, rank })),
)

const HOME_OR_NOT = [true, false]

export const outlineSheet = (palette: Palette): Sheet => ({
  id: 'outline',
  data: { type: 'geojson', data: new URL(outlines, location.href).href },
  looks: [
    // Values that don't come from the features: the map's first picture needs no shader more than its lines and areas do.
    ...HOME_OR_NOT.map(
      (home): Look => ({
        type: 'fill',
        filter: ['==', ['get', 'home'], home],
        paint: { 'fill-color': home ? palette.land : palette.neighbour, 'fill-antialias': false },
      }),
    ),
    ...HOME_OR_NOT.map(
      (home): Look => ({
        type: 'line',
        filter: ['==', ['get', 'home'], home],
        paint: { 'line-color': palette.coast, 'line-width': home ? 1.2 : 0.6 },
      }),
    ),
  ],
})

/** Text is drawn by the browser's own fonts: no font server is asked. */
export const townsSheet = (palette: Palette): Sheet => ({
  id: 'towns',
  data: PLACES,
  looks: [
    {
      type: 'symbol',
      maxzoom: 11,
      filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 7.6, 2]],
      layout: { 'text-field': ['get', 'name'], 'text-size': 12, 'text-font': ['sans-serif'], 'text-padding': 8 },
      paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
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

export const backgroundSheet = (scheme: Scheme): Sheet => ({
  id: 'background',
  data: BACKGROUND_SOURCE as unknown as Sheet['data'],
  looks: [{ type: 'raster', paint: PICTURE_PAINT[scheme] }],
})

/**
 * The map file of one's own, in a plain look that stays behind the cables: quiet colours, few words. Vector tiles are
 * drawn by the layers of OpenMapTiles and of Protomaps; those of anybody else as thin lines, so that they help at all.
 */
import { offlineTiles } from '../../features/settings/offline-map-api.ts'
import type { ReadyOfflineMap } from '../background.ts'
import type { LayerStyle, MapLayer } from '../map-layer.ts'
import { PALETTES, type Scheme } from '../palette.ts'
import { PICTURE_PAINT } from './base-map.ts'

const COLOURS = {
  light: { green: '#e6eddc', built: '#f1eee7', building: '#e0dcd2', road: '#ffffff', edge: '#cfcabd', rail: '#b9b4a9' },
  dark: { green: '#1d2e28', built: '#202b30', building: '#2b3940', road: '#3a4a52', edge: '#121a1e', rail: '#4d5e66' },
} as const

/** `class` in OpenMapTiles, `kind` in Protomaps. */
const KIND = ['coalesce', ['get', 'class'], ['get', 'kind'], '']
const isOneOf = (...kinds: string[]) => ['in', KIND, ['literal', kinds]]
const GREEN = ['wood', 'forest', 'grass', 'grassland', 'park', 'meadow', 'scrub', 'cemetery', 'nature_reserve', 'pitch']
const BUILT = ['residential', 'industrial', 'commercial', 'school', 'hospital', 'retail']
const WAYS = ['path', 'track', 'footway', 'steps', 'pedestrian', 'cycleway']
const RAIL = ['rail', 'transit']
const MAIN = ['motorway', 'trunk', 'primary', 'highway', 'major_road']
const MIDDLE = ['secondary', 'tertiary', 'medium_road']

/** Pixels; a way for feet, a street, a road, a motorway. */
const widthOf = (extra: number) => {
  const at = (main: number, middle: number, street: number, way: number) => [
    'match',
    KIND,
    MAIN,
    main + extra,
    MIDDLE,
    middle + extra,
    WAYS,
    way,
    street + extra,
  ]
  return [
    ...['interpolate', ['exponential', 1.6], ['zoom']],
    ...[8, at(0.9, 0.5, 0.2, 0), 13, at(3, 2, 1, 0.4), 16, at(9, 7, 5, 1), 19, at(28, 24, 18, 3)],
  ]
}

const vectorLooks = (scheme: Scheme): LayerStyle[] => {
  const palette = PALETTES[scheme]
  const colours = COLOURS[scheme]
  const fill = (layer: string, colour: string, more: object = {}) => ({
    type: 'fill',
    'source-layer': layer,
    paint: { 'fill-color': colour, 'fill-antialias': false },
    ...more,
  })
  const line = (layer: string, paint: object, more: object = {}) => ({
    type: 'line',
    'source-layer': layer,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint,
    ...more,
  })
  const text = (layer: string, size: unknown, layout: object = {}, more: object = {}) => ({
    type: 'symbol',
    'source-layer': layer,
    layout: {
      'text-field': ['coalesce', ['get', 'name:nl'], ['get', 'name'], ''],
      'text-font': ['sans-serif'],
      'text-size': size,
      'text-padding': 6,
      ...layout,
    },
    paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
    ...more,
  })
  const isArea = { filter: ['==', ['geometry-type'], 'Polygon'] }
  const isLine = ['==', ['geometry-type'], 'LineString']
  const isRoad = ['all', isLine, ['!', isOneOf(...RAIL, 'ferry')]]
  const roads = (layer: string) => [
    line(layer, { 'line-color': colours.edge, 'line-width': widthOf(1.2) }, { filter: isRoad, minzoom: 11 }),
    line(layer, { 'line-color': colours.road, 'line-width': widthOf(0) }, { filter: isRoad, minzoom: 7 }),
    line(
      layer,
      { 'line-color': colours.rail, 'line-width': 1.2 },
      { filter: ['all', isLine, isOneOf(...RAIL)], minzoom: 10 },
    ),
  ]
  const alongRoads = { 'symbol-placement': 'line', 'text-max-angle': 35 }
  const looks = [
    fill('earth', palette.land),
    ...['landcover', 'landuse', 'park'].flatMap((layer) => [
      fill(layer, colours.built, { filter: isOneOf(...BUILT) }),
      fill(layer, colours.green, { filter: isOneOf(...GREEN) }),
    ]),
    fill('water', palette.sea, isArea),
    line('waterway', { 'line-color': palette.sea, 'line-width': 1.4 }, { minzoom: 10 }),
    line('water', { 'line-color': palette.sea, 'line-width': 1.4 }, { filter: isLine, minzoom: 10 }),
    fill('building', colours.building, { minzoom: 13 }),
    fill('buildings', colours.building, { minzoom: 13 }),
    ...roads('transportation'),
    ...roads('roads'),
    ...['boundary', 'boundaries'].map((layer) => line(layer, { 'line-color': palette.coast, 'line-width': 0.7 })),
    text('transportation_name', 11, alongRoads, { minzoom: 14 }),
    text('roads', 11, alongRoads, { minzoom: 14 }),
    text('housenumber', 10, { 'text-field': ['get', 'housenumber'] }, { minzoom: 17 }),
    ...['place', 'places'].map((layer) =>
      text(layer, ['match', KIND, ['city', 'locality', 'town'], 13, 11], { 'text-max-width': 8 }),
    ),
  ]
  return looks as unknown as LayerStyle[]
}

/** Of layers that nobody here knows. */
const strangerLooks = (layers: readonly string[], scheme: Scheme): LayerStyle[] =>
  layers.map(
    (layer) =>
      ({
        type: 'line',
        'source-layer': layer,
        paint: { 'line-color': PALETTES[scheme].coast, 'line-width': 0.8 },
      }) as unknown as LayerStyle,
  )

export const offlineLayer = (map: ReadyOfflineMap, scheme: Scheme): MapLayer => {
  const { version, min_zoom: minzoom, max_zoom: maxzoom, vector_layers: layers } = map
  const [west, south, east, north] = map.bounds
  const shared = { tiles: [offlineTiles(version)], minzoom, maxzoom, bounds: [west, south, east, north] as const }
  if (layers === null) {
    return {
      id: `offline:${version}`,
      data: { type: 'raster', tileSize: 256, ...shared } as unknown as MapLayer['data'],
      styles: [{ type: 'raster', paint: PICTURE_PAINT[scheme] }],
    }
  }
  const known = vectorLooks(scheme).filter((look) =>
    layers.includes((look as { 'source-layer': string })['source-layer']),
  )
  return {
    id: `offline:${version}`,
    data: { type: 'vector', ...shared } as unknown as MapLayer['data'],
    styles: known.length > 0 ? known : strangerLooks(layers, scheme),
  }
}

/**
 * A way of drawing costs something once: its shader is made when it first draws, which holds up a computer without a
 * graphics card for a tenth of a second each. Those that a result needs are made after the map is first drawn, one at a time
 * and while nothing else happens, so that neither opening a result nor coming closer to it has to wait.
 * What is drawn for that can't be seen: all but transparent, and gone a second later.
 */
import type { LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { whenIdle } from '../idle.ts'
import { collection, feature } from './map-layer.ts'
import { afterMapIsDrawn, type SlowPicture } from './slow-picture.ts'

const ID = 'warm-up'
const PICTURE = `${ID}:picture`
const UNSEEN = 0.002
type Corner = [number, number]
type Corners = [Corner, Corner, Corner, Corner]
/** Of the sprite; every result's style has it. */
const IMAGE = 'eis-water'
const COLOUR = ['get', 'colour']
const DASH = [2, 2]

type Kind = 'line' | 'fill' | 'circle' | 'symbol' | 'raster'
const OPACITY = {
  raster: 'raster-opacity',
  line: 'line-opacity',
  fill: 'fill-opacity',
  circle: 'circle-opacity',
  symbol: 'icon-opacity',
} as const

/**
 * One look for each shader of the server's style and of our own sheets: they differ by kind, by dashes and patterns, and by
 * which of their values come from the features. test/browser/map-look.test.ts finds one that is missing.
 */
const LOOKS: readonly { type: Kind; paint?: object; layout?: object }[] = [
  { type: 'line', paint: { 'line-color': COLOUR } },
  { type: 'line', paint: { 'line-color': COLOUR, 'line-dasharray': DASH } },
  { type: 'line', paint: { 'line-dasharray': DASH } },
  {
    type: 'symbol',
    layout: { 'icon-image': ['get', 'image'], 'icon-allow-overlap': true, 'icon-rotation-alignment': 'map' },
  },
  { type: 'fill', paint: { 'fill-pattern': ['get', 'image'], 'fill-antialias': false } },
  { type: 'circle', paint: { 'circle-color': COLOUR } },
  { type: 'fill', paint: { 'fill-color': COLOUR, 'fill-antialias': false } },
  { type: 'circle' },
  { type: 'raster' },
]

/** A rectangle large enough on the map as it is now not to be left out of it, from its south-west anticlockwise. */
const inSight = (map: MapLibreMap): Corners => {
  const bounds = map.getBounds()
  const { lng, lat } = map.getCenter()
  const [east, north] = [(lng + bounds.getEast()) / 2, (lat + bounds.getNorth()) / 2]
  return [
    [lng, lat],
    [east, lat],
    [east, north],
    [lng, north],
  ]
}

/** Something of every kind but pictures. */
const shapes = (corners: Corners) => {
  const properties = { colour: '#000', image: IMAGE }
  return collection([
    feature({ type: 'Polygon', coordinates: [[...corners, corners[0]]] }, properties),
    feature({ type: 'LineString', coordinates: corners }, properties),
    feature({ type: 'Point', coordinates: corners[0] }, properties),
  ])
}

/**
 * @param below the layer under which it is drawn
 * @param picture of a slow map: a shader is made only once what needs it is drawn
 * @returns what ends it
 */
export const warmUp = (map: MapLibreMap, below: string, picture: SlowPicture | null): (() => void) => {
  let callOff = (): void => {}
  let drawn = 0
  /** One more in each frame; what is not to be seen at all is not drawn, and costs nothing yet. */
  const next = (): void => {
    const look = LOOKS[drawn]
    // What the user opens goes first.
    if (map.isMoving() || !map.loaded()) return void map.once('idle', rendered)
    if (!look) {
      for (const index of LOOKS.keys()) map.removeLayer(`${ID}:${index}`)
      map.removeSource(ID)
      map.removeSource(PICTURE)
      return
    }
    map.once('render', rendered)
    map.setPaintProperty(`${ID}:${drawn++}`, OPACITY[look.type], UNSEEN)
  }
  const later = (): void => {
    callOff = whenIdle(next)
  }
  const rendered = (): void => afterMapIsDrawn(picture, later)
  const begin = (): void => {
    const corners = inSight(map)
    map.addSource(ID, { type: 'geojson', data: shapes(corners) })
    const [sw, se, ne, nw] = corners
    const canvas = document.createElement('canvas')
    map.addSource(PICTURE, { type: 'canvas', canvas, animate: false, coordinates: [nw, ne, se, sw] })
    for (const [index, { type, paint, layout }] of LOOKS.entries()) {
      const unseen = { [OPACITY[type]]: 0, [`${OPACITY[type]}-transition`]: { duration: 0 } }
      const layer = {
        id: `${ID}:${index}`,
        source: type === 'raster' ? PICTURE : ID,
        type,
        ...(layout ? { layout } : {}),
        paint: { ...paint, ...unseen },
      }
      map.addLayer(layer as unknown as LayerSpecification, below)
    }
    map.once('idle', later)
  }
  map.once('idle', begin)
  return () => {
    callOff()
    for (const heard of [begin, later, rendered]) map.off('idle', heard).off('render', heard)
  }
}

/**
 * A way of drawing costs something once: its shader is made when it first draws, which holds up a computer without a
 * graphics card for a tenth of a second each. Those that a result needs are made after the map is first drawn, one at a time
 * and while nothing else happens, so that neither opening a result nor coming closer to it has to wait.
 * What is drawn for that can't be seen: all but transparent, and gone in the next frame.
 */
import type { LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { collection, feature, type Look } from './sheet.ts'

const ID = 'warm-up'
const UNSEEN = 0.002
/** Of the sprite; every result's style has it. */
const IMAGE = 'eis-water'
const COLOUR = ['get', 'colour']
const DASH = [2, 2]

/**
 * One look for each shader of the server's style and of our own sheets: they differ by kind, by dashes and patterns, and by
 * which of their values come from the features. test/app/map-look.test.ts finds one that is missing.
 */
const LOOKS = [
  { type: 'line', paint: { 'line-color': COLOUR, 'line-opacity': UNSEEN } },
  { type: 'line', paint: { 'line-color': COLOUR, 'line-dasharray': DASH, 'line-opacity': UNSEEN } },
  { type: 'line', paint: { 'line-dasharray': DASH, 'line-opacity': UNSEEN } },
  { type: 'fill', paint: { 'fill-color': COLOUR, 'fill-antialias': false, 'fill-opacity': UNSEEN } },
  { type: 'fill', paint: { 'fill-pattern': ['get', 'image'], 'fill-antialias': false, 'fill-opacity': UNSEEN } },
  {
    type: 'symbol',
    layout: { 'icon-image': ['get', 'image'], 'icon-allow-overlap': true, 'icon-rotation-alignment': 'map' },
    paint: { 'icon-opacity': UNSEEN },
  },
  { type: 'circle', paint: { 'circle-color': COLOUR, 'circle-opacity': UNSEEN } },
  { type: 'circle', paint: { 'circle-opacity': UNSEEN } },
] as unknown as readonly Look[]

/** Something of every kind, large enough on the map as it is now not to be left out of it. */
const inSight = (map: MapLibreMap) => {
  const bounds = map.getBounds()
  const { lng, lat } = map.getCenter()
  const [east, north] = [(lng + bounds.getEast()) / 2, (lat + bounds.getNorth()) / 2]
  const corners = [
    [lng, lat],
    [east, lat],
    [east, north],
    [lng, lat],
  ]
  const properties = { colour: '#000', image: IMAGE }
  return collection([
    feature({ type: 'Polygon', coordinates: [corners] }, properties),
    feature({ type: 'LineString', coordinates: corners.slice(0, 3) }, properties),
    feature({ type: 'Point', coordinates: [lng, lat] }, properties),
  ])
}

/**
 * @param below the layer under which it is drawn
 * @returns what ends it
 */
export const warmUp = (map: MapLibreMap, below: string): (() => void) => {
  const left = [...LOOKS]
  let waiting = 0
  const drop = (): void => {
    map.removeLayer(ID)
    map.removeSource(ID)
    later()
  }
  const next = (): void => {
    // Whoever moves the map goes first.
    if (map.isMoving()) return void map.once('idle', later)
    const look = left.shift()
    if (!look) return
    map.addSource(ID, { type: 'geojson', data: inSight(map) })
    map.addLayer({ ...look, id: ID, source: ID } as LayerSpecification, below)
    map.once('idle', drop)
  }
  const later = (): void => {
    waiting = requestIdleCallback(next)
  }
  map.once('idle', later)
  return () => {
    cancelIdleCallback(waiting)
    for (const heard of [later, drop]) map.off('idle', heard)
  }
}

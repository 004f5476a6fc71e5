/**
 * The map, begun before anything else of the window: its worker starts, its base map is fetched and its first shaders are made
 * while the panels are still being put together. It lies unseen, as large as the window, until the controller (map-controller.ts) takes it.
 */
import { Map as MapLibreMap, prewarm, setWorkerUrl } from 'maplibre-gl'
// The map's worker as a file of our own: the content policy allows no other.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { COUNTRY } from './country.ts'
import { OUTLINE, outlineLayer } from './layers/base-map.ts'
import { type MapLayer, sourceId, styleLayersOf } from './map-layer.ts'
import { PALETTES } from './palette.ts'
import { isWide } from './panels-over-map.ts'
import { SlowPicture } from './slow-picture.ts'
import { isDrawnBySoftware } from './software.ts'

setWorkerUrl(new URL(workerUrl, location.href).href)
prewarm()

/** The layers of the window go below this one; what is being drawn lies above. */
export const TOP = 'top-of-layers'
export const SEA = 'sea'
/** Of width and height: pictures that nobody sees are drawn for their shaders alone. */
const UNSEEN_SHARE = 0.125

/** [west, south, east, north] in degrees. A narrow map goes on below its sheet, above which the whole country stands. */
const WIDE_BOUNDS = [-6, 48, 16, 56] as const
const NARROW_BOUNDS = [-9, 40, 19, 57] as const

export interface BegunMap {
  readonly map: MapLibreMap
  /** Of a map whose pictures cost time that the page would wait for. */
  readonly picture: SlowPicture | null
  /** What lies on it; in whichever colours, until it is told others. */
  readonly layers: readonly MapLayer[]
  /** From then on layers can be added. */
  readonly styled: Promise<void>
}

/** @throws when the browser has no WebGL */
const begin = (): BegunMap => {
  const outline = outlineLayer(PALETTES.light)
  const container = document.createElement('div')
  container.className = 'map-container'
  document.body.append(container)
  try {
    const map = new MapLibreMap({
      container,
      style: {
        version: 8,
        // As the server's map styles name them.
        sprite: new URL('/tiles/sprite', location.href).href,
        glyphs: `${new URL('/tiles/fonts/', location.href).href}{fontstack}/{range}.pbf`,
        sources: { [sourceId(outline)]: { type: 'geojson', data: OUTLINE } },
        layers: [
          { id: SEA, type: 'background' },
          ...styleLayersOf(outline),
          { id: TOP, type: 'background', layout: { visibility: 'none' } },
        ],
      },
      bounds: [...COUNTRY],
      maxBounds: [...(isWide() ? WIDE_BOUNDS : NARROW_BOUNDS)],
      maxZoom: 22,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      fadeDuration: 0,
    })
    // North is up, as in the registry's drawings: neither fingers nor keys turn it.
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    const picture = isDrawnBySoftware(map.getCanvas()) ? new SlowPicture(map) : null
    if (picture) map.setPixelRatio(devicePixelRatio * UNSEEN_SHARE)
    const styled = new Promise<void>((resolve) => void map.once('style.load', () => resolve()))
    return { map, picture, layers: [outline], styled }
  } catch (error) {
    container.remove()
    throw error
  }
}

let begun: BegunMap | null = null
try {
  begun = begin()
} catch {
  // The caller that takes the map tries again, and shows the error.
}

/** The one that was begun with the page, the first time. @throws when the browser has no WebGL */
export const takeMap = (): BegunMap => {
  const taken = begun ?? begin()
  begun = null
  return taken
}

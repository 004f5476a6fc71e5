/** The ground that the deliveries of a result hold, below its lines: buildings, house numbers, kerbs. */
import type { GroundTiles } from '../../../server/features/results/map/map-style-schema.ts'
import type { MapLayer } from '../map-layer.ts'
import type { Scheme } from '../palette.ts'

/** Drawn for white paper: on dark paper light and dark change places, and the colours turn back to what they were. */
const PAINT = {
  light: {},
  dark: {
    'raster-brightness-min': 0.92,
    'raster-brightness-max': 0.12,
    'raster-hue-rotate': 180,
    'raster-saturation': -0.2,
  },
} as const

const PREFIX = 'ground:'
export const isGround = ({ id }: MapLayer): boolean => id.startsWith(PREFIX)

/** @param key of the result and its colours; @param strength from 0 to 1 */
export const groundLayer = (key: string, tiles: GroundTiles, scheme: Scheme, strength: number): MapLayer => ({
  id: `${PREFIX}${key}`,
  data: { type: 'raster', ...tiles } as unknown as MapLayer['data'],
  styles: [
    {
      type: 'raster',
      layout: { visibility: strength > 0 ? 'visible' : 'none' },
      paint: { ...PAINT[scheme], 'raster-opacity': strength, 'raster-fade-duration': 0 },
    },
  ],
})

/** The simulator's town, for a computer without a network. */
export const inventedGroundLayer = (scheme: Scheme): MapLayer => groundLayer('invented', INVENTED, scheme, 1)

/** The same object always: a new one would be new data. */
const INVENTED: GroundTiles = {
  tiles: [`${new URL('/tiles/town/', location.href).href}{z}/{x}/{y}.png`],
  tileSize: 512,
  minzoom: 13,
  maxzoom: 20,
  bounds: [3.2, 50.7, 7.3, 53.6],
}

/** The scale of the map as drawings name theirs, by the pixel of 0.28 mm. */
import type { Map as MapLibreMap } from 'maplibre-gl'

const PIXEL_M = 0.00028

export const MAP_SCALES = [50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000] as const

export const metresPerPixel = (map: MapLibreMap): number => {
  const latitude = (map.getCenter().lat * Math.PI) / 180
  return (Math.cos(latitude) * 2 * Math.PI * 6378137) / (512 * 2 ** map.getZoom())
}

/** 1:25,000: farther away two clicks are kilometres apart, and cost thousands. */
const NEAR_M_PER_PX = 25_000 * PIXEL_M

/** A scale of the list counts as near enough, in spite of rounding. */
export const isTooFar = (map: MapLibreMap): boolean => metresPerPixel(map) > NEAR_M_PER_PX * 1.0001

/** Denominator of the scale in the middle of the map. */
export const scaleOf = (map: MapLibreMap): number => metresPerPixel(map) / PIXEL_M

/** @param around stays where it is on the page */
export const toScale = (map: MapLibreMap, scale: number, around: [number, number]): void => {
  const to = () => map.getZoom() + Math.log2(scaleOf(map) / scale)
  map.easeTo({ zoom: to(), around, duration: 0 })
  // The middle has moved north or south a little, where a degree is of another length.
  map.easeTo({ zoom: to(), around, duration: 0 })
}

/** Where the device is, with the circle within which it may be. It is looked for only while that is shown. */
import type { SiteMapFacts } from '../../server/features/site-package/page-schema.ts'
import { isAskedFor } from './areas.ts'

const EARTH_M = 6_378_137
const DEGREES = 180 / Math.PI
const CORNERS = 64
/** Metres: with a larger circle nobody finds a line. */
export const CRUDE_M = 10

export interface OwnPosition {
  at: [number, number]
  accuracyM: number
  /** Of what was asked for */
  isOutside: boolean
  /** Something is drawn that far */
  isOnMap: boolean
}

export const watchOwnPosition = (
  { areas, bounds: [west, south, east, north] }: SiteMapFacts,
  tell: (here: OwnPosition | null) => void,
): (() => void) => {
  if (!('geolocation' in navigator)) {
    tell(null)
    return () => {}
  }
  const id = navigator.geolocation.watchPosition(
    ({ coords: { longitude, latitude, accuracy } }) =>
      tell({
        at: [longitude, latitude],
        accuracyM: accuracy,
        isOutside: !isAskedFor(areas, [longitude, latitude]),
        isOnMap: longitude >= west && longitude <= east && latitude >= south && latitude <= north,
      }),
    () => tell(null),
    { enableHighAccuracy: true, maximumAge: 2000, timeout: 30_000 },
  )
  return () => navigator.geolocation.clearWatch(id)
}

export const circle = ({ at: [lng, lat], accuracyM }: OwnPosition): GeoJSON.Feature[] => {
  const tall = (accuracyM / EARTH_M) * DEGREES
  const wide = tall / Math.cos(lat / DEGREES)
  const ring = Array.from({ length: CORNERS + 1 }, (_, i) => {
    const turn = ((i % CORNERS) / CORNERS) * 2 * Math.PI
    return [lng + wide * Math.cos(turn), lat + tall * Math.sin(turn)]
  })
  return [
    { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } },
    { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lng, lat] } },
  ]
}

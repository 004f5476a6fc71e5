/**
 * RD New to the millimetre. Areas are kept in RD from the first corner on, so that what is typed is what is filed; with the
 * official grid, which is fetched once, the window turns degrees into RD exactly as the server does.
 */
import type { Polygon, Position } from 'geojson'
import { lngLatFromRd, rdFromLngLat, toMillimetre } from '../../server/geometry/rd/for-clients.ts'

export const toRd = ([lng, lat]: Position): [number, number] => rdFromLngLat([lng!, lat!]) as [number, number]
export const toDegrees = ([x, y]: Position): [number, number] => lngLatFromRd([x!, y!]) as [number, number]

export const toMm = ([x, y]: Position): [number, number] => [toMillimetre(x!), toMillimetre(y!)]

export const polygonToRd = ({ coordinates }: Polygon): Polygon => ({
  type: 'Polygon',
  coordinates: coordinates.map((ring) => ring.map(toRd)),
})
export const polygonToDegrees = ({ coordinates }: Polygon): Polygon => ({
  type: 'Polygon',
  coordinates: coordinates.map((ring) => ring.map(toDegrees)),
})

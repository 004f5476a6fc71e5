/** Whether something lies in an area, wholly or in part. Longitude and latitude, so near by that they are a plane. Pure. */
import { booleanIntersects } from '@turf/turf'
import type { Geometry } from 'geojson'

/** @param area a polygon or several */
export const liesIn = (thing: Geometry, area: Geometry): boolean =>
  (area.type === 'Polygon' || area.type === 'MultiPolygon') && booleanIntersects(thing, area)

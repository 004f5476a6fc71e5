/** What a file holds that can be an area. */
import { readAreas } from '../actions/areas/read-areas.ts'
import type { AREA_ROUTES } from '../contract/areas.ts'
import type { Position } from '../domain/geometry/geometry.ts'
import type { Handlers } from './serve.ts'

export const areas: Handlers<typeof AREA_ROUTES> = {
  readAreas: async ({ needs, caller, query, req }) => {
    const { format, crs, crsFrom, isInside, areas: found, leftOut } = await readAreas(needs, caller, req, query.crs)
    return {
      status: 200,
      body: {
        format,
        crs,
        crs_from: crsFrom,
        is_inside: isInside,
        areas: found.map((area) => ({
          ...area,
          coordinates: area.coordinates as Position[][] as [number, number][][],
        })),
        left_out: { points: leftOut.points, empty: leftOut.empty, too_many: leftOut.tooMany },
      },
    }
  },
}

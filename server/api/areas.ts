/** What a file holds that can be an area. */
import { readAreas } from '../actions/areas/read-areas.ts'
import { type AREA_ROUTES, LeftOut } from '../contract/areas.ts'
import type { Position } from '../domain/geometry/geometry.ts'
import type { Handlers } from './serve.ts'
import { shown } from './wire.ts'

export const areas: Handlers<typeof AREA_ROUTES> = {
  readAreas: async ({ needs, caller, query, req }) => {
    const chosen = { crs: query.crs, layer: query.layer }
    const { leftOut, ...found } = await readAreas(needs, caller, req, chosen)
    return {
      status: 200,
      body: {
        format: found.format,
        crs: found.crs,
        crs_from: found.crsFrom,
        is_inside: found.isInside,
        layers: found.layers,
        areas: found.areas.map((area) => ({
          ...area,
          coordinates: area.coordinates as Position[][] as [number, number][][],
        })),
        left_out: shown(LeftOut, leftOut),
      },
    }
  },
}

/** What a file holds that can be an area, and what is known of areas that give no delivery. */

import type { Position } from '../../geometry/geometry.ts'
import { toBody } from '../../platform/http/wire.ts'
import type { Handlers } from '../http/serve.ts'
import { readAreas } from './read-areas.ts'
import type { SAFETY_ROUTES, SafetyAreas } from './safety-area-schema.ts'
import { safetyAreasView } from './safety-areas.ts'
import { type AREA_ROUTES, LeftOut } from './schema.ts'

export const areas: Handlers<typeof AREA_ROUTES & typeof SAFETY_ROUTES> = {
  readAreas: async ({ needs, caller, query, req }) => {
    const chosen = { crs: query.crs, layer: query.layer, isTurned: query.turned === 'true' }
    const { leftOut, ...found } = await readAreas(needs, caller, req, chosen)
    return {
      status: 200,
      body: {
        format: found.format,
        crs: found.crs,
        crs_from: found.crsFrom,
        is_inside: found.isInside,
        fits: found.fits.map(({ crs, isTurned }) => ({ crs, turned: isTurned })),
        layers: found.layers,
        has_request: found.hasRequest,
        areas: found.areas.map((area) => ({
          ...area,
          coordinates: area.coordinates as Position[][] as [number, number][][],
        })),
        left_out: toBody(LeftOut, leftOut),
      },
    }
  },

  getSafetyAreas: async ({ needs, caller }) => {
    const { state, listedOn, leftOut, areas: data } = await safetyAreasView(needs, caller)
    return {
      status: 200,
      body: { state, listed_on: listedOn, left_out: leftOut, data: data as SafetyAreas['data'] },
    }
  },
}

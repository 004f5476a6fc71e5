/** What a file holds that can be an area, addresses to choose from, and what is known of areas that give no delivery. */

import type { Position } from '../../geometry/geometry.ts'
import { toBody } from '../../platform/http/wire.ts'
import { rawGeometry } from '../../platform/read-json.ts'
import type { Handlers } from '../http/serve.ts'
import { addressesIn, addressesNamed, type OfferedAddress } from './locate-address.ts'
import { readAreas } from './read-areas.ts'
import { safetyAreasView } from './safety-areas.ts'
import { type AREA_ROUTES, FoundAreas, OfferedAddresses, type SafetyAreas } from './schema.ts'

const offered = (found: OfferedAddress): OfferedAddresses['data'][number] => ({
  ...toBody(OfferedAddresses.shape.data.element, found),
  number_designation_id: found.designationId,
  lnglat: found.lngLat,
})

export const areas: Handlers<typeof AREA_ROUTES> = {
  readAreas: async ({ services, caller, query, req }) => {
    const chosen = { crs: query.crs, layer: query.layer, isTurned: query.turned === 'true' }
    const found = await readAreas(services, caller, req, chosen)
    return {
      status: 200,
      body: {
        ...toBody(FoundAreas, found),
        fits: found.fits.map(({ crs, isTurned }) => ({ crs, turned: isTurned })),
        areas: found.areas.map((area) => ({
          ...area,
          coordinates: area.coordinates as Position[][] as [number, number][][],
        })),
      },
    }
  },

  getSafetyAreas: async ({ services, caller }) => {
    const { state, listedOn, leftOut, areas: data } = await safetyAreasView(services, caller)
    return {
      status: 200,
      body: { state, listed_on: listedOn, left_out: leftOut, data: data as SafetyAreas['data'] },
    }
  },

  offerAddresses: async ({ services, caller, body }) => {
    const { geometry, crs, text, limit } = body
    const found =
      text === undefined
        ? await addressesIn(services, caller, { geometry: rawGeometry(geometry!), crs }, limit)
        : await addressesNamed(services.addresses, text, limit)
    return { status: 200, body: { available: found !== undefined, data: (found ?? []).map(offered) } }
  },
}

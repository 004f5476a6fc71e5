/** Addresses to choose from, below /dashboard/api. */

import { rawGeometry } from '../../platform/read-json.ts'
import { addressView } from '../http/address-wire.ts'
import type { Handlers } from '../http/serve.ts'
import type { ADDRESS_ROUTES, OfferedAddresses } from './address-schema.ts'
import { addressesIn, addressesNamed, type OfferedAddress } from './locate-address.ts'

const offered = (found: OfferedAddress): OfferedAddresses['data'][number] => ({
  text: found.text,
  kind: found.kind,
  address: found.address && addressView(found.address),
  number_designation_id: found.designationId,
  inside: found.inside,
  rd: found.rd,
  lnglat: found.lngLat,
  source: found.source,
})

export const addresses: Handlers<typeof ADDRESS_ROUTES> = {
  offerAddresses: async ({ needs, caller, body }) => {
    const { geometry, crs, text, limit } = body
    const found =
      text === undefined
        ? await addressesIn(needs, caller, { geometry: rawGeometry(geometry!), crs }, limit)
        : await addressesNamed(needs, text, limit)
    return { status: 200, body: { available: found !== undefined, data: (found ?? []).map(offered) } }
  },
}

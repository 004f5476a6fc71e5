/** The window's side of local GIS tools, below /dashboard/api. */

import { toBody } from '../../platform/http/wire.ts'
import type { Handlers } from '../http/serve.ts'
import { decidePairing, waitingPairings } from '../keys/pairing.ts'
import { openInGis } from './gis-access.ts'
import { type GIS_ROUTES, GisAccess, LayersFile, Pairing } from './local-schema.ts'

export const gis: Handlers<typeof GIS_ROUTES> = {
  listPairings: async ({ needs }) => ({
    status: 200,
    body: {
      data: waitingPairings(needs).map((each) => toBody(Pairing, { ...each, pairingId: each.id })),
    },
  }),

  decidePairing: async ({ needs, caller, params, body }) => {
    decidePairing(needs, caller, params.pairing_id, body.approve)
    return { status: 204 }
  },

  openInGis: async ({ needs, caller, body }) => {
    const here = { baseUrl: needs.baseUrl(), takesKeyInPath: needs.isLocal }
    const opened = await openInGis(needs, caller, here, body.job_id)
    const layers = opened.layers && toBody(LayersFile, opened.layers)
    return { status: 201, body: toBody(GisAccess, { ...opened, layers }) }
  },
}

/** The window's side of local GIS tools, below /dashboard/api. */

import { decidePairing, waitingPairings } from '../actions/access/pairing.ts'
import { openInGis } from '../actions/results/gis-access.ts'
import type { GIS_ROUTES } from '../contract/local.ts'
import type { Handlers } from './serve.ts'

export const gis: Handlers<typeof GIS_ROUTES> = {
  listPairings: async ({ needs }) => ({
    status: 200,
    body: {
      data: waitingPairings(needs).map(({ id, code, client, askedAt, expiresAt }) => ({
        pairing_id: id,
        code,
        client,
        asked_at: askedAt,
        expires_at: expiresAt,
      })),
    },
  }),

  decidePairing: async ({ needs, caller, params, body }) => {
    decidePairing(needs, caller, params.pairing_id, body.approve)
    return { status: 204 }
  },

  openInGis: async ({ needs, caller, body }) => {
    const { keyId, secret, expiresAt, address, plainAddress, layers } = await openInGis(
      needs,
      caller,
      { baseUrl: needs.baseUrl(), takesKeyInPath: needs.isLocal },
      body.job_id,
    )
    return {
      status: 201,
      body: {
        key_id: keyId,
        address,
        plain_address: plainAddress,
        secret,
        expires_at: expiresAt,
        layers: layers && { file_name: layers.fileName, content: layers.content },
      },
    }
  },
}

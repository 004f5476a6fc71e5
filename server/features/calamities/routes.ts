/** Calamities, below /dashboard/api. */

import { Readable } from 'node:stream'
import { fromBody, toBody } from '../../platform/http/wire.ts'
import { rawGeometry } from '../../platform/read-json.ts'
import { addressFromWire } from '../http/address-wire.ts'
import type { Handlers } from '../http/serve.ts'
import * as views from '../jobs/views.ts'
import { calamityOf, calamityPage, fileCalamity, quoteCalamity } from './calamity.ts'
import { type CALAMITY_ROUTES, Calamity } from './schema.ts'

export const calamities: Handlers<typeof CALAMITY_ROUTES> = {
  quoteCalamity: async ({ services, caller, body }) => {
    const view = await quoteCalamity(services, caller, {
      ...fromBody(body),
      geometry: rawGeometry(body.geometry),
      address: body.address === undefined ? undefined : addressFromWire(body.address),
    })
    return { status: 201, body: views.job(view, services.baseUrl()) }
  },

  fileCalamity: async ({ services, caller, params, body }) => ({
    status: 202,
    body: views.job(await fileCalamity(services, caller, params.job_id, body.confirm_euros), services.baseUrl()),
  }),

  getCalamity: async ({ services, caller, params }) => ({
    status: 200,
    body: toBody(Calamity, await calamityOf(services, caller, params.job_id)),
  }),

  getCalamityPage: async ({ services, caller, params, query }) => {
    const { bytes, name } = await calamityPage(services, caller, params.job_id, query.language)
    const stream = { bytes: bytes.length, chunks: Readable.from([bytes]), close: async () => {} }
    return { status: 200, stream: { ...stream, mediaType: 'application/pdf', name } }
  },
}

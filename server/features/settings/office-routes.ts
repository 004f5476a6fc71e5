/** The address of the office's server, below /dashboard/api. */

import type { Handlers } from '../http/serve.ts'
import { chooseOffice, officeUrl } from './office.ts'
import type { OFFICE_ROUTES } from './office-schema.ts'

export const office: Handlers<typeof OFFICE_ROUTES> = {
  getOffice: async ({ needs, caller }) => ({ status: 200, body: { url: await officeUrl(needs, caller) } }),

  putOffice: async ({ needs, caller, body }) => ({
    status: 200,
    body: { url: await chooseOffice(needs, caller, body.url) },
  }),
}

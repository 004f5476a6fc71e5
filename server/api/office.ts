/** The address of the office's server, below /dashboard/api. */
import { chooseOffice, officeUrl } from '../actions/installation/office.ts'
import type { OFFICE_ROUTES } from '../contract/office.ts'
import type { Handlers } from './serve.ts'

export const office: Handlers<typeof OFFICE_ROUTES> = {
  getOffice: async ({ needs, caller }) => ({ status: 200, body: { url: await officeUrl(needs, caller) } }),

  putOffice: async ({ needs, caller, body }) => ({
    status: 200,
    body: { url: await chooseOffice(needs, caller, body.url) },
  }),
}

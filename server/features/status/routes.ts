/** How the server is, and the file for support, below /dashboard/api. */
import type { Handlers } from '../http/serve.ts'
import { diagnose } from './diagnostics.ts'
import type { STATUS_ROUTES } from './schema.ts'
import { describeStatus } from './status.ts'

export const status: Handlers<typeof STATUS_ROUTES> = {
  getStatus: async ({ services, caller }) => ({ status: 200, body: await describeStatus(services, caller) }),

  getDiagnostics: async ({ services, caller }) => ({
    status: 200,
    body: { ...(await diagnose(services, caller)) },
    headers: { 'Content-Disposition': 'attachment; filename="klic-desktop-diagnostics.json"' },
  }),
}

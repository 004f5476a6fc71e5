/** The file for support, below /dashboard/api. */

import type { Handlers } from '../http/serve.ts'
import { diagnose } from './diagnostics.ts'
import type { DIAGNOSTICS_ROUTES } from './diagnostics-schema.ts'

export const diagnostics: Handlers<typeof DIAGNOSTICS_ROUTES> = {
  getDiagnostics: async ({ needs, caller }) => ({
    status: 200,
    body: { ...(await diagnose(needs, caller)) },
    headers: { 'Content-Disposition': 'attachment; filename="klic-desktop-diagnostics.json"' },
  }),
}

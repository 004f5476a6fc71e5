/** The file for whoever helps, below /dashboard/api. */
import { diagnose } from '../actions/installation/diagnostics.ts'
import type { DIAGNOSTICS_ROUTES } from '../contract/diagnostics.ts'
import type { Handlers } from './serve.ts'

export const diagnostics: Handlers<typeof DIAGNOSTICS_ROUTES> = {
  getDiagnostics: async ({ needs, caller }) => ({
    status: 200,
    body: { ...(await diagnose(needs, caller)) },
    headers: { 'Content-Disposition': 'attachment; filename="klic-desktop-diagnostics.json"' },
  }),
}

/** Asks the registry for its list of safety areas, because somebody draws or quotes and has none, or that of another day. */

import type { Flow } from '../../platform/queue/port.ts'
import { TryLater } from '../../platform/refusal.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { type Needs, SECOND } from '../task-context.ts'
import { endSafetyList } from './safety-area-rows.ts'

export type SafetyListRequest = { companyId: string; environment: RegistryEnvironment; wantedAt: string }

export const askSafetyAreas = (needs: Needs): Flow<SafetyListRequest> => ({
  name: 'ask-safety-areas',
  version: '1',
  async run(wanted, steps) {
    await steps.run('ask', () => ask(needs, wanted), { attempts: 2, firstMs: 5 * SECOND, maxMs: 5 * SECOND })
  },
})

/** Nobody waits for it: what can't be asked now is asked when somebody draws the next time. */
async function ask(needs: Needs, { companyId, environment, wantedAt }: SafetyListRequest): Promise<null> {
  const asked = { companyId, wantedAt }
  const at = () => needs.clock.now().toISOString()
  try {
    // The list is the company's own: who files for those who pay by invoice has not been granted it for them.
    const registry = await needs.registryFor(environment, companyId, 'kadaster')
    const listing = await registry.listSafetyAreas()
    const listed = listing.kind === 'listed' ? { ...listing, on: dutchDate(needs.clock.now().getTime()) } : null
    await endSafetyList(needs.store, asked, { state: listing.kind, at: at(), listed })
  } catch (error) {
    if (!(error instanceof TryLater)) throw error
    const state = error.reason === 'unreachable' ? 'unavailable' : 'no_access'
    await endSafetyList(needs.store, asked, { state, at: at(), listed: null })
  }
  return null
}

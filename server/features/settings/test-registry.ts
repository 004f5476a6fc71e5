/** Asking for a test of the connection to the registry, and looking at how far it is. The worker carries it out. */

import { Refusal } from '../../platform/refusal.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import type { Caller, Needs } from '../needs.ts'
import { askCheck, checkById, type RegistryCheck } from './registry-check-rows.ts'
import { settingsOf } from './rows.ts'

export type { RegistryCheck } from './registry-check-rows.ts'

/** @param environment another than the one in use can be tried before it is chosen */
export async function askForTest(
  needs: Pick<Needs, 'store' | 'clock' | 'ids' | 'nudge'>,
  caller: Caller,
  environment?: RegistryEnvironment,
): Promise<RegistryCheck> {
  const { store, clock, ids } = needs
  const id = ids.make('chk')
  const chosen = environment ?? (await settingsOf(store.db, caller.companyId))['registry.environment']
  await askCheck(store, { id, companyId: caller.companyId, environment: chosen, at: clock.now().toISOString() })
  needs.nudge()
  return getTest(needs, caller, id)
}

/** @throws Refusal NOT_FOUND, also when a newer test has replaced it */
export async function getTest({ store }: Pick<Needs, 'store'>, caller: Caller, id: string): Promise<RegistryCheck> {
  const check = await checkById(store, id)
  if (check?.companyId !== caller.companyId) throw new Refusal('NOT_FOUND', 'There is no such test.')
  return check as RegistryCheck
}

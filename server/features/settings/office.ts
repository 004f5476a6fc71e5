/** Where the office's server is. */

import type { Caller, Needs } from '../needs.ts'
import { setByOperator } from './change-settings.ts'
import { effectiveSettings } from './effective-settings.ts'
import { setSetting } from './rows.ts'

type OfficeNeeds = Pick<Needs, 'store' | 'operator'>

/** @returns null: none is set */
export const officeUrl = async (needs: OfficeNeeds, { companyId }: Caller): Promise<string | null> =>
  (await effectiveSettings(needs, companyId))['office.url']

/**
 * @returns the address as it is stored
 * @throws Refusal PERMISSION_DENIED on a server for others
 */
export async function chooseOffice(needs: OfficeNeeds, caller: Caller, url: string | null): Promise<string | null> {
  if (needs.operator && url !== null) throw setByOperator(['office.url'])
  await setSetting(needs.store.db, caller.companyId, 'office.url', url?.replace(/\/+$/, '') ?? null)
  return officeUrl(needs, caller)
}

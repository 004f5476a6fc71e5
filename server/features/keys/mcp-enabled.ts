/** Whether AI clients may call. Asked with each call: switching it off works on the next one. */

import type { Needs } from '../needs.ts'
import { anyCompanyHas, settingsOf } from '../settings/rows.ts'

/** @param companyId without one: whether any company has switched it on, so that it is worth looking at a key. */
export const isMcpEnabled = async ({ store }: Pick<Needs, 'store'>, companyId?: string): Promise<boolean> =>
  companyId === undefined
    ? anyCompanyHas(store.db, 'mcp.enabled', true)
    : (await settingsOf(store.db, companyId))['mcp.enabled']

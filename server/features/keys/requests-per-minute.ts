/** How much a company's keys may ask, each of them. */

import type { Needs } from '../needs.ts'
import { settingsOf } from '../settings/rows.ts'

export const requestsPerMinute = async ({ store }: Pick<Needs, 'store'>, companyId: string): Promise<number> =>
  (await settingsOf(store.db, companyId))['api.requests_per_minute']

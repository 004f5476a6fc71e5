/** Whether the store answers; everything else can wait for a restart. */
import { firstCompany } from '../store/companies.ts'
import type { Needs } from './needs.ts'

export async function isHealthy({ store }: Pick<Needs, 'store'>): Promise<boolean> {
  try {
    await firstCompany(store.db)
    return true
  } catch {
    return false
  }
}

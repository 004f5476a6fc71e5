/** A company's settings as they hold on this server: what is the operator's here is the operator's. */
import { asOperated, type CompanySettings } from '../domain/settings.ts'
import { settingsOf } from '../store/settings.ts'
import type { Needs } from './needs.ts'

export const settingsHere = async (
  { store, operator }: Pick<Needs, 'store' | 'operator'>,
  companyId: string,
): Promise<CompanySettings> => asOperated(await settingsOf(store.db, companyId), operator ?? null)

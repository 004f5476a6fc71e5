/** A company's settings as they hold on this server: what is the operator's here is the operator's. */
import { type KadasterTariff, priceOn } from '../../registry/prices.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { Needs } from '../needs.ts'
import { settingsOf } from './rows.ts'
import { type CompanySettings, withOperatorSettings } from './settings.ts'

export const effectiveSettings = async (
  { store, operator }: Pick<Needs, 'store' | 'operator'>,
  companyId: string,
): Promise<CompanySettings> => withOperatorSettings(await settingsOf(store.db, companyId), operator ?? null)

/** In cents, of one notification that is quoted now. */
export const effectivePrice = (settings: CompanySettings, now: Date): number =>
  priceOn(settings['billing.prices'], dutchDate(now.getTime()))

/** null: submitted before the tariff that is set began. */
export const effectiveTariff = (settings: CompanySettings, at: Date): KadasterTariff | null => {
  const tariff = settings['billing.kadaster_tariff']
  return tariff.from <= dutchDate(at.getTime()) ? tariff : null
}

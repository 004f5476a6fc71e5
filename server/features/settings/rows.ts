/** A company's settings: a row for each that was set, the default for the others. */

import type { Kysely } from 'kysely'
import { compiledOnce } from '../../platform/database/compiled.ts'
import type { DB } from '../../platform/database/schema.ts'
import { type KadasterTariff, priceOn } from '../../registry/prices.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { Database } from '../services.ts'
import { type CompanySettings, DEFAULT_SETTINGS, type SettingName, withOperatorSettings } from './settings.ts'

type Db = Kysely<DB>

const settingRows = compiledOnce((db, companyId: string) =>
  db.selectFrom('setting').select(['name', 'value']).where('company_id', '=', companyId),
)

/** A row with a name that this version does not know is left alone and not read. */
export async function settingsOf(db: Db, companyId: string): Promise<CompanySettings> {
  const rows = await settingRows(db, companyId)
  const given = rows.filter((row) => row.name in DEFAULT_SETTINGS).map((row) => [row.name, JSON.parse(row.value)])
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(given) }
}

export async function setSetting<N extends SettingName>(
  db: Db,
  companyId: string,
  name: N,
  value: CompanySettings[N],
): Promise<void> {
  await db
    .insertInto('setting')
    .values({ company_id: companyId, name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.columns(['company_id', 'name']).doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
}

/** Whether one company at least has set exactly this. */
export const anyCompanyHas = async <N extends SettingName>(
  db: Db,
  name: N,
  value: CompanySettings[N],
): Promise<boolean> => {
  const row = await db
    .selectFrom('setting')
    .select('company_id')
    .where('name', '=', name)
    .where('value', '=', JSON.stringify(value))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A setting about this computer rather than about a company: one who sets it sets it for all. */
export const sharedSetting = async <N extends SettingName>(db: Db, name: N): Promise<CompanySettings[N]> => {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).limit(1).executeTakeFirst()
  return row ? JSON.parse(row.value) : DEFAULT_SETTINGS[name]
}

/** As they hold on this server: what is the operator's here is the operator's. */
export const effectiveSettings = async (
  { store, operator }: Pick<Database, 'store' | 'operator'>,
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

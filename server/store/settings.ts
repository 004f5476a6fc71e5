/** The settings of a company: what it has set, over the defaults. */
import { type CompanySettings, DEFAULT_SETTINGS, type SettingName } from '../domain/settings.ts'
import type { Store } from './open.ts'

export async function readSettings(store: Store, companyId: string): Promise<CompanySettings> {
  const rows = await store.db.selectFrom('setting').selectAll().where('company_id', '=', companyId).execute()
  const set = Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.value)]))
  return { ...DEFAULT_SETTINGS, ...set }
}

export async function writeSetting<N extends SettingName>(
  store: Store,
  companyId: string,
  name: N,
  value: CompanySettings[N],
): Promise<void> {
  const row = { company_id: companyId, name, value: JSON.stringify(value) }
  await store.db
    .insertInto('setting')
    .values(row)
    .onConflict((conflict) => conflict.columns(['company_id', 'name']).doUpdateSet({ value: row.value }))
    .execute()
}

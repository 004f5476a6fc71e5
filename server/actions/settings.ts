/** Reading and changing what a company has set. */
import type { CompanySettings, SettingName } from '../domain/settings.ts'
import { setSetting, settingsOf } from '../store/settings.ts'
import type { Caller, Needs } from './needs.ts'
import { checkOfflineFile } from './offline-map.ts'

/** With the secrets: what leaves the house is decided by the contract. */
export const readSettings = ({ store }: Pick<Needs, 'store'>, { companyId }: Caller): Promise<CompanySettings> =>
  settingsOf(store.db, companyId)

/**
 * All of them or none; a name that is left out stays as it is.
 * @throws Refusal VALIDATION_FAILED when the file of the offline map is none
 */
export async function changeSettings(
  { store, nudge, offlineMaps }: Pick<Needs, 'store' | 'nudge' | 'offlineMaps'>,
  { companyId }: Caller,
  changes: Partial<CompanySettings>,
): Promise<CompanySettings> {
  const file = changes['maps.offline_file']
  // One that is set already may be on a stick that is elsewhere now.
  const isNew = typeof file === 'string' && file !== (await settingsOf(store.db, companyId))['maps.offline_file']
  if (isNew) await checkOfflineFile(offlineMaps, file)
  const settings = await store.transaction({ company: companyId }, async (trx) => {
    for (const [name, value] of Object.entries(changes)) {
      if (value !== undefined) await setSetting(trx, companyId, name as SettingName, value as never)
    }
    // Whoever sets the address anew, or the same again, says that it is there.
    if (changes['webhooks.company_url'] !== undefined) await setSetting(trx, companyId, 'webhooks.gone', null)
    return settingsOf(trx, companyId)
  })
  nudge()
  return settings
}

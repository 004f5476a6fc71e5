/** How long files are kept, and how much room they may take. */
import { useLocale } from '../../locale.tsx'
import { NumberRow } from './form/fields.tsx'
import { SettingsForm } from './form/SettingsForm.tsx'

export const StorageSection = () => {
  const { t } = useLocale()
  return (
    <SettingsForm section="storage">
      <p>{t('storage.why')}</p>
      <NumberRow
        path="storage.keep_results_days"
        label={t('storage.results')}
        hint={t('storage.resultsHint')}
        empty={null}
      />
      <NumberRow
        path="storage.keep_deliveries_days"
        label={t('storage.deliveries')}
        hint={t('storage.deliveriesHint')}
        empty={null}
      />
      <NumberRow path="storage.quota_gb" label={t('storage.quota')} hint={t('storage.quotaHint')} empty={null} />
    </SettingsForm>
  )
}

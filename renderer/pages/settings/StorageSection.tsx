/** How long files are kept, and how much room they may take. */
import { useSpeech } from '../../i18n/words.tsx'
import { NumberRow } from './form/fields.tsx'
import { SettingsForm } from './form/SettingsForm.tsx'

export const StorageSection = () => {
  const { words } = useSpeech()
  const { storage } = words
  return (
    <SettingsForm section="storage">
      <p>{storage.why}</p>
      <NumberRow path="storage.keep_results_days" label={storage.results} hint={storage.resultsHint} empty={null} />
      <NumberRow
        path="storage.keep_deliveries_days"
        label={storage.deliveries}
        hint={storage.deliveriesHint}
        empty={null}
      />
      <NumberRow path="storage.quota_gb" label={storage.quota} hint={storage.quotaHint} empty={null} />
    </SettingsForm>
  )
}

/** Where notifications are filed, what opens the registry there, and whether the connection works. */
import { useQuery } from '@tanstack/react-query'
import { REGISTRY_ENVIRONMENTS } from '../../../server/contract/vocabulary.ts'
import { settingsQuery } from '../../api/settings.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { ClockWarning } from './ClockWarning.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import { CredentialsBox } from './CredentialsBox.tsx'
import { KindRow, ListRow, ServersOwn, TextRow } from './form/fields.tsx'
import { SettingsForm, useSettingsForm } from './form/SettingsForm.tsx'
import type { SectionProps } from './section.ts'

const ENVIRONMENT = 'registry.environment'
const HOSTS = 'registry.hosts'

const ProductionWarning = () => {
  const { words } = useSpeech()
  const saved = useQuery(settingsQuery)
  const isNew = saved.data?.[ENVIRONMENT] !== 'production'
  return useSettingsForm().valueAt(ENVIRONMENT) === 'production' && isNew ? (
    <div className="problem" role="alert">
      <WarningIcon />
      <strong>{words.registry.productionWarning}</strong>
    </div>
  ) : null
}

export const RegistrySection = ({ session }: SectionProps) => {
  const { words } = useSpeech()
  const { registry } = words
  return (
    <>
      <ClockWarning />
      <SettingsForm section="registry">
        <KindRow
          path={ENVIRONMENT}
          label={registry.environment}
          kinds={REGISTRY_ENVIRONMENTS.map((value) => ({ value, ...registry.environments[value] }))}
        />
        <ProductionWarning />
        <TextRow
          path="registry.safety_areas_url"
          label={registry.safetyList}
          hint={registry.safetyListHint}
          empty={null}
        />
        <ServersOwn path="registry.ca_file" label={registry.caFile}>
          <TextRow path="registry.ca_file" label={registry.caFile} hint={registry.caHint} empty={null} />
        </ServersOwn>
        <ServersOwn path={HOSTS} label={registry.hosts}>
          <ListRow path={HOSTS} label={registry.hosts} hint={registry.hostsHint} placeholder="gds.kadaster.nl" />
        </ServersOwn>
      </SettingsForm>
      <CredentialsBox current={session.environment} />
      <ConnectionTest key={session.environment} current={session.environment} />
    </>
  )
}

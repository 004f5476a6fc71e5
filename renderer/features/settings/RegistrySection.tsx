/** Where notifications are filed, what opens the registry there, and whether the connection works. */
import { useQuery } from '@tanstack/react-query'
import { REGISTRY_ENVIRONMENTS } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { settingsQuery } from './api.ts'
import { ClockWarning } from './ClockWarning.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import { CredentialsBox } from './CredentialsBox.tsx'
import { KindRow, ListRow, ServersOwn, TextRow } from './form/fields.tsx'
import { SettingsForm, useSettingsForm } from './form/SettingsForm.tsx'
import type { SectionProps } from './section.ts'

const ENVIRONMENT = 'registry.environment'
const HOSTS = 'registry.hosts'

const ProductionWarning = () => {
  const { t } = useLocale()
  const saved = useQuery(settingsQuery)
  const isNew = saved.data?.[ENVIRONMENT] !== 'production'
  return useSettingsForm().valueAt(ENVIRONMENT) === 'production' && isNew ? (
    <div className="problem" role="alert">
      <WarningIcon />
      <strong>{t('registry.productionWarning')}</strong>
    </div>
  ) : null
}

export const RegistrySection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  return (
    <>
      <ClockWarning />
      <SettingsForm section="registry">
        <KindRow
          path={ENVIRONMENT}
          label={t('registry.environment')}
          kinds={REGISTRY_ENVIRONMENTS.map((value) => ({
            value,
            name: t(`registry.environments.${value}.name`),
            what: t(`registry.environments.${value}.what`),
          }))}
        />
        <ProductionWarning />
        <TextRow
          path="registry.safety_areas_url"
          label={t('registry.safetyList')}
          hint={t('registry.safetyListHint')}
          empty={null}
        />
        <ServersOwn path="registry.ca_file" label={t('registry.caFile')}>
          <TextRow path="registry.ca_file" label={t('registry.caFile')} hint={t('registry.caHint')} empty={null} />
        </ServersOwn>
        <ServersOwn path={HOSTS} label={t('registry.hosts')}>
          <ListRow
            path={HOSTS}
            label={t('registry.hosts')}
            hint={t('registry.hostsHint')}
            placeholder="gds.kadaster.nl"
          />
        </ServersOwn>
      </SettingsForm>
      <CredentialsBox current={session.environment} />
      <ConnectionTest key={session.environment} current={session.environment} />
    </>
  )
}

/** Where notifications are filed, and the five steps that connect to Kadaster. */
import { useQuery } from '@tanstack/react-query'
import { REGISTRY_ENVIRONMENTS } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { Copyable } from '../../ui/Copyable.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { ActButton, Facts } from '../../ui/parts.tsx'
import { credentialsQuery, settingsQuery } from './api.ts'
import { ClockWarning } from './ClockWarning.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import { CredentialsBox } from './CredentialsBox.tsx'
import { useDraft } from './form/drafts.ts'
import { KindRow, ListRow, ServersOwn, TextRow } from './form/fields.tsx'
import { SettingsForm, useSettingsForm } from './form/SettingsForm.tsx'
import type { SectionProps } from './section.ts'

const ENVIRONMENT = 'registry.environment'
const HOSTS = 'registry.hosts'
const FORMS = {
  application: 'https://formulieren.kadaster.nl/klic-oauth',
  account: 'https://formulieren.kadaster.nl/aanmelden_klic',
}
const SCOPES = { eto: 'klic.eto.b2baanvraag', production: 'klic.b2baanvraag' }

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

const EnvironmentForm = () => {
  const { t } = useLocale()
  return (
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
      <details className="block">
        <summary>{t('registry.advanced')}</summary>
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
      </details>
    </SettingsForm>
  )
}

const StepItem = ({ title, isDone, children }: { title: string; isDone?: boolean; children: React.ReactNode }) => {
  const { t } = useLocale()
  return (
    <li className="block">
      <h5>
        {title}
        {isDone ? <span className="pill pill-good">{t('registry.connect.done')}</span> : null}
      </h5>
      {children}
    </li>
  )
}

export const RegistrySection = ({ session }: SectionProps) => {
  const { t } = useLocale()
  const saved = useQuery(settingsQuery).data
  const credentials = useQuery(credentialsQuery).data?.data
  const [changes] = useDraft('registry')
  // The one choice of an environment: the steps go by it, also before it is saved.
  const chosen = (changes[ENVIRONMENT] ?? session.environment) as SectionProps['session']['environment']
  const environment = chosen === 'production' ? 'production' : 'eto'
  const organisation = saved?.['registry.organisation'] as { name?: string; kvk_number?: string | null } | undefined
  const relation = saved?.['billing.relation_number'] as string | null | undefined
  const own = credentials?.find((each) => each.used_for === 'own' && each.environment === environment)
  const request = t('registry.connect.request', {
    company: organisation?.name || '…',
    kvk: organisation?.kvk_number || '…',
    relation: relation || '…',
    test: SCOPES.eto,
    production: SCOPES.production,
  })
  return (
    <>
      <ClockWarning />
      <EnvironmentForm />
      <h4>{t('registry.connect.title')}</h4>
      <ol className="connect">
        <StepItem title={t('registry.connect.company')} isDone={Boolean(organisation?.name && relation)}>
          <p>{t('registry.connect.companyWhy')}</p>
          <Facts
            facts={[
              [t('fields.organisation'), organisation?.name || t('registry.connect.missing')],
              [t('billing.relationNumber'), relation || t('registry.connect.missing')],
            ]}
          />
          <div className="row">
            <ActButton onPress={() => goTo({ settings: 'company' })}>{t('company.title')}</ActButton>
            <ActButton onPress={() => goTo({ settings: 'billing' })}>{t('billing.title')}</ActButton>
          </div>
        </StepItem>
        <StepItem title={t('registry.connect.ask')}>
          <p>{t('registry.connect.askWhy')}</p>
          <p className="row">
            <a href={FORMS.application} target="_blank" rel="noreferrer">
              {t('registry.connect.applicationForm')}
            </a>
            <a href={FORMS.account} target="_blank" rel="noreferrer">
              {t('registry.connect.accountForm')}
            </a>
          </p>
          <Copyable text={request} label={t('registry.connect.requestLabel')} />
        </StepItem>
        <StepItem title={t('registry.connect.key')} isDone={Boolean(own?.kind)}>
          <CredentialsBox key={environment} environment={environment} />
        </StepItem>
        <StepItem title={t('registry.connect.test')}>
          <ConnectionTest key={chosen} environment={chosen} />
        </StepItem>
        <StepItem title={t('registry.connect.production')} isDone={session.environment === 'production'}>
          <p>{t('registry.connect.productionWhy')}</p>
        </StepItem>
      </ol>
    </>
  )
}

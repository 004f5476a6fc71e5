/** Who asks, for whom, and which works: what the registry demands with every notification. */
import { DIG_DEPTHS } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { CheckRow, KindRow, NumberRow, SelectRow, TextRow } from './form/fields.tsx'
import { AddressFields, ContactFields, MethodsRow, OrganisationFields, WorksRow } from './form/groups.tsx'
import { SettingsForm, useSettingsForm } from './form/SettingsForm.tsx'

const PRINCIPAL = 'registry.principal'

const PrincipalFields = () => {
  const { t } = useLocale()
  const form = useSettingsForm()
  const isOther = form.valueAt(PRINCIPAL) !== 'own'
  return (
    <>
      <KindRow
        path={PRINCIPAL}
        label={t('company.principal')}
        kinds={(['own', 'other'] as const).map((value) => ({
          value,
          name: t(`company.principalKinds.${value}.name`),
          what: t(`company.principalKinds.${value}.what`),
        }))}
        show={(value) => (value === 'own' ? 'own' : 'other')}
        read={(kind) => (kind === 'own' ? 'own' : { organisation: {}, contact: {} })}
      />
      {isOther ? (
        <>
          <fieldset className="block">
            <legend>{t('company.client')}</legend>
            <OrganisationFields path={`${PRINCIPAL}/organisation`} />
          </fieldset>
          <fieldset className="block">
            <legend>{t('company.clientContact')}</legend>
            <ContactFields path={`${PRINCIPAL}/contact`} />
          </fieldset>
        </>
      ) : null}
    </>
  )
}

export const CompanySection = () => {
  const { t } = useLocale()
  return (
    <SettingsForm section="company">
      <p>{t('company.why')}</p>
      <fieldset className="block">
        <legend>{t('company.organisation')}</legend>
        <OrganisationFields path="registry.organisation" />
      </fieldset>
      <fieldset className="block">
        <legend>{t('company.contact')}</legend>
        <ContactFields path="registry.contact" />
      </fieldset>
      <fieldset className="block">
        <legend>{t('company.extraContact')}</legend>
        <p className="quiet">{t('company.extraWhy')}</p>
        <ContactFields path="registry.extra_contact" />
      </fieldset>
      <PrincipalFields />
      <fieldset className="block">
        <legend>{t('company.works')}</legend>
        <WorksRow path="registry.works.orient" label={t('company.worksOrient')} />
        <WorksRow path="registry.works.graaf" label={t('company.worksGraaf')} />
      </fieldset>
      <fieldset className="block">
        <legend>{t('company.version3')}</legend>
        <p className="quiet">{t('company.version3Why')}</p>
        <TextRow
          path="registry.version_3_from"
          label={t('company.version3From')}
          hint={t('company.version3FromHint')}
          empty={null}
        />
        <MethodsRow path="registry.works.methods" label={t('company.method')} />
        <SelectRow
          path="registry.works.depth"
          label={t('company.depth')}
          options={[
            ['', t('company.noDepth')],
            ...DIG_DEPTHS.map((code): [string, string] => [code, t(`company.depths.${code}`)]),
          ]}
          read={(value) => value || null}
        />
      </fieldset>
      <CheckRow path="registry.has_all_addresses" label={t('company.hasAll')} />
      <NumberRow path="registry.graaf_duration_days" label={t('company.duration')} hint={t('company.durationHint')} />
      <fieldset className="block">
        <legend>{t('company.digging')}</legend>
        <p className="quiet">{t('company.diggingWhy')}</p>
        <NumberRow path="digging.wait_working_days" label={t('company.digWait')} hint={t('company.digWaitHint')} />
        <NumberRow
          path="digging.start_within_working_days"
          label={t('company.digStart')}
          hint={t('company.digStartHint')}
        />
        <NumberRow
          path="digging.contact_working_days"
          label={t('company.digContact')}
          hint={t('company.digContactHint')}
        />
        <NumberRow
          path="digging.presence_working_days"
          label={t('company.digPresence')}
          hint={t('company.digPresenceHint')}
        />
      </fieldset>
      <fieldset className="block">
        <legend>{t('company.location')}</legend>
        <p className="quiet">{t('company.locationHint')}</p>
        <AddressFields path="registry.default_location" />
      </fieldset>
    </SettingsForm>
  )
}

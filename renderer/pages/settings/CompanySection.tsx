/** Who asks, for whom, and which works: what the registry demands with every notification. */
import { DIG_DEPTHS } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { CheckRow, KindRow, NumberRow, SelectRow, TextRow } from './form/fields.tsx'
import { AddressFields, ContactFields, MethodsRow, OrganisationFields, WorksRow } from './form/groups.tsx'
import { SettingsForm, useSettingsForm } from './form/SettingsForm.tsx'

const PRINCIPAL = 'registry.principal'

const PrincipalFields = () => {
  const { words } = useSpeech()
  const form = useSettingsForm()
  const { principalKinds } = words.company
  const isOther = form.valueAt(PRINCIPAL) !== 'own'
  return (
    <>
      <KindRow
        path={PRINCIPAL}
        label={words.company.principal}
        kinds={(['own', 'other'] as const).map((value) => ({ value, ...principalKinds[value] }))}
        show={(value) => (value === 'own' ? 'own' : 'other')}
        read={(kind) => (kind === 'own' ? 'own' : { organisation: {}, contact: {} })}
      />
      {isOther ? (
        <>
          <fieldset className="block">
            <legend>{words.company.client}</legend>
            <OrganisationFields path={`${PRINCIPAL}/organisation`} />
          </fieldset>
          <fieldset className="block">
            <legend>{words.company.clientContact}</legend>
            <ContactFields path={`${PRINCIPAL}/contact`} />
          </fieldset>
        </>
      ) : null}
    </>
  )
}

export const CompanySection = () => {
  const { words } = useSpeech()
  const { company } = words
  return (
    <SettingsForm section="company">
      <p>{company.why}</p>
      <fieldset className="block">
        <legend>{company.organisation}</legend>
        <OrganisationFields path="registry.organisation" />
      </fieldset>
      <fieldset className="block">
        <legend>{company.contact}</legend>
        <ContactFields path="registry.contact" />
      </fieldset>
      <fieldset className="block">
        <legend>{company.extraContact}</legend>
        <p className="quiet">{company.extraWhy}</p>
        <ContactFields path="registry.extra_contact" />
      </fieldset>
      <PrincipalFields />
      <fieldset className="block">
        <legend>{company.works}</legend>
        <WorksRow path="registry.works.orient" label={company.worksOrient} />
        <WorksRow path="registry.works.graaf" label={company.worksGraaf} />
      </fieldset>
      <fieldset className="block">
        <legend>{company.version3}</legend>
        <p className="quiet">{company.version3Why}</p>
        <TextRow
          path="registry.version_3_from"
          label={company.version3From}
          hint={company.version3FromHint}
          empty={null}
        />
        <MethodsRow path="registry.works.methods" label={company.method} />
        <SelectRow
          path="registry.works.depth"
          label={company.depth}
          options={[['', company.noDepth], ...DIG_DEPTHS.map((code): [string, string] => [code, company.depths[code]])]}
          read={(value) => value || null}
        />
      </fieldset>
      <CheckRow path="registry.has_all_addresses" label={company.hasAll} />
      <NumberRow path="registry.graaf_duration_days" label={company.duration} hint={company.durationHint} />
      <fieldset className="block">
        <legend>{company.digging}</legend>
        <p className="quiet">{company.diggingWhy}</p>
        <NumberRow path="digging.wait_working_days" label={company.digWait} hint={company.digWaitHint} />
        <NumberRow path="digging.start_within_working_days" label={company.digStart} hint={company.digStartHint} />
        <NumberRow path="digging.contact_working_days" label={company.digContact} hint={company.digContactHint} />
        <NumberRow path="digging.presence_working_days" label={company.digPresence} hint={company.digPresenceHint} />
      </fieldset>
      <fieldset className="block">
        <legend>{company.location}</legend>
        <p className="quiet">{company.locationHint}</p>
        <AddressFields path="registry.default_location" />
      </fieldset>
    </SettingsForm>
  )
}

/** Groups of fields that return: an address, a person, an organisation, kinds of work. */
import { COUNTRY_CODES, DIG_METHODS, KINDS_OF_WORK } from '../../../../server/features/vocabulary.ts'
import { useLocale } from '../../../locale.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { IconButton } from '../../../ui/parts.tsx'
import { NumberRow, SelectRow, TextRow } from './fields.tsx'
import { useSettingsForm } from './SettingsForm.tsx'

const MAX_WORKS = 6

/** ISO 3166 alpha-3 as the registry writes countries, to alpha-2 as browsers name them. */
const ALPHA_2: Readonly<Record<(typeof COUNTRY_CODES)[number], string>> = {
  NLD: 'NL',
  ALB: 'AL',
  AUT: 'AT',
  BEL: 'BE',
  BGR: 'BG',
  CHE: 'CH',
  CYP: 'CY',
  CZE: 'CZ',
  DEU: 'DE',
  DNK: 'DK',
  ESP: 'ES',
  EST: 'EE',
  FIN: 'FI',
  FRA: 'FR',
  GBR: 'GB',
  GRC: 'GR',
  HRV: 'HR',
  HUN: 'HU',
  IRL: 'IE',
  ISL: 'IS',
  ITA: 'IT',
  LTU: 'LT',
  LUX: 'LU',
  LVA: 'LV',
  MKD: 'MK',
  MLT: 'MT',
  MNE: 'ME',
  POL: 'PL',
  PRT: 'PT',
  ROU: 'RO',
  SRB: 'RS',
  SVK: 'SK',
  SVN: 'SI',
  SWE: 'SE',
  TUR: 'TR',
}

const squeezed = (text: string): string => text.toUpperCase().replace(/\s/g, '')

/** `isOffice`: where an organisation is, which may be abroad; else a place of works. */
export const AddressFields = ({ path, isOffice = false }: { path: string; isOffice?: boolean }) => {
  const { t, locale } = useLocale()
  const form = useSettingsForm()
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const country = form.valueAt(`${path}/country`) ?? 'NLD'
  return (
    <>
      <div className="fields street">
        <TextRow path={`${path}/street`} label={t('fields.street')} />
        <NumberRow path={`${path}/house_number`} label={t('fields.houseNumber')} />
        <TextRow path={`${path}/house_letter`} label={t('fields.houseLetter')} empty={null} />
        <TextRow path={`${path}/house_number_addition`} label={t('fields.addition')} empty={null} />
      </div>
      <div className="fields town">
        <TextRow
          path={`${path}/postcode`}
          label={t('fields.postcode')}
          {...(country === 'NLD' ? { read: squeezed } : {})}
        />
        <TextRow path={`${path}/city`} label={t('fields.city')} />
        {isOffice ? (
          <SelectRow
            path={`${path}/country`}
            label={t('fields.country')}
            options={COUNTRY_CODES.map((code) => [code, countries.of(ALPHA_2[code]) ?? code])}
          />
        ) : null}
      </div>
      <TextRow
        path={`${path}/bag_id`}
        label={t('fields.bagId')}
        hint={isOffice ? t('fields.bagOffice') : t('fields.bagWorks')}
        empty={null}
        inputMode="numeric"
      />
    </>
  )
}

export const ContactFields = ({ path }: { path: string }) => {
  const { t } = useLocale()
  return (
    <div className="fields thirds">
      <TextRow path={`${path}/name`} label={t('fields.name')} />
      <TextRow path={`${path}/phone`} label={t('fields.phone')} inputMode="tel" />
      <TextRow path={`${path}/email`} label={t('fields.email')} inputMode="email" />
    </div>
  )
}

export const OrganisationFields = ({ path }: { path: string }) => {
  const { t } = useLocale()
  return (
    <>
      <div className="fields halves">
        <TextRow path={`${path}/name`} label={t('fields.organisation')} hint={t('fields.asOnRecord')} />
        <TextRow path={`${path}/kvk_number`} label={t('fields.kvk')} empty={null} inputMode="numeric" />
      </div>
      <AddressFields path={`${path}/address`} isOffice />
    </>
  )
}

export const WorksRow = ({ path, label }: { path: string; label: string }) => {
  const { t, locale } = useLocale()
  const kinds = KINDS_OF_WORK.toSorted((a, b) => t(`works.${a}`).localeCompare(t(`works.${b}`), locale))
  return (
    <CodesRow
      {...{ path, label, most: MAX_WORKS, none: t('company.noWorks') }}
      codes={kinds}
      nameOf={(kind) => t(`works.${kind}`)}
    />
  )
}

/** How is dug, for version 3 of the standards. */
export const MethodsRow = ({ path, label }: { path: string; label: string }) => {
  const { t } = useLocale()
  return (
    <CodesRow
      {...{ path, label, most: DIG_METHODS.length, none: t('company.noMethods') }}
      codes={DIG_METHODS}
      nameOf={(method) => t(`company.methods.${method}`)}
    />
  )
}

/** Some of a list, in the order in which they were chosen. */
const CodesRow = <Code extends string>({
  path,
  label,
  codes,
  nameOf,
  most,
  none,
}: {
  path: string
  label: string
  codes: readonly Code[]
  nameOf: (code: Code) => string
  most: number
  /** Said when none is chosen. */
  none: string
}) => {
  const { t } = useLocale()
  const form = useSettingsForm()
  const chosen = form.valueAt(path) as Code[]
  const free = codes.filter((code) => !chosen.includes(code))
  const problem = form.problemAt(path)
  return (
    <fieldset className="block">
      <legend>{label}</legend>
      {chosen.length > 0 ? (
        <ul className="chosen">
          {chosen.map((kind) => (
            <li key={kind} className="chip" data-selected="">
              {nameOf(kind)}
              <IconButton
                label={t('form.remove', { what: nameOf(kind) })}
                onPress={() =>
                  form.set(
                    path,
                    chosen.filter((each) => each !== kind),
                  )
                }
              >
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">{none}</p>
      )}
      {chosen.length < most ? (
        <select
          className="select"
          aria-label={`${t('company.addWork')}: ${label}`}
          value=""
          onChange={({ target }) => form.set(path, [...chosen, target.value])}
        >
          <option value="">{t('company.addWork')}</option>
          {free.map((kind) => (
            <option key={kind} value={kind}>
              {nameOf(kind)}
            </option>
          ))}
        </select>
      ) : null}
      {problem ? <span className="field-error">{problem}</span> : null}
    </fieldset>
  )
}

/** Groups of fields that return: an address, a person, an organisation, kinds of work. */
import { COUNTRY_CODES, DIG_METHODS, KINDS_OF_WORK } from '../../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../../i18n/words.tsx'
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
  const { words, locale } = useSpeech()
  const { fields } = words
  const form = useSettingsForm()
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const country = form.valueAt(`${path}/country`) ?? 'NLD'
  return (
    <>
      <div className="fields street">
        <TextRow path={`${path}/street`} label={fields.street} />
        <NumberRow path={`${path}/house_number`} label={fields.houseNumber} />
        <TextRow path={`${path}/house_letter`} label={fields.houseLetter} empty={null} />
        <TextRow path={`${path}/house_number_addition`} label={fields.addition} empty={null} />
      </div>
      <div className="fields town">
        <TextRow path={`${path}/postcode`} label={fields.postcode} {...(country === 'NLD' ? { read: squeezed } : {})} />
        <TextRow path={`${path}/city`} label={fields.city} />
        {isOffice ? (
          <SelectRow
            path={`${path}/country`}
            label={fields.country}
            options={COUNTRY_CODES.map((code) => [code, countries.of(ALPHA_2[code]) ?? code])}
          />
        ) : null}
      </div>
      <TextRow
        path={`${path}/bag_id`}
        label={fields.bagId}
        hint={isOffice ? fields.bagOffice : fields.bagWorks}
        empty={null}
        inputMode="numeric"
      />
    </>
  )
}

export const ContactFields = ({ path }: { path: string }) => {
  const { words } = useSpeech()
  return (
    <div className="fields thirds">
      <TextRow path={`${path}/name`} label={words.fields.name} />
      <TextRow path={`${path}/phone`} label={words.fields.phone} inputMode="tel" />
      <TextRow path={`${path}/email`} label={words.fields.email} inputMode="email" />
    </div>
  )
}

export const OrganisationFields = ({ path }: { path: string }) => {
  const { words } = useSpeech()
  return (
    <>
      <div className="fields halves">
        <TextRow path={`${path}/name`} label={words.fields.organisation} hint={words.fields.asOnRecord} />
        <TextRow path={`${path}/kvk_number`} label={words.fields.kvk} empty={null} inputMode="numeric" />
      </div>
      <AddressFields path={`${path}/address`} isOffice />
    </>
  )
}

export const WorksRow = ({ path, label }: { path: string; label: string }) => {
  const { words, locale } = useSpeech()
  const kinds = KINDS_OF_WORK.toSorted((a, b) => words.works[a].localeCompare(words.works[b], locale))
  return (
    <CodesRow {...{ path, label, names: words.works, most: MAX_WORKS, none: words.company.noWorks }} codes={kinds} />
  )
}

/** How is dug, for version 3 of the standards. */
export const MethodsRow = ({ path, label }: { path: string; label: string }) => {
  const { words } = useSpeech()
  const { methods, noMethods } = words.company
  return (
    <CodesRow {...{ path, label, names: methods, most: DIG_METHODS.length, none: noMethods }} codes={DIG_METHODS} />
  )
}

/** Some of a list, in the order in which they were chosen. */
const CodesRow = <Code extends string>({
  path,
  label,
  codes,
  names,
  most,
  none,
}: {
  path: string
  label: string
  codes: readonly Code[]
  names: Readonly<Record<Code, string>>
  most: number
  /** Said when none is chosen. */
  none: string
}) => {
  const { words } = useSpeech()
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
              {names[kind]}
              <IconButton
                label={words.form.remove(names[kind])}
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
          aria-label={`${words.company.addWork}: ${label}`}
          value=""
          onChange={({ target }) => form.set(path, [...chosen, target.value])}
        >
          <option value="">{words.company.addWork}</option>
          {free.map((kind) => (
            <option key={kind} value={kind}>
              {names[kind]}
            </option>
          ))}
        </select>
      ) : null}
      {problem ? <span className="field-error">{problem}</span> : null}
    </fieldset>
  )
}

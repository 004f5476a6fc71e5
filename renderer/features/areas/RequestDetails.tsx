/** What the registry wants to know besides the area: kind, reference, date, works, address, for whom. */
import { memo } from 'react'
import { Input, Label, Radio, RadioGroup, Text, TextField } from 'react-aria-components'
import type { Address } from '../../../server/features/http/common-schema.ts'
import { ALL_KLIC_TYPES, cleanReference, KINDS_OF_WORK, KLIC_TYPES } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import type { RequestDetails } from '../../map/drawing/request-details.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { useInSight } from '../../ui/in-sight.ts'
import { IconButton } from '../../ui/parts.tsx'
import { StartField } from '../../ui/StartField.tsx'
import { CalamityFields } from '../calamities/CalamityFields.tsx'
import { addressLine } from '../jobs/filing.ts'
import { RegistrySays } from '../jobs/RegistrySays.tsx'
import { PlaceInWords, PreparationChoice, WorksInWords } from './DescriptionFields.tsx'
import { FieldProblem } from './FieldProblem.tsx'
import { useFieldProblem } from './field-problems.ts'
import type { SteadyEditor } from './steady-editor.ts'
import { useRefusedAt } from './use-refused-at.ts'

/** As many as the registry takes. */
const MAX_WORKS = 6

const Works = ({ works, change }: { works: readonly string[]; change: (works: string[]) => void }) => {
  const { t } = useLocale()
  const name = (code: string) => t.find(`works.${code}`) ?? code
  const left = KINDS_OF_WORK.filter((code) => !works.includes(code)).sort((a, b) => name(a).localeCompare(name(b)))
  return (
    <div className="field">
      <span className="label" id="works-label">
        {t('area.works')}
      </span>
      {works.length > 0 ? (
        <ul className="tags" aria-labelledby="works-label">
          {works.map((code) => (
            <li key={code}>
              {name(code)}
              <IconButton
                label={t('area.worksRemove', { name: name(code) })}
                onPress={() => change(works.filter((each) => each !== code))}
              >
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      {works.length < MAX_WORKS ? (
        <select
          aria-labelledby="works-label"
          value=""
          onChange={(event) => event.target.value && change([...works, event.target.value])}
        >
          <option value="">{t('area.worksAdd')}</option>
          {left.map((code) => (
            <option key={code} value={code}>
              {name(code)}
            </option>
          ))}
        </select>
      ) : null}
      {works.length === 0 ? <span className="quiet">{t('area.worksHelp')}</span> : null}
    </div>
  )
}

const keyOf = (address: Address): string => address.bag_id ?? addressLine(address)

/** Offered from inside the area; one that was chosen stays chosen while the area changes. */
type AboutDetails = Pick<SteadyEditor, 'act' | 'hasArea' | 'addresses'> & { details: RequestDetails }

const AddressChoice = ({
  address,
  act,
  hasArea,
  addresses: data,
}: Omit<AboutDetails, 'details'> & Pick<RequestDetails, 'address'>) => {
  const { t } = useLocale()
  const offered = (data?.data ?? []).flatMap(({ address: each, inside, text }) =>
    each ? [{ address: each, inside, text }] : [],
  )
  const known = address && !offered.some((each) => keyOf(each.address) === keyOf(address))
  const none =
    data?.available === false ? t('area.addressOffline') : offered.length === 0 ? t('area.addressNoneHere') : ''
  return (
    <label className="field">
      <span>{t('area.address')}</span>
      <select
        value={address ? keyOf(address) : ''}
        onChange={(event) => {
          const chosen = offered.find((each) => keyOf(each.address) === event.target.value)
          act({ do: 'describe', details: { address: chosen?.address ?? null } })
        }}
      >
        <option value="">{t('area.addressNone')}</option>
        {known ? <option value={keyOf(address)}>{addressLine(address)}</option> : null}
        {offered.map(({ address: each, inside, text }) => (
          <option key={keyOf(each)} value={keyOf(each)} disabled={inside === false}>
            {text}
            {inside === false ? ` (${t('area.addressBeside')})` : ''}
          </option>
        ))}
      </select>
      {hasArea && data && none ? <span className="quiet">{none}</span> : null}
    </label>
  )
}

const PrincipalFields = ({
  principal,
  change,
  problemAt,
}: {
  principal: RequestDetails['principal']
  change: (principal: RequestDetails['principal']) => void
  problemAt: (pointer: string) => string | null
}) => {
  const { t } = useLocale()
  const empty = { organisation: '', name: '', phone: '', email: '' }
  const pointers = {
    organisation: '/principal/organisation',
    name: '/principal/contact/name',
    phone: '/principal/contact/phone',
    email: '/principal/contact/email',
  }
  return (
    <>
      <label className="field">
        <span>{t('area.principal')}</span>
        <select
          value={principal ? 'other' : 'own'}
          onChange={(event) => change(event.target.value === 'other' ? empty : null)}
        >
          <option value="own">{t('area.principalOwn')}</option>
          <option value="other">{t('area.principalOther')}</option>
        </select>
      </label>
      {principal
        ? (Object.keys(empty) as (keyof typeof empty)[]).map((field) => (
            <TextField
              key={field}
              className="field"
              value={principal[field]}
              onChange={(text) => change({ ...principal, [field]: text })}
              isInvalid={problemAt(pointers[field]) !== null}
            >
              <Label>{t(`area.principalFields.${field}`)}</Label>
              <Input />
              <FieldProblem problem={problemAt(pointers[field])} />
            </TextField>
          ))
        : null}
    </>
  )
}

/** Of what is folded, in the order of the fields. */
const FOLDED = [
  '/address',
  '/location_description',
  '/preparation',
  '/works',
  '/works_description',
  '/principal',
] as const
/** Those at which the registry's refusal stands, in the order of the fields. */
const REFUSABLE = ['/start_date', '/reference', ...FOLDED] as const

interface About {
  error: unknown
  corrects: string | null
  /** Characters of a reference that the registry takes today. */
  maxReference: number
  /** Why there must be a start, and what happened in words; it stands at the field once `isMarked`. */
  startNeeded: string | null
  whatNeeded: string | null
  isMarked: boolean
}

/** @param error what saving or filing was answered with: each complaint stands at its field */
export const RequestDetailFields = memo(
  ({ details, error, corrects, maxReference, startNeeded, whatNeeded, isMarked, ...editor }: AboutDetails & About) => {
    const { t } = useLocale()
    const problemAt = useFieldProblem(error)
    const refusedAt = useRefusedAt(corrects)
    const first = REFUSABLE.find((pointer) => refusedAt(pointer).length > 0)
    // It lies below what is drawn, where nobody would look for it.
    const toCorrect = useInSight<HTMLUListElement>(first ? `${corrects} ${first}` : '', 'center')
    const refused = (pointer: (typeof REFUSABLE)[number]) => (
      <RegistrySays errors={refusedAt(pointer)} ref={pointer === first ? toCorrect : null} />
    )
    const { act } = editor
    const change = (changed: Partial<RequestDetails>) => act({ do: 'describe', details: changed })
    const inWords = { details, change, problemAt }
    const isCalamity = details.klicType === 'CALAMITEIT'
    // What was refused, or is repeated, stays what it was.
    const kinds = corrects === null && details.kept.follows === undefined ? ALL_KLIC_TYPES : KLIC_TYPES
    const isWrong = (pointers: readonly string[]) =>
      pointers.some((pointer) => refusedAt(pointer).length > 0 || problemAt(pointer) !== null)
    const filled = [
      ...(details.address ? [addressLine(details.address)] : []),
      ...details.works.map((code) => t.find(`works.${code}`) ?? code),
      ...[details.locationDescription, details.worksDescription, details.principal?.organisation].filter(Boolean),
    ]
    const sent = cleanReference(details.reference, maxReference)
    const isCut = sent !== details.reference.trim()
    return (
      <>
        <RadioGroup
          className="kinds"
          data-next={editor.hasArea || undefined}
          value={details.klicType}
          onChange={(klicType) => change({ klicType: klicType as RequestDetails['klicType'] })}
        >
          <Label>{t('area.kind')}</Label>
          <div className="kind-row">
            {kinds.map((type) => (
              <Radio key={type} value={type} className="kind">
                <strong>{t(`klicType.${type}.name`)}</strong>
                <span>{t(`klicType.${type}.what`)}</span>
              </Radio>
            ))}
          </div>
        </RadioGroup>
        {isCalamity ? <CalamityFields {...inWords} needed={whatNeeded} isMarked={isMarked} /> : null}
        {details.klicType === 'GRAAF' ? (
          <div data-needed={startNeeded ? true : undefined}>
            <StartField
              value={details.startDate}
              onChange={(startDate) => change({ startDate })}
              missing={isMarked ? startNeeded : null}
            />
            <FieldProblem problem={problemAt('/start_date')} />
            {refused('/start_date')}
          </div>
        ) : null}
        <TextField
          className="field"
          maxLength={200}
          value={details.reference}
          onChange={(reference) => change({ reference, namedAt: 'settled' })}
          isInvalid={problemAt('/reference') !== null}
        >
          <Label>{t('area.reference')}</Label>
          {/* What is typed takes the place of what was proposed, as after Tab. */}
          <Input onClick={({ currentTarget }) => Array.isArray(details.namedAt) && currentTarget.select()} />
          <Text slot="description" className={isCut ? 'field-problem' : 'quiet'}>
            {isCut ? t('area.referenceCut', { sent }) : t('area.referenceLeft', { n: sent.length, most: maxReference })}
          </Text>
          <FieldProblem problem={problemAt('/reference')} />
          {refused('/reference')}
        </TextField>
        <details className="block more" open={isWrong(FOLDED)}>
          <summary>
            {t('area.further')} <span className="quiet">{filled.join(' · ')}</span>
          </summary>
          <AddressChoice address={details.address} {...editor} />
          <FieldProblem problem={problemAt('/address')} />
          {refused('/address')}
          <PlaceInWords {...inWords} />
          {refused('/location_description')}
          {details.klicType === 'ORIENT' ? <PreparationChoice {...inWords} /> : null}
          {refused('/preparation')}
          {isCalamity || (details.klicType === 'ORIENT' && details.preparation) ? null : (
            <>
              <Works works={details.works} change={(works) => change({ works })} />
              <FieldProblem problem={problemAt('/works')} />
              {refused('/works')}
              <WorksInWords {...inWords} />
              {refused('/works_description')}
            </>
          )}
          {details.klicType === 'GRAAF' ? (
            <PrincipalFields
              principal={details.principal}
              change={(principal) => change({ principal })}
              problemAt={problemAt}
            />
          ) : null}
          {refused('/principal')}
        </details>
      </>
    )
  },
)

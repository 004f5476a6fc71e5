/**
 * What lies under the last click, beside the map that shows it: what it is, whose and whom to call, how deep; then all that
 * was delivered of it, and its documents. Several are listed.
 */
import { useQuery } from '@tanstack/react-query'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import { LINE_LAYERS } from '../../../server/features/vocabulary.ts'
import { capital, type Translate } from '../../../server/texts/texts.ts'
import { FEATURE_COLUMNS } from '../../feature-columns.ts'
import { featureTitle, withUnit, yearOf } from '../../feature-words.ts'
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { CloseIcon, PhoneIcon } from '../../ui/icons.tsx'
import { useInSight } from '../../ui/in-sight.ts'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { Facts, IconButton } from '../../ui/parts.tsx'
import { DocumentRow, groupDocuments, type JobDocument } from './Documents.tsx'
import { InPrecaution, useAreasOver } from './InPrecaution.tsx'
import { byPhone, isAmong } from './Phones.tsx'
import { numbersOf } from './PrecautionFacts.tsx'
import { documentsQuery } from './results-api.ts'
import { UnderCursor } from './UnderCursor.tsx'
import type { OpenJob, PickedFeature } from './use-result.ts'

type Cell = PickedFeature['properties'][string]

/** What it names itself, then what its operator delivered about its theme or about everything. */
const documentsOf = (
  { bestand, bijlage, bronhouder, thema }: PickedFeature['properties'],
  all: readonly JobDocument[],
) => {
  const own = all.filter(({ name }) => name === bestand || name === bijlage)
  const beside = all.filter(
    (each) => !own.includes(each) && each.operator === bronhouder && (each.theme === null || each.theme === thema),
  )
  return [...own, ...(bronhouder ? beside : [])]
}

const isDate = (value: Cell): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

/** The official Dutch word, as it stands in files and at the operator, beside what is said instead of it. */
const Official = ({ said, word }: { said: string; word: Cell | undefined }) =>
  typeof word === 'string' && lettersOf(word) !== lettersOf(said) ? (
    <small className="official" lang="nl">
      {word}
    </small>
  ) : null

const Fact = ({ said, official }: { said: string; official: Cell }) => (
  <>
    {said} <Official said={said} word={official} />
  </>
)

/** Beside operator and depth, what somebody in the trench asks next. */
const AT_ONCE = [
  'waarschuwing',
  'fictief',
  'label',
  'tekst',
  'omschrijving',
  'toelichting',
  'net_aanduiding',
  'werk_aanduiding',
  'contact_naam',
  'contact_telefoon',
  'nauwkeurigheid_xy_cm',
  'aanlegdatum',
  'lengte_m',
] as const
/**
 * How deep, and who says so: what was given for the object itself, what is usual in its network, or nothing. Of what lies in the
 * ground it is said, too, that its depth is not known.
 */
const depthOf = (
  { diepte_m, standaard_diepte_m }: PickedFeature['properties'],
  layer: string,
  t: Translate,
  metres: (value: number) => string,
): (readonly [string, React.ReactNode])[] => {
  if (typeof diepte_m === 'number')
    return [[t('feature.columns.diepte_m'), t('feature.depthGiven', { depth: metres(diepte_m) })]]
  if (typeof standaard_diepte_m === 'number')
    return [[t('feature.columns.diepte_m'), t('feature.depthUsual', { depth: metres(standaard_diepte_m) })]]
  return LINE_LAYERS.includes(layer) ? [[t('feature.columns.diepte_m'), t('feature.depthUnknown')]] : []
}

/**
 * Damage first: it can't wait.
 * @param demanded numbers that are to be called before anybody digs here: one of the operator's own is called that, too
 */
const Callees = ({
  operator,
  demanded,
}: {
  operator: JobSummary['operators'][number]
  demanded: readonly string[]
}) => {
  const { t } = useLocale()
  const isDamage = (kinds: readonly { kind: string }[]) => kinds.some(({ kind }) => kind === 'beschadiging')
  const numbers = [...byPhone(operator)].toSorted(([, a], [, b]) => Number(isDamage(b)) - Number(isDamage(a)))
  if (numbers.length === 0) return <p className="quiet">{t('result.noPhone')}</p>
  return (
    <p className="callee-buttons">
      {numbers.map(([phone, contacts]) => (
        <PhoneLink key={phone} className={isDamage(contacts) ? 'callee damage' : 'callee'} phone={phone}>
          <PhoneIcon />
          <span>
            <small>
              {[
                ...contacts.map(({ kind }) => t.find(`result.contactKind.${kind}`) ?? kind),
                ...(isAmong(demanded, phone) && !contacts.some(({ kind }) => kind === 'voorzorg')
                  ? [t('result.precautionFacts.contact')]
                  : []),
              ].join(', ')}
            </small>
            {phone}
          </span>
        </PhoneLink>
      ))}
    </p>
  )
}

export const FeatureCard = ({ picked, open }: { picked: readonly string[]; open: OpenJob }) => {
  const { job, picked: features, summary } = open
  const { t, number, day, theme, className, value: inWords, language } = useLocale()
  const documents = useQuery({
    ...documentsQuery(job?.job_id ?? '', summary?.revision ?? 0),
    enabled: Boolean(summary),
  })
  const id = picked[0]
  const top = useInSight<HTMLElement>(id ?? '')
  const feature = features.find((each) => each.id === id)
  const areas = useAreasOver(feature, open)
  if (!feature) return null
  const { properties, layer } = feature
  const shown = (name: string, value: Cell): string => {
    if (name === 'status_naam' && typeof properties.status === 'string')
      return t.find(`result.status.${properties.status}`) ?? String(inWords('status', properties))
    if (name === 'thema_naam' && typeof properties.thema === 'string') return theme(properties.thema, String(value))
    if (typeof value === 'boolean') return value ? t('feature.yes') : t('feature.no')
    if (typeof value === 'number') return withUnit(name, number(value, 2))
    if (isDate(value)) return yearOf(name, value) ?? day(value)
    return String(inWords(name, properties))
  }
  const factsOf = (columns: readonly (readonly [string, string])[]) =>
    columns.flatMap(([column, name]) => {
      const value =
        properties[column] ??
        (column === 'status_naam' ? properties.status : column === 'thema_naam' ? properties.thema : null)
      if (value === null || value === undefined || value === '' || value === false) return []
      const said = shown(column, value)
      const official = language === 'nl' || isDate(value) ? null : value
      const label = yearOf(column, value) ? t('feature.yearInstalled') : name
      return [[label, <Fact key={column} said={said} official={official} />] as const]
    })
  const named = className(properties.objecttype) || t('feature.unnamed')
  const title = capital(featureTitle(language, t('feature.unnamed'), (value) => number(value, 2), feature))
  const depth = depthOf(properties, layer, t, (metres) => `${number(metres, 2)} m`)
  const colour = summary?.themes.find(({ thema }) => thema === properties.thema)?.colour
  const owner = summary?.operators.find(({ code }) => code === properties.bronhouder)
  const about = groupDocuments(documentsOf(properties, documents.data?.data ?? []))
  const status = factsOf([['status_naam', '']])[0]?.[1]
  return (
    <section ref={top} className="feature-card" aria-live="polite" aria-label={title}>
      <header>
        <span className="swatch" style={{ background: colour ?? 'currentColor' }} />
        <h3>{title}</h3>
        <IconButton label={t('close')} onPress={() => updatePlace({ picked: [] })}>
          <CloseIcon />
        </IconButton>
      </header>
      <p>
        <strong>{owner?.name ?? properties.netbeheerder ?? properties.bronhouder}</strong>
        {status ? <span className="quiet"> · {status}</span> : null}
      </p>
      {owner ? <Callees operator={owner} demanded={areas.flatMap(({ contact }) => numbersOf(contact))} /> : null}
      {depth.length > 0 ? <Facts facts={depth} /> : null}
      {features.length > 1 && id ? <UnderCursor features={features} shown={id} themes={summary?.themes ?? []} /> : null}
      <InPrecaution areas={areas} open={open} said={owner ? [...byPhone(owner).keys()] : []} />
      <Facts facts={factsOf(AT_ONCE.map((column) => [column, t(`feature.columns.${column}`)]))} />
      <details>
        <summary>{t('feature.all')}</summary>
        <Facts
          facts={[
            [t('feature.officialClass'), <Fact key="class" said={named} official={properties.objecttype ?? null} />],
            ...factsOf(FEATURE_COLUMNS.map((column) => [column, t(`feature.columns.${column}`)])),
          ]}
        />
      </details>
      {about.length > 0 ? (
        <details>
          <summary>
            {t('feature.documents')} <span className="quiet">{about.length}</span>
          </summary>
          <ul className="rows">
            {about.map((copies) => (
              <DocumentRow key={copies[0]?.no} copies={copies} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}

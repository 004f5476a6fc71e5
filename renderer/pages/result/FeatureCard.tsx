/** What lies under the last click: what it is, whose, theme, status, depth, its documents. Several are listed. */
import { useQuery } from '@tanstack/react-query'
import { documentsQuery } from '../../api/results.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { adjust } from '../../place.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { Facts, IconButton } from '../../ui/parts.tsx'
import { DocumentRow, type JobDocument } from './Documents.tsx'
import { UnderCursor } from './UnderCursor.tsx'
import type { OpenJob, PickedFeature } from './use-result.ts'

type Cell = PickedFeature['properties'][string]

/** Units of the flat schema's columns; the others carry text, numbers without unit, or dates. */
const UNIT: Readonly<Record<string, string>> = {
  diameter_mm: 'mm',
  breedte_mm: 'mm',
  druk_bar: 'bar',
  spanning_v: 'V',
  nominale_spanning_v: 'V',
  diepte_m: 'm',
  standaard_diepte_m: 'm',
  nauwkeurigheid_xy_cm: 'cm',
  hoogte_m: 'm',
  lengte_m: 'm',
}

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

export const FeatureCard = ({
  picked,
  open: { job, picked: features, summary },
}: {
  picked: readonly string[]
  open: OpenJob
}) => {
  const { words, number, day, theme, className, value: inWords, language } = useSpeech()
  const documents = useQuery({
    ...documentsQuery(job?.job_id ?? '', summary?.revision ?? 0),
    enabled: Boolean(summary),
  })
  const id = picked[0]
  const properties = features.find((feature) => feature.id === id)?.properties
  if (!properties) return null
  const shown = (name: string, value: Cell): string => {
    if (name === 'status_naam' && typeof properties.status === 'string')
      return (words.result.status as Record<string, string>)[properties.status] ?? String(inWords('status', properties))
    if (name === 'thema_naam' && typeof properties.thema === 'string') return theme(properties.thema, String(value))
    if (typeof value === 'boolean') return value ? words.feature.yes : words.feature.no
    if (typeof value === 'number') return `${number(value, 2)}${UNIT[name] ? ` ${UNIT[name]}` : ''}`
    if (isDate(value)) return day(value)
    return String(inWords(name, properties))
  }
  const facts = Object.entries(words.feature.columns).flatMap(([column, name]) => {
    const value =
      properties[column] ??
      (column === 'status_naam' ? properties.status : column === 'thema_naam' ? properties.thema : null)
    if (value === null || value === undefined || value === '' || value === false) return []
    const said = shown(column, value)
    const official = language === 'nl' || isDate(value) ? null : value
    return [[name, <Fact key={column} said={said} official={official} />] as const]
  })
  const name = className(properties.objecttype) || words.feature.unnamed
  const colour = summary?.themes.find(({ thema }) => thema === properties.thema)?.colour
  const owner = summary?.operators.find(({ code }) => code === properties.bronhouder)
  const damage = owner?.contacts.find(({ kind, phone }) => kind === 'beschadiging' && phone)
  const named = documentsOf(properties, documents.data?.data ?? [])
  return (
    <section className="feature-card" aria-live="polite">
      <header>
        <span className="swatch" style={{ background: colour ?? 'currentColor' }} />
        <h3>
          {name} <Official said={name} word={properties.objecttype} />
        </h3>
        <IconButton label={words.close} onPress={() => adjust({ picked: [] })}>
          <CloseIcon />
        </IconButton>
      </header>
      {features.length > 1 && id ? <UnderCursor features={features} shown={id} themes={summary?.themes ?? []} /> : null}
      <Facts facts={facts} />
      {damage ? (
        <p>
          {words.feature.phoneDamage}: <a href={`tel:${damage.phone.replace(/[^+\d]/g, '')}`}>{damage.phone}</a>
        </p>
      ) : null}
      {named.length > 0 ? (
        <details>
          <summary>
            {words.feature.documents} <span className="quiet">{named.length}</span>
          </summary>
          <ul className="rows">
            {named.map((document) => (
              <DocumentRow key={document.no} document={document} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}

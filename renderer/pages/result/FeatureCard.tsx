/** What lies under the last click: what it is, whose, theme, status, depth. Several are leafed through. */
import { useSpeech } from '../../i18n/words.tsx'
import { adjust } from '../../place.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { ActButton, Facts, IconButton } from '../../ui/parts.tsx'
import type { OpenJob } from './use-result.ts'

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

/** Official class names are words without spaces: `Elektriciteitskabel`, `OlieGasChemicalienPijpleiding`. */
const className = (objecttype: unknown): string =>
  typeof objecttype === 'string' ? objecttype.replace(/(?<=[a-z])(?=[A-Z])/g, ' ') : ''

export const FeatureCard = ({
  picked,
  open: { picked: features, summary },
}: {
  picked: readonly string[]
  open: OpenJob
}) => {
  const { words, number, day, theme } = useSpeech()
  const id = picked[0]
  const properties = features.find((feature) => feature.id === id)?.properties
  if (!properties) return null
  const shown = (name: string, value: unknown): string => {
    if (name === 'status_naam' && typeof properties.status === 'string')
      return (words.result.status as Record<string, string>)[properties.status] ?? String(value)
    if (name === 'thema_naam' && typeof properties.thema === 'string') return theme(properties.thema, String(value))
    if (typeof value === 'boolean') return value ? words.feature.yes : words.feature.no
    if (typeof value === 'number') return `${number(value, 2)}${UNIT[name] ? ` ${UNIT[name]}` : ''}`
    if (/^\d{4}-\d{2}-\d{2}$/.test(String(value))) return day(String(value))
    return String(value)
  }
  const facts = Object.entries(words.feature.columns).flatMap(([column, name]) => {
    const value =
      properties[column] ??
      (column === 'status_naam' ? properties.status : column === 'thema_naam' ? properties.thema : null)
    return value === null || value === undefined || value === '' || value === false
      ? []
      : [[name, shown(column, value)] as const]
  })
  const colour = summary?.themes.find(({ thema }) => thema === properties.thema)?.colour
  const owner = summary?.operators.find(({ code }) => code === properties.bronhouder)
  const damage = owner?.contacts.find(({ kind, phone }) => kind === 'beschadiging' && phone)
  return (
    <section className="feature-card" aria-live="polite">
      <header>
        <span className="swatch" style={{ background: colour ?? 'currentColor' }} />
        <h3>{className(properties.objecttype) || words.feature.unnamed}</h3>
        <IconButton label={words.close} onPress={() => adjust({ picked: [] })}>
          <CloseIcon />
        </IconButton>
      </header>
      {picked.length > 1 ? (
        <p className="row spread quiet">
          {words.feature.several(1, picked.length)}
          <ActButton weight="quiet" onPress={() => adjust({ picked: [...picked.slice(1), picked[0]!] })}>
            {words.feature.next}
          </ActButton>
        </p>
      ) : null}
      <Facts facts={facts} />
      {damage ? (
        <p>
          {words.feature.phoneDamage}: <a href={`tel:${damage.phone.replace(/[^+\d]/g, '')}`}>{damage.phone}</a>
        </p>
      ) : null}
    </section>
  )
}

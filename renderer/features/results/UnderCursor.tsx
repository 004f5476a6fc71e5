/** What lies under the last click, where that is more than one object: a row for each, and the one that is shown marked. */
import { Button } from 'react-aria-components'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import { capital } from '../../../server/texts/texts.ts'
import { featureTitle } from '../../feature-words.ts'
import { type Locale, useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { useInSight } from '../../ui/in-sight.ts'
import type { PickedFeature } from './use-result.ts'

/** What tells it from its neighbours. */
const tellsApart = (properties: PickedFeature['properties'], value: Locale['value']): string =>
  [properties.label ?? properties.tekst ?? value('type_naam', properties), properties.netbeheerder]
    .filter(Boolean)
    .join(', ')

export const UnderCursor = ({
  features,
  shown,
  themes,
}: {
  features: readonly PickedFeature[]
  /** Its id. */
  shown: string
  themes: JobSummary['themes']
}) => {
  const { t, language, number, value } = useLocale()
  const colourOf = (thema: unknown) => themes.find((theme) => theme.thema === thema)?.colour ?? 'currentColor'
  const ids = features.map(({ id }) => id)
  // The list is lower than what may lie there.
  const marked = useInSight<HTMLButtonElement>(shown)
  return (
    <ul className="under-cursor" aria-label={t('feature.several', { n: features.length })}>
      {features.map(({ id, properties, layer }) => (
        <li key={id}>
          <Button
            ref={id === shown ? marked : null}
            aria-pressed={id === shown}
            onPress={() => updatePlace({ picked: [id, ...ids.filter((other) => other !== id)] })}
          >
            <span
              className="swatch"
              data-hatched={layer === 'eis_voorzorgsmaatregel' || undefined}
              style={{ backgroundColor: colourOf(properties.thema) }}
            />
            <span>
              {capital(featureTitle(language, t('feature.unnamed'), (each) => number(each, 2), { layer, properties }))}
              <small>{tellsApart(properties, value)}</small>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

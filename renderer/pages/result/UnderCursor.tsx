/** What lies under the last click, where that is more than one object: a row for each, and the one that is shown marked. */
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components'
import type { JobSummary } from '../../../server/contract/dashboard.ts'
import { type Speech, useSpeech } from '../../i18n/words.tsx'
import { adjust } from '../../place.ts'
import type { PickedFeature } from './use-result.ts'

/** What tells it from its neighbours. */
const tellsApart = (properties: PickedFeature['properties'], value: Speech['value']): string =>
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
  const { words, className, value } = useSpeech()
  const colourOf = (thema: unknown) => themes.find((theme) => theme.thema === thema)?.colour ?? 'currentColor'
  const ids = features.map(({ id }) => id)
  const marked = useRef<HTMLButtonElement>(null)
  // The list is lower than what may lie there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object is another button
  useEffect(() => {
    // What it gives back, a promise in newer browsers, is no clean-up.
    void marked.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <ul className="under-cursor" aria-label={words.feature.several(features.length)}>
      {features.map(({ id, properties }) => (
        <li key={id}>
          <Button
            ref={id === shown ? marked : null}
            aria-pressed={id === shown}
            onPress={() => adjust({ picked: [id, ...ids.filter((other) => other !== id)] })}
          >
            <span className="swatch" style={{ background: colourOf(properties.thema) }} />
            <span>
              {className(properties.objecttype) || words.feature.unnamed}
              <small>{tellsApart(properties, value)}</small>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

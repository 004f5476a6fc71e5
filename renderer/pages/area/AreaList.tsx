/** The other areas of this draft: each becomes a job of its own, or one with the area in hand when they touch. */
import { useSpeech } from '../../i18n/words.tsx'
import { polygonOf, surfaceOf } from '../../map/drawing/shape.ts'
import { JoinIcon, TrashIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton } from '../../ui/parts.tsx'
import type { AreaAtRest } from './at-rest.ts'

export const AreaList = ({ inHand: { draft, act } }: { inHand: AreaAtRest }) => {
  const { words, surface } = useSpeech()
  const { more } = words.area
  if (draft.aside.length === 0) return null
  return (
    <section className="block" aria-labelledby="further-areas">
      <h3 id="further-areas">
        {more.title} <span className="quiet">{draft.aside.length}</span>
      </h3>
      <ul className="area-list">
        {draft.aside.map((shape, index) => {
          const name = shape.name ?? more.unnamed(index + 1)
          const polygon = polygonOf(shape)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an area is known by its place in the list only
            <li key={index}>
              <ActButton weight="quiet" aria-label={more.choose(name)} onPress={() => act({ do: 'choose', index })}>
                {name}
              </ActButton>
              <span className="quiet">{polygon ? surface(surfaceOf(polygon)) : ''}</span>
              {draft.shape ? (
                <IconButton label={more.join(name)} onPress={() => act({ do: 'join', indices: [index] })}>
                  <JoinIcon />
                </IconButton>
              ) : null}
              <IconButton label={more.drop(name)} onPress={() => act({ do: 'drop', index })}>
                <TrashIcon />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <p className="quiet">{more.help}</p>
    </section>
  )
}

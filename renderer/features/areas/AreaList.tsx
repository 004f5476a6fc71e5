/** The other areas of this draft: each becomes a job of its own, or one with the current area when they touch. */

import { useLocale } from '../../locale.tsx'
import { polygonOf, surfaceOf } from '../../map/drawing/shape.ts'
import { JoinIcon, TrashIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton } from '../../ui/parts.tsx'
import type { SteadyEditor } from './steady-editor.ts'

export const AreaList = ({ editor: { draft, act } }: { editor: SteadyEditor }) => {
  const { t, surface } = useLocale()
  if (draft.aside.length === 0) return null
  return (
    <section className="block" aria-labelledby="further-areas">
      <h3 id="further-areas">
        {t('area.more.title')} <span className="quiet">{draft.aside.length}</span>
      </h3>
      <ul className="area-list">
        {draft.aside.map((shape, index) => {
          const name = shape.name ?? t('area.more.unnamed', { n: index + 1 })
          const polygon = polygonOf(shape)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an area is known by its place in the list only
            <li key={index}>
              <ActButton
                weight="quiet"
                aria-label={t('area.more.choose', { name })}
                onPress={() => act({ do: 'choose', index })}
              >
                {name}
              </ActButton>
              <span className="quiet">{polygon ? surface(surfaceOf(polygon)) : ''}</span>
              {draft.shape ? (
                <IconButton label={t('area.more.join', { name })} onPress={() => act({ do: 'join', indices: [index] })}>
                  <JoinIcon />
                </IconButton>
              ) : null}
              <IconButton label={t('area.more.drop', { name })} onPress={() => act({ do: 'drop', index })}>
                <TrashIcon />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <p className="quiet">{t('area.more.help')}</p>
    </section>
  )
}

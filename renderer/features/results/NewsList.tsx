/** What came since one last looked, as a list: each leads to its place on the map, where it is marked. */

import { useLocale } from '../../locale.tsx'
import { boundsOf } from '../../map/map-layer.ts'
import { LookIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton } from '../../ui/parts.tsx'
import type { OpenJob } from './use-result.ts'

const MANY = 6

export const NewsList = ({ open: { news, shapes, look } }: { open: OpenJob }) => {
  const { t, moment, number } = useLocale()
  const { items, since, saw } = news
  if (items.length === 0 || since === null) return null
  const title = t('soFar.news', { when: moment(since) })
  return (
    <section className="block news" aria-label={title}>
      <details open={items.length <= MANY}>
        <summary>
          {title} <span className="quiet">{items.length}</span>
        </summary>
        <ul className="rows">
          {items.map(({ partNo, klicNumber, receivedAt, features, operators }) => {
            const name = klicNumber ?? t('job.part', { n: partNo })
            const corners = shapes?.parts.find(({ part_no }) => part_no === partNo)?.geometry_lnglat.coordinates[0]
            return (
              <li key={partNo}>
                <span className="row-name">
                  {operators.length > 0
                    ? t('soFar.nowDelivered', { names: operators.map((each) => each.name).join(', '), part: name })
                    : t('soFar.came', { part: name })}
                  <small>
                    {moment(receivedAt)}, {t('soFar.features', { n: number(features) })}
                  </small>
                </span>
                {corners ? (
                  <IconButton label={t('result.zoomTo', { name })} onPress={() => look(boundsOf(corners))}>
                    <LookIcon />
                  </IconButton>
                ) : null}
              </li>
            )
          })}
        </ul>
      </details>
      <ActButton onPress={saw}>{t('soFar.saw')}</ActButton>
    </section>
  )
}

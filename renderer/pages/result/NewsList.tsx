/** What came since one last looked, as a list: each leads to its place on the map, where it is marked. */
import { useSpeech } from '../../i18n/words.tsx'
import { boundsOf } from '../../map/map-layer.ts'
import { LookIcon } from '../../ui/icons.tsx'
import { ActButton, IconButton } from '../../ui/parts.tsx'
import type { OpenJob } from './use-result.ts'

const MANY = 6

export const NewsList = ({ open: { news, shapes, look } }: { open: OpenJob }) => {
  const { words, moment, number } = useSpeech()
  const { items, since, saw } = news
  if (items.length === 0 || since === null) return null
  const title = words.soFar.news(moment(since))
  return (
    <section className="block news" aria-label={title}>
      <details open={items.length <= MANY}>
        <summary>
          {title} <span className="quiet">{items.length}</span>
        </summary>
        <ul className="rows">
          {items.map(({ partNo, klicNumber, receivedAt, features, operators }) => {
            const name = klicNumber ?? words.job.part(partNo)
            const corners = shapes?.parts.find(({ part_no }) => part_no === partNo)?.geometry_lnglat.coordinates[0]
            return (
              <li key={partNo}>
                <span className="row-name">
                  {operators.length > 0
                    ? words.soFar.nowDelivered(operators.map((each) => each.name).join(', '), name)
                    : words.soFar.came(name)}
                  <small>
                    {moment(receivedAt)}, {words.soFar.features(number(features))}
                  </small>
                </span>
                {corners ? (
                  <IconButton label={words.result.zoomTo(name)} onPress={() => look(boundsOf(corners))}>
                    <LookIcon />
                  </IconButton>
                ) : null}
              </li>
            )
          })}
        </ul>
      </details>
      <ActButton onPress={saw}>{words.soFar.saw}</ActButton>
    </section>
  )
}

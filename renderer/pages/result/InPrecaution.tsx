/** On the card of whatever lies in an area of precaution, whosever it is: nobody digs there before the call. */
import { useQuery } from '@tanstack/react-query'
import type { Geometry } from 'geojson'
import { precautionsQuery } from '../../api/results.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { liesIn } from '../../map/lies-in.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { Phones } from './Phones.tsx'
import { PrecautionFacts } from './PrecautionFacts.tsx'
import type { OpenJob, PickedFeature } from './use-result.ts'

export const InPrecaution = ({ feature, open: { job, summary, look } }: { feature: PickedFeature; open: OpenJob }) => {
  const { words } = useSpeech()
  const areas = useQuery(precautionsQuery(job)).data?.data ?? []
  const { geometry } = feature
  const own = geometry
    ? areas.filter(
        ({ ref, geometry_lnglat: shape }) =>
          ref === feature.id || (shape && liesIn(geometry as Geometry, shape as unknown as Geometry)),
      )
    : []
  if (!job || own.length === 0) return null
  const byOperator = Map.groupBy(own, ({ operator }) => operator)
  return (
    <section className="attention">
      <strong>
        <WarningIcon /> {words.result.precautionFacts.here}
      </strong>
      {[...byOperator].map(([code, ofOperator]) => {
        const operator = summary?.operators.find((each) => each.code === code)
        return (
          <div key={code ?? ''}>
            {operator?.name ?? code}
            <PrecautionFacts job={job} areas={ofOperator} look={look} />
            {operator && ofOperator.some(({ contact }) => !contact.phone) ? <Phones operator={operator} /> : null}
          </div>
        )
      })}
    </section>
  )
}

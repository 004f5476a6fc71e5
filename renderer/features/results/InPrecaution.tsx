/** On the card of an object that lies in an area of precaution, of any operator: nobody digs there before the call. */
import { useQuery } from '@tanstack/react-query'
import type { Geometry } from 'geojson'
import type { Precautions } from '../../../server/features/results/schema.ts'
import { useLocale } from '../../locale.tsx'
import { liesIn } from '../../map/containment.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { Phones } from './Phones.tsx'
import { PrecautionFacts } from './PrecautionFacts.tsx'
import { precautionsQuery } from './results-api.ts'
import type { OpenJob, PickedFeature } from './use-result.ts'

type Area = Precautions['data'][number]

/** The areas of precaution that it lies in, or is. */
export const useAreasOver = (feature: PickedFeature | undefined, { job }: OpenJob): readonly Area[] => {
  const areas = useQuery(precautionsQuery(job)).data?.data ?? []
  const geometry = feature?.geometry
  if (!geometry) return []
  return areas.filter(
    ({ ref, geometry_lnglat: shape }) =>
      ref === feature.id || (shape && liesIn(geometry as Geometry, shape as unknown as Geometry)),
  )
}

/** @param said numbers that stand on the card already */
export const InPrecaution = ({
  areas,
  open: { job, summary, look },
  said,
}: {
  areas: readonly Area[]
  open: OpenJob
  said: readonly string[]
}) => {
  const { t } = useLocale()
  if (!job || areas.length === 0) return null
  const byOperator = Map.groupBy(areas, ({ operator }) => operator)
  return (
    <section className="attention">
      <strong>
        <WarningIcon /> {t('result.precautionFacts.here')}
      </strong>
      {[...byOperator].map(([code, ofOperator]) => {
        const operator = summary?.operators.find((each) => each.code === code)
        return (
          <div key={code ?? ''}>
            {operator?.name ?? code}
            <PrecautionFacts job={job} areas={ofOperator} look={look} said={said} />
            {operator && ofOperator.some(({ contact }) => !contact.phone) ? (
              <Phones operator={operator} said={said} />
            ) : null}
          </div>
        )
      })}
    </section>
  )
}

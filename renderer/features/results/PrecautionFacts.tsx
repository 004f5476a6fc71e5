/** What a demand for precaution says: for which network, whom to call and until when, by which letter, and where it lies. */
import { useQuery } from '@tanstack/react-query'
import { coordAll } from '@turf/turf'
import type { Geometry } from 'geojson'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { Precautions } from '../../../server/features/results/schema.ts'
import { dutchDate } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { boundsOf } from '../../map/map-layer.ts'
import { pick, updatePlace } from '../../place.ts'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { ActButton } from '../../ui/parts.tsx'
import { diggingQuery } from '../digging/api.ts'
import { isAmong } from './Phones.tsx'

type Area = Precautions['data'][number]

/** Those that are demanded to be called before anybody digs. */
export const numbersOf = ({ phone }: Area['contact']): string[] => phone?.split(', ') ?? []

/** Their numbers are another than those for damage. */
const CallBefore = ({ job, contact, said }: { job: Job; contact: Area['contact']; said: readonly string[] }) => {
  const { t, day } = useLocale()
  // By the company's own term, the same for each that demands.
  const until = useQuery(diggingQuery(job.job_id)).data?.precautions[0]?.contact_by ?? null
  return (
    <>
      {numbersOf(contact)
        .filter((phone) => !isAmong(said, phone))
        .map((phone) => (
          <span key={phone} className="block-line">
            <PhoneLink phone={phone} />{' '}
            <span className="quiet">{contact.name ?? t('result.precautionFacts.contact')}</span>
          </span>
        ))}
      {contact.email ? (
        <span className="block-line">
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </span>
      ) : null}
      <span className="block-line">
        {until === null
          ? t('result.precautionFacts.before')
          : until < dutchDate(Date.now())
            ? t('result.precautionFacts.tooLate', { day: day(until) })
            : t('result.precautionFacts.until', { day: day(until) })}
      </span>
    </>
  )
}

/**
 * Areas of one demand, which differ in their place only, are one.
 * @param said numbers that stand beside it already: nobody reads one twice
 */
export const PrecautionFacts = ({
  job,
  areas,
  look,
  said = [],
}: {
  job: Job
  areas: readonly Area[]
  look: (bounds: [number, number, number, number]) => void
  said?: readonly string[]
}) => {
  const { t, theme } = useLocale()
  const alike = Map.groupBy(areas, ({ theme, net, works, contact, document }) =>
    JSON.stringify([theme, net, works, contact, document]),
  )
  return (
    <ul className="phones precautions">
      {[...alike].map(([key, [first, ...others]]) => {
        const { document } = first!
        const places = [first!, ...others].flatMap(({ geometry_lnglat: shape }) =>
          shape ? coordAll(shape as unknown as Geometry) : [],
        )
        return (
          <li key={key}>
            <strong>{first!.theme ? theme(first!.theme) : first!.net}</strong>{' '}
            <span className="quiet">
              {[first!.works, t('result.precautionFacts.areas', { n: others.length + 1 })].filter(Boolean).join(' · ')}
            </span>
            <CallBefore job={job} contact={first!.contact} said={said} />
            <span className="row">
              {places.length > 0 ? (
                <ActButton
                  weight="quiet"
                  onPress={() => {
                    pick([first!.ref])
                    look(boundsOf(places))
                  }}
                >
                  {t('jobs.look')}
                </ActButton>
              ) : null}
              {document === null ? null : (
                <ActButton weight="quiet" onPress={() => updatePlace({ document })}>
                  {t('result.precautionFacts.letter')}
                </ActButton>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

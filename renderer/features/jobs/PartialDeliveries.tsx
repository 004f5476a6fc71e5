/**
 * What has come of a job that waits for more, which can take weeks: who is still silent, where and since when, what of it is
 * shown as preliminary, and each delivery as a file. There is no result before every part is complete, and this says so.
 */
import { useQuery } from '@tanstack/react-query'
import type { SoFar as Data } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { type Attention, attentionOf, isUnderWay } from '../../../server/features/vocabulary.ts'
import { BASE } from '../../api/client.ts'
import { isPreliminary } from '../../api/job-result.ts'
import { useLocale } from '../../locale.tsx'
import { DownloadIcon, WarningIcon } from '../../ui/icons.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { Phones } from '../results/Phones.tsx'
import { AskManager, withheldIn } from '../results/Withheld.tsx'
import { soFarQuery } from './api.ts'

const Said = ({ item, data, job }: { item: Attention; data: Data; job: Job }) => {
  const { t, moment } = useLocale()
  const operator = data.operators.find(({ code }) => code === item.operator)
  const name = operator?.name ?? ''
  const titles = {
    supplemented: () => '',
    fictitious: () => '',
    safety_area: () => t('safety.withheld.title', { n: 1, parts: String(item.partNo) }),
    not_delivered: () => t('soFar.silent', { name }),
    precaution: () => t('result.precaution', { name }),
    hazardous: () => t('result.hazardous', { name }),
    precaution_areas: () => t('result.precautionAreas', { n: data.precautions }),
  } satisfies Record<Attention['kind'], () => string>
  const why = {
    supplemented: null,
    fictitious: null,
    safety_area: t('safety.withheld.why'),
    not_delivered: null,
    precaution: t('result.precautionWhy'),
    hazardous: t('result.hazardousWhy'),
    precaution_areas: t('result.precautionWhy'),
  } satisfies Record<Attention['kind'], string | null>
  const isSilent = item.kind === 'not_delivered'
  const since = job.submitted_at
  const withheld = withheldIn(job).filter(({ part_no }) => part_no === item.partNo)
  return (
    <li {...(isSilent && { className: 'silent' })}>
      <strong>{titles[item.kind]()}</strong>
      {why[item.kind] ? <p>{why[item.kind]}</p> : null}
      {isSilent && operator ? (
        <p className="quiet">{t('result.missingIn', { numbers: operator.missing_in.join(', ') })}</p>
      ) : null}
      {isSilent && since ? <p className="quiet">{t('soFar.since', { when: moment(since) })}</p> : null}
      {operator ? <Phones operator={operator} /> : null}
      {withheld.length > 0 ? <AskManager job={job} parts={withheld} /> : null}
    </li>
  )
}

export const PartialDeliveries = ({ job }: { job: Job }) => {
  const { t, moment } = useLocale()
  const { data, error } = useQuery(soFarQuery(job))
  if (error) return <ProblemBox error={error} />
  if (!data || data.deliveries.length === 0) return null
  const { deliveries } = data
  const [come, parts] = [deliveries.length, job.parts.length]
  const all = attentionOf(
    data,
    job.parts.map(({ part_no, status }) => ({ partNo: part_no, status })),
  )
  // The rest stands among what must be read, once there are pages.
  const items = isPreliminary(job) ? all.filter(({ kind }) => kind === 'not_delivered') : all
  const untouched = job.parts.filter(
    ({ part_no, status }) => isUnderWay(status) && !deliveries.some((each) => each.part_no === part_no),
  )
  return (
    <section className="attention" aria-label={t('soFar.title')}>
      <h3>
        <WarningIcon /> {t('soFar.title')}
      </h3>
      <p>{t('soFar.what', { come, all: parts, where: parts === 1 ? 'single' : come === parts ? 'all' : 'some' })}</p>
      <ul>
        {untouched.map(({ part_no, klic_number }) => (
          <li key={`part ${part_no}`}>
            <strong>{t('soFar.nothing', { part: klic_number ?? t('job.part', { n: part_no }) })}</strong>
            {job.submitted_at ? <p className="quiet">{t('soFar.since', { when: moment(job.submitted_at) })}</p> : null}
          </li>
        ))}
        {items.map((item) => (
          <Said key={item.about} item={item} data={data} job={job} />
        ))}
      </ul>
      {job.preliminary ? (
        <p>{t('soFar.shown', { no: job.preliminary.no, when: moment(job.preliminary.made_at) })}</p>
      ) : null}
    </section>
  )
}

/** The newest delivery of each part, by itself. */
export const Delivered = ({ job }: { job: Job }) => {
  const { t, number, moment } = useLocale()
  const { data } = useQuery(soFarQuery(job))
  if (!data || data.deliveries.length === 0) return null
  return (
    <details className="block">
      <summary>
        {t('soFar.deliveries')} <span className="quiet">{data.deliveries.length}</span>
      </summary>
      <ul className="rows">
        {data.deliveries.map(({ part_no, order_id, klic_number, sequence, complete, received_at, features }) => (
          <li key={part_no}>
            <a className="row-name" href={`${BASE}/request/${order_id}/geojson`} download>
              <DownloadIcon /> {klic_number ?? t('job.part', { n: part_no })}
              <small>
                {complete ? t('soFar.whole') : t('soFar.partial', { no: sequence })}, {moment(received_at)},{' '}
                {t('soFar.features', { n: number(features) })}
              </small>
            </a>
            <span className="quiet">GeoJSON</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

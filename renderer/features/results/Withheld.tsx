/** Parts in a safety area, whose data its manager has: what lies there is unknown, not absent, and who can be asked for it. */
import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { ActButton } from '../../ui/parts.tsx'
import { calamityQuery } from '../calamities/api.ts'
import { AskKadaster } from './AskKadaster.tsx'

type Part = Job['parts'][number]

export const withheldIn = (job: Job): Part[] => job.parts.filter(({ status }) => status === 'safety_area')

/** The registry names them in its answer to a calamity only. */
const useManagers = (job: Job) => {
  const isTold = job.klic_type === 'CALAMITEIT' && job.source === 'ordered'
  const { data } = useQuery({ ...calamityQuery(job.job_id, false), enabled: isTold })
  return (data?.operators ?? []).filter(
    ({ manages_safety_area, contact }) => manages_safety_area && (contact.phone || contact.email),
  )
}

/** @param parts that are withheld */
export const AskManager = ({ job, parts }: { job: Job; parts: readonly Part[] }) => {
  const managers = useManagers(job)
  if (managers.length === 0) return <AskKadaster numbers={parts.map(({ klic_number }) => klic_number ?? '')} />
  return (
    <ul className="phones">
      {managers.map(({ name, contact: { phone, email } }) => (
        <li key={name}>
          {name} {phone ? <PhoneLink phone={phone} /> : null} {email ? <a href={`mailto:${email}`}>{email}</a> : null}
        </li>
      ))}
    </ul>
  )
}

const useTitle = (parts: readonly Part[]): string => {
  const { t } = useLocale()
  return t('safety.withheld.title', { n: parts.length, parts: parts.map(({ part_no }) => part_no).join(', ') })
}

/** Where one looks at the map: an empty place on it is not a place where nothing lies. */
export const WithheldFromMap = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  const parts = withheldIn(job)
  const title = useTitle(parts)
  if (parts.length === 0) return null
  return (
    <section className="attention" aria-label={title}>
      <strong>
        <WarningIcon /> {title}
      </strong>
      <p>{t('safety.withheld.fromMap')}</p>
      <p>
        <ActButton onPress={() => updatePlace({ tab: 'call' })}>{t('safety.withheld.whomToAsk')}</ActButton>
      </p>
    </section>
  )
}

/** In the list of whom to call. */
export const WithheldCallee = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  const parts = withheldIn(job)
  const title = useTitle(parts)
  if (parts.length === 0) return null
  return (
    <li data-care>
      <h4>{t('safety.withheld.manager')}</h4>
      <small>{[title, ...parts.map(({ klic_number }) => klic_number)].filter(Boolean).join(' · ')}</small>
      <AskManager job={job} parts={parts} />
    </li>
  )
}

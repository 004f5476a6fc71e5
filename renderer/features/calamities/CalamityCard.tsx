/** Of a calamity that was filed: whom to call, as soon as the registry has said, before any delivery. */
import { useQuery } from '@tanstack/react-query'
import type { Calamity } from '../../../server/features/calamities/schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { dial } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { calamityPageUrl, calamityQuery } from './api.ts'

/** Of Kadaster's desk for notifications. */
const KLIC_DESK = '0800 0080'

const Operator = ({ operator }: { operator: NonNullable<Calamity['operators']>[number] }) => {
  const { t, theme } = useLocale()
  const { name, themes, contact } = operator
  const about = [
    operator.manages_safety_area ? t('calamity.safetyArea') : operator.is_beside ? t('calamity.beside') : '',
    ...themes.map((each) => theme(each)),
  ]
  return (
    <li data-must={operator.must_be_called || undefined}>
      <h4>
        {name}
        {operator.must_be_called ? <span className="pill pill-bad">{t('calamity.must')}</span> : null}
      </h4>
      <small>{about.filter(Boolean).join(', ')}</small>
      {contact.phone ? (
        <PhoneLink className="call" phone={contact.phone} label={`${name}: ${contact.phone}`} />
      ) : (
        <p>{t('calamity.noPhone')}</p>
      )}
      {contact.name && contact.name !== name ? <small>{contact.name}</small> : null}
      {contact.email ? (
        <a className="mail" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
      ) : null}
    </li>
  )
}

/** Nobody is to be called yet, or nobody was named: why, and who may know. In an exercise Kadaster is not called. */
const CallDesk = ({ why, job }: { why: string; job: Job }) => {
  const { t } = useLocale()
  return (
    <>
      <p role="status">{why}</p>
      {job.simulated ? null : (
        <a className="call" href={dial(KLIC_DESK)}>
          {t('calamity.desk')}: {KLIC_DESK}
        </a>
      )}
    </>
  )
}

const Operators = ({ operators, job }: { operators: NonNullable<Calamity['operators']>; job: Job }) => {
  const { t } = useLocale()
  if (operators.length === 0) return <CallDesk why={t('calamity.nobody')} job={job} />
  return (
    <>
      {operators.some(({ must_be_called }) => must_be_called) ? <p>{t('calamity.callFirst')}</p> : null}
      <ol>
        {operators.map((operator, no) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: in the order in which to call, which never changes
          <Operator key={no} operator={operator} />
        ))}
      </ol>
    </>
  )
}

export const CalamityCard = ({ job }: { job: Job }) => {
  const { t, language, moment, day } = useLocale()
  const isOver = job.status === 'rejected' || job.status === 'failed'
  const { data, error } = useQuery(calamityQuery(job.job_id, !isOver))
  const { operators = null, answered_at: at = null, account_by = null } = data ?? {}
  return (
    <section className="calamity" aria-labelledby="calamity-title">
      <h3 id="calamity-title">
        {data?.klic_number ? t('calamity.titleNumbered', { number: data.klic_number }) : t('calamity.title')}
      </h3>
      {job.simulated ? <strong>{t('calamity.simulated')}</strong> : null}
      {error && !data ? <ProblemBox error={error} /> : null}
      {at === null ? (
        <CallDesk why={isOver ? t('calamity.noAnswer') : t('calamity.asking')} job={job} />
      ) : (
        <>
          <p role="status">{t('calamity.answered', { moment: moment(at) })}</p>
          {operators ? (
            <Operators operators={operators} job={job} />
          ) : (
            <CallDesk why={t('calamity.notTold')} job={job} />
          )}
          {account_by ? <p>{t('calamity.account', { day: day(account_by) })}</p> : null}
          {operators ? (
            <a className="act act-primary" href={calamityPageUrl(job.job_id, language)} download>
              {t('calamity.print')}
            </a>
          ) : null}
        </>
      )}
    </section>
  )
}

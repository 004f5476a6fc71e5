/** Of a calamity that was filed: whom to call, as soon as the registry has said, before any delivery. */
import { useQuery } from '@tanstack/react-query'
import type { Calamity } from '../../../server/contract/calamities.ts'
import type { Job } from '../../../server/contract/jobs.ts'
import { dial } from '../../../server/contract/vocabulary.ts'
import { calamityPageUrl, calamityQuery } from '../../api/calamities.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { ProblemBox } from '../../ui/parts.tsx'

/** Of Kadaster's desk for notifications. */
const KLIC_DESK = '0800 0080'

const Operator = ({ operator }: { operator: NonNullable<Calamity['operators']>[number] }) => {
  const { words, theme } = useSpeech()
  const { name, themes, contact } = operator
  const text = words.calamity
  const about = [
    operator.manages_safety_area ? text.safetyArea : operator.is_beside ? text.beside : '',
    ...themes.map((each) => theme(each)),
  ]
  return (
    <li data-must={operator.must_be_called || undefined}>
      <h4>
        {name}
        {operator.must_be_called ? <span className="pill pill-bad">{text.must}</span> : null}
      </h4>
      <small>{about.filter(Boolean).join(', ')}</small>
      {contact.phone ? (
        <PhoneLink className="call" phone={contact.phone} label={`${name}: ${contact.phone}`} />
      ) : (
        <p>{text.noPhone}</p>
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
  const { words } = useSpeech()
  return (
    <>
      <p role="status">{why}</p>
      {job.simulated ? null : (
        <a className="call" href={dial(KLIC_DESK)}>
          {words.calamity.desk}: {KLIC_DESK}
        </a>
      )}
    </>
  )
}

const Operators = ({ operators, job }: { operators: NonNullable<Calamity['operators']>; job: Job }) => {
  const text = useSpeech().words.calamity
  if (operators.length === 0) return <CallDesk why={text.nobody} job={job} />
  return (
    <>
      {operators.some(({ must_be_called }) => must_be_called) ? <p>{text.callFirst}</p> : null}
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
  const { words, language, moment, day } = useSpeech()
  const text = words.calamity
  const isOver = job.status === 'rejected' || job.status === 'failed'
  const { data, error } = useQuery(calamityQuery(job.job_id, !isOver))
  const { operators = null, answered_at: at = null, account_by = null } = data ?? {}
  return (
    <section className="calamity" aria-labelledby="calamity-title">
      <h3 id="calamity-title">{text.title(data?.klic_number ?? null)}</h3>
      {job.simulated ? <strong>{text.simulated}</strong> : null}
      {error && !data ? <ProblemBox error={error} /> : null}
      {at === null ? (
        <CallDesk why={isOver ? text.noAnswer : text.asking} job={job} />
      ) : (
        <>
          <p role="status">{text.answered(moment(at))}</p>
          {operators ? <Operators operators={operators} job={job} /> : <CallDesk why={text.notTold} job={job} />}
          {account_by ? <p>{text.account(day(account_by))}</p> : null}
          {operators ? (
            <a className="act act-primary" href={calamityPageUrl(job.job_id, language)} download>
              {text.print}
            </a>
          ) : null}
        </>
      )}
    </section>
  )
}

/**
 * First what could kill: parts that are withheld, operators that delivered nothing, demands for precaution. On top and
 * not to be dismissed; that it was read is acknowledged, and logged.
 */
import { useQuery } from '@tanstack/react-query'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { AttentionList } from '../../../server/features/results/schema.ts'
import { fictitiousIn, type Attention as Item } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { diggingQuery } from '../digging/api.ts'
import { CalledToday } from '../digging/CalledToday.tsx'
import { useWho } from '../projects/use-who.ts'
import { AskKadaster } from './AskKadaster.tsx'
import { Phones } from './Phones.tsx'
import { PrecautionFacts } from './PrecautionFacts.tsx'
import { precautionsQuery } from './results-api.ts'
import { useReading } from './use-reading.ts'
import type { OpenJob } from './use-result.ts'
import { WhatIsNew } from './WhatIsNew.tsx'
import { AskManager, withheldIn } from './Withheld.tsx'

/** Who digs by a print or a file that is out of date: the program can't tell them, a reader of this can. */
const WhoHasOlder = ({ older }: { older: AttentionList['older'] }) => {
  const { t, moment } = useLocale()
  const who = useWho()
  // Also of a format that an earlier version gave.
  const nameOf = (as: string): string =>
    as === 'site' ? t('result.site') : as === 'print' ? t('result.print') : (t.find(`result.format.${as}`) ?? as)
  if (older.length === 0) return null
  return (
    <>
      <p>{t('result.whoHasOlder')}</p>
      <ul className="phones">
        {older.map((each) => (
          <li key={JSON.stringify(each)}>
            {who(each.by)}{' '}
            <span className="quiet">
              {t('result.tookOlder', {
                what: nameOf(each.as),
                revision: each.revision,
                when: moment(each.at),
              })}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The id of the first item that nobody is known to have read. */
export const FIRST_UNREAD = 'first-unread'

interface About {
  item: Item
  job: Job
  summary: JobSummary
  older: AttentionList['older']
  look: OpenJob['look']
  /** Puts on record that it was read. */
  read: () => void
}

/** Of a precaution: that its operator was called, by one press; who called has read it. */
const Called = ({ job, operator, read }: Pick<About, 'job' | 'read'> & { operator: string }) => {
  const { t, day } = useLocale()
  const demand = useQuery(diggingQuery(job.job_id)).data?.precautions.find((each) => each.operator === operator)
  if (!demand) return null
  if (demand.contact) return <p>{t('today.desk.contacted', { day: day(demand.contact.contacted_on) })}</p>
  return <CalledToday jobId={job.job_id} operator={operator} done={read} />
}

const Words = ({ item, job, summary, older, look, read }: About) => {
  const { t } = useLocale()
  const operator = summary.operators.find(({ code }) => code === item.operator)
  const areas = useQuery(precautionsQuery(job)).data?.data ?? []
  if (item.kind === 'supplemented') {
    return (
      <>
        <strong>{t('result.supplemented', { revision: summary.revision })}</strong>
        <p>{t('result.supplementedWhy')}</p>
        <WhoHasOlder older={older} />
        <p>
          <WhatIsNew revision={summary.revision} />
        </p>
      </>
    )
  }
  if (item.kind === 'safety_area') {
    return (
      <>
        <strong>{t('safety.withheld.title', { n: 1, parts: String(item.partNo) })}</strong>
        <p>{t('safety.withheld.why')}</p>
        <AskManager job={job} parts={withheldIn(job).filter(({ part_no }) => part_no === item.partNo)} />
      </>
    )
  }
  if (item.kind === 'fictitious') {
    return (
      <>
        <strong>{t('result.fictitious', { n: fictitiousIn(summary.warnings) })}</strong>
        <p>{t('result.fictitiousWhy')}</p>
      </>
    )
  }
  if (item.kind === 'precaution_areas' || !operator) {
    return (
      <>
        <strong>{t('result.precautionAreas', { n: summary.precautions })}</strong>
        <p>{t('result.precautionWhy')}</p>
        <PrecautionFacts job={job} areas={areas} look={look} />
      </>
    )
  }
  if (item.kind === 'hazardous') {
    return (
      <>
        <strong>{t('result.hazardous', { name: operator.name })}</strong>
        <p>{t('result.hazardousWhy')}</p>
        <Phones operator={operator} />
      </>
    )
  }
  const isSilent = item.kind === 'not_delivered'
  const own = isSilent ? [] : areas.filter((area) => area.operator === operator.code)
  return (
    <>
      <strong>{t(isSilent ? 'result.notDelivered' : 'result.precaution', { name: operator.name })}</strong>
      <p>{isSilent ? t('result.notDeliveredWhy') : t('result.precautionWhy')}</p>
      {isSilent && operator.missing_in.length > 0 ? (
        <p className="quiet">{t('result.missingIn', { numbers: operator.missing_in.join(', ') })}</p>
      ) : null}
      {own.length > 0 ? <PrecautionFacts job={job} areas={own} look={look} /> : null}
      {own.length === 0 || own.some(({ contact }) => !contact.phone) ? <Phones operator={operator} /> : null}
      {item.kind === 'precaution' ? <Called job={job} operator={operator.name} read={read} /> : null}
      {isSilent ? <AskKadaster numbers={operator.missing_in} /> : null}
    </>
  )
}

export const Attention = ({ job, summary, look }: Pick<About, 'job' | 'summary' | 'look'>) => {
  const { t, moment } = useLocale()
  const who = useWho()
  const {
    items,
    list,
    error,
    reading,
    readBy,
    unread: [firstUnread],
  } = useReading(job, summary)
  if (items.length === 0) return null
  return (
    <section className="attention" aria-label={t('result.attention')}>
      <h3>
        <WarningIcon /> {t('result.attention')}
      </h3>
      <ul>
        {items.map((item) => {
          const read = readBy.get(item.about)
          return (
            <li
              key={item.about}
              className={item.kind === 'precaution' ? undefined : 'silent'}
              {...(item === firstUnread && { id: FIRST_UNREAD, tabIndex: -1 })}
            >
              <Words
                item={item}
                job={job}
                summary={summary}
                older={list?.older ?? []}
                look={look}
                read={() => reading.mutate(item.about)}
              />
              {read ? (
                <p className="read-by">{t('result.readBy', { who: who(read.by), when: moment(read.at) })}</p>
              ) : list ? (
                <ActButton
                  busy={reading.isPending && reading.variables === item.about}
                  onPress={() => reading.mutate(item.about)}
                >
                  {t('result.iReadThis')}
                </ActButton>
              ) : null}
            </li>
          )
        })}
      </ul>
      {(reading.error ?? error) ? <ProblemBox error={reading.error ?? error} /> : null}
    </section>
  )
}

/** Why it is not here yet: what happened, in sentences, and the next step. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { TimelineEntry, Timeline as TimelineShape } from '../../../server/features/jobs/timeline-schema.ts'
import { timelineQuery } from '../../api/operations.ts'
import { useLocale } from '../../locale.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { RegistrySays } from './RegistrySays.tsx'
import { useReason } from './use-reason.ts'

/** Of an answer that may have thousands of letters. */
const MAX_SHOWN = 300
/** Of those that are still to be delivered. */
const MAX_PARTS = 6

const useSentence = () => {
  const { t } = useLocale()
  return (entry: TimelineEntry): string => {
    const about = [
      ...(entry.order_no && entry.order_no > 0 ? [t('timeline.order', { no: entry.order_no })] : []),
      ...(entry.part_no
        ? [
            entry.klic_number
              ? t('timeline.deliveryOf', { part: entry.part_no, klic: entry.klic_number })
              : t('timeline.delivery', { part: entry.part_no }),
          ]
        : []),
      ...(entry.format ? [t.find(`result.format.${entry.format}`) ?? entry.format] : []),
    ].join(', ')
    const said = t(`timeline.what.${entry.what}`, { no: entry.no ?? 1, complete: entry.complete ?? false })
    return about ? `${about}: ${said}` : said
  }
}

const Next = ({ job, expected }: { job: Job; expected: TimelineShape['expected'] }) => {
  const { t, moment, day } = useLocale()
  const say = useReason()
  const { what, since, until, parts, day: usually } = expected ?? NOTHING
  const told =
    what === null
      ? t('timeline.nothing')
      : what === 'next'
        ? ''
        : t(`timeline.awaited.${what}`, {
            n: parts.length,
            parts: parts.slice(0, MAX_PARTS).join(', ') + (parts.length > MAX_PARTS ? '…' : ''),
          })
  return (
    <div className="timeline-next">
      <strong>{t('timeline.next')}</strong>
      <p>{[say(job), told].filter(Boolean).join(' ')}</p>
      <small className="quiet">
        {[
          since ? t('timeline.since', { when: moment(since) }) : '',
          usually ? t('timeline.usually', { day: day(usually) }) : '',
          until && what === 'next' && job.next_action_reason !== 'quote_expired'
            ? t('timeline.until', { when: day(until) })
            : '',
          until && what !== 'next' ? t('timeline.nextTry', { when: moment(until) }) : '',
        ].join(' ')}
      </small>
    </div>
  )
}

const NOTHING = { what: null, since: null, until: null, day: null, parts: [] }

export const Timeline = ({ job }: { job: Job }) => {
  const { t, moment } = useLocale()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery(timelineQuery(job.job_id, isOpen))
  const sentence = useSentence()
  return (
    <details className="block" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('timeline.title')}</summary>
      {error ? <ProblemBox error={error} /> : null}
      {data ? (
        <>
          <Next job={job} expected={data.expected} />
          <ol className="timeline">
            {data.entries.map((entry) => (
              <li key={JSON.stringify(entry)}>
                <time dateTime={entry.at}>{moment(entry.at)}</time>
                <span>
                  {sentence(entry)}
                  <RegistrySays errors={entry.messages} />
                  {entry.answer === null ? null : (
                    <Copyable text={entry.answer} label={t('timeline.answer')} most={MAX_SHOWN} />
                  )}
                </span>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </details>
  )
}

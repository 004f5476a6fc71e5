/** Why it is not here yet: what happened, in sentences, and the next step. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../server/contract/jobs.ts'
import type { TimelineEntry, Timeline as TimelineShape } from '../../../server/contract/timeline.ts'
import { timelineQuery } from '../../api/operations.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { RegistrySays } from './RegistrySays.tsx'
import { useReason } from './use-reason.ts'

/** Of an answer that may have thousands of letters. */
const MAX_SHOWN = 300

const useSentence = () => {
  const { timeline, result } = useSpeech().words
  const formats: Record<string, string> = result.format
  return (entry: TimelineEntry): string => {
    const about = [
      ...(entry.order_no && entry.order_no > 0 ? [timeline.order(entry.order_no)] : []),
      ...(entry.part_no ? [timeline.delivery(entry.part_no, entry.klic_number)] : []),
      ...(entry.format ? [formats[entry.format] ?? entry.format] : []),
    ].join(', ')
    const said = timeline.what[entry.what](entry.no ?? 1, entry.complete ?? false)
    return about ? `${about}: ${said}` : said
  }
}

const Next = ({ job, expected }: { job: Job; expected: TimelineShape['expected'] }) => {
  const { words, moment, day } = useSpeech()
  const say = useReason()
  const { timeline } = words
  const { what, since, until, parts, day: usually } = expected ?? NOTHING
  const told = what === null ? timeline.nothing : what === 'next' ? '' : timeline.awaited[what](parts)
  return (
    <div className="timeline-next">
      <strong>{timeline.next}</strong>
      <p>{[say(job), told].filter(Boolean).join(' ')}</p>
      <small className="quiet">
        {[
          since ? timeline.since(moment(since)) : '',
          usually ? timeline.usually(day(usually)) : '',
          until && what === 'next' && job.next_action_reason !== 'quote_expired' ? timeline.until(day(until)) : '',
          until && what !== 'next' ? timeline.nextTry(moment(until)) : '',
        ].join(' ')}
      </small>
    </div>
  )
}

const NOTHING = { what: null, since: null, until: null, day: null, parts: [] }

export const Timeline = ({ job }: { job: Job }) => {
  const { words, moment } = useSpeech()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery(timelineQuery(job.job_id, isOpen))
  const sentence = useSentence()
  return (
    <details className="block" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.timeline.title}</summary>
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
                    <Copyable text={entry.answer} label={words.timeline.answer} most={MAX_SHOWN} />
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

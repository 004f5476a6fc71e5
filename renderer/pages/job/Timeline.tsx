/** Why it is not here yet: what happened, in sentences, and the next step. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimelineEntry, Timeline as TimelineShape } from '../../../server/contract/timeline.ts'
import { timelineQuery } from '../../api/operations.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ProblemBox } from '../../ui/parts.tsx'

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

const Next = ({ expected }: { expected: TimelineShape['expected'] }) => {
  const { words, moment, day } = useSpeech()
  const { timeline } = words
  if (!expected) return <p className="quiet">{timeline.nothing}</p>
  const { what, since, until, parts, reason } = expected
  return (
    <div className="timeline-next" role="status">
      <strong>{timeline.next}</strong>
      <p>{timeline.awaited[what](parts)}</p>
      {reason ? <p className="timeline-reason">{timeline.reason[reason]}</p> : null}
      <small className="quiet">
        {[
          since ? timeline.since(moment(since)) : '',
          expected.day ? timeline.usually(day(expected.day)) : '',
          until ? (what === 'submission' ? timeline.until(day(until)) : timeline.nextTry(moment(until))) : '',
        ].join(' ')}
      </small>
    </div>
  )
}

export const Timeline = ({ jobId }: { jobId: string }) => {
  const { words, moment } = useSpeech()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery(timelineQuery(jobId, isOpen))
  const sentence = useSentence()
  return (
    <details className="block" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.timeline.title}</summary>
      {error ? <ProblemBox error={error} /> : null}
      {data ? (
        <>
          <Next expected={data.expected} />
          <ol className="timeline">
            {data.entries.map((entry) => (
              <li key={JSON.stringify(entry)}>
                <time dateTime={entry.at}>{moment(entry.at)}</time>
                <span>{sentence(entry)}</span>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </details>
  )
}

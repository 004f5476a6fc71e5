/** A job in two lines: what it is called and how it stands; what it is and what comes next. */
import type { JobBrief } from '../../../server/contract/jobs.ts'
import { dutchDate, isMoving, workingDaysUntil } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { isAskedToDig } from '../../tone.ts'
import { DigChip } from '../digging/DigChip.tsx'
import { wordsOfProgress } from './Progress.tsx'
import { StatusPill } from './StatusPill.tsx'

/** How long there is still before digging starts; of what has begun, or is not dug for, when it was made. */
const useWhen = (): ((job: JobBrief) => string) => {
  const { words, day, weekday } = useSpeech()
  const today = dutchDate(Date.now())
  return ({ start_date: start, created_at: made }) => {
    if (!start) return day(made)
    if (start < today) return words.jobs.started(day(start))
    return words.jobs.starts(weekday(start), workingDaysUntil(today, start))
  }
}

export const JobRow = ({ job }: { job: JobBrief }) => {
  const { words } = useSpeech()
  const when = useWhen()
  const { delivered, total } = job.progress
  const come = wordsOfProgress(words, job.status)(delivered, total)
  const isImported = job.source === 'imported'
  const atRest = isImported ? words.imports.imported : words.jobs.parts(job.quote.notifications)
  const more = isMoving(job.status) ? come : atRest
  const kind = words.jobs.kinds[job.klic_type]
  // What is filed to be dug under says whether one may; of what was opened from a file the row says that instead.
  const isAsked = job.klic_type === 'GRAAF' && !isImported && isAskedToDig(job.status)
  // Beside a start there is no room for more; the bar below says how far it is.
  const beside = isImported ? more : kind
  const name = job.reference ?? words.jobs.noReference
  return (
    <>
      <span className="job-top">
        <strong title={name}>{name}</strong>
        <StatusPill job={job} />
      </span>
      <span className="job-sub">
        {isAsked ? <DigChip job={job} /> : <span>{job.start_date ? beside : `${kind} · ${more}`}</span>}
        <span>{job.archived_at ? words.jobs.archived : when(job)}</span>
      </span>
      {isMoving(job.status) ? <progress value={delivered} max={Math.max(total, 1)} aria-label={come} /> : null}
    </>
  )
}

/** A job in two lines: what it is called and when digging starts; how it stands, in chips. */
import type { JobBrief } from '../../../server/contract/jobs.ts'
import { isMoving } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { saysDigFirst } from '../../tone.ts'
import { FileIcon } from '../../ui/icons.tsx'
import { DigChip } from '../digging/DigChip.tsx'
import { PrecautionChip } from '../digging/PrecautionChip.tsx'
import { JobWhen } from './JobWhen.tsx'
import { wordsOfProgress } from './Progress.tsx'
import { StatusPill } from './StatusPill.tsx'

export const JobRow = ({ job }: { job: JobBrief }) => {
  const { words } = useSpeech()
  const { delivered, total } = job.progress
  const come = wordsOfProgress(words, job.status)(delivered, total)
  const atRest = job.source === 'imported' ? [] : [words.jobs.parts(job.quote.notifications)]
  const more = isMoving(job.status) ? [come] : atRest
  const kind = words.jobs.kinds[job.klic_type]
  const isAsked = saysDigFirst(job)
  const name = job.reference ?? words.jobs.noReference
  return (
    <>
      <span className="job-top">
        {/* An icon: the words would leave the name no room. */}
        {job.source === 'imported' ? (
          <span className="job-source" title={words.imports.imported}>
            <FileIcon />
            <span className="unseen">{words.imports.imported}</span>
          </span>
        ) : null}
        <strong title={name}>{name}</strong>
        <JobWhen job={job} />
      </span>
      <span className="job-sub">
        {isAsked ? <DigChip job={job} /> : null}
        <StatusPill job={job} isSecond={isAsked} />
        <PrecautionChip job={job} />
        <span className="job-more">{isAsked && !isMoving(job.status) ? null : [kind, ...more].join(' · ')}</span>
      </span>
      {isMoving(job.status) ? <progress value={delivered} max={Math.max(total, 1)} aria-label={come} /> : null}
    </>
  )
}

/** Where a job stands, in colour and words; the colour never stands alone. */
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { isAnswerShown, type Standing, toneOf } from '../../tone.ts'
import { DigChip } from '../digging/DigChip.tsx'

export const StatusPill = ({ job: { next_action_reason: reason } }: { job: Pick<JobBrief, 'next_action_reason'> }) => {
  const { t } = useLocale()
  return <span className={`pill pill-${toneOf(reason)}`}>{t(`pill.${reason}`)}</span>
}

/** The worse of where it stands and whether one may dig there. */
export const JobPill = ({ job }: { job: Standing }) =>
  isAnswerShown(job) ? <DigChip job={job} /> : <StatusPill job={job} />

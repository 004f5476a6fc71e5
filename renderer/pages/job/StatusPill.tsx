/** Where a job stands, in colour and words; the colour never stands alone. */
import type { JobBrief } from '../../../server/contract/jobs.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { toneOf } from '../../tone.ts'

export const StatusPill = ({ job: { next_action_reason: reason } }: { job: Pick<JobBrief, 'next_action_reason'> }) => (
  <span className={`pill pill-${toneOf(reason)}`}>{useSpeech().words.pill[reason]}</span>
)

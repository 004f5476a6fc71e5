/** A status in colour and words; the colour never stands alone. */
import type { JobState } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'

const TONE: Record<JobState, 'plain' | 'busy' | 'good' | 'care' | 'bad'> = {
  quoted: 'plain',
  accepted: 'busy',
  submitted: 'busy',
  partially_delivered: 'busy',
  processing: 'busy',
  ready: 'good',
  ready_incomplete: 'care',
  rejected: 'bad',
  failed: 'bad',
}

export const StatusPill = ({ status }: { status: JobState }) => {
  const { words } = useSpeech()
  return <span className={`pill pill-${TONE[status]}`}>{words.jobState[status]}</span>
}

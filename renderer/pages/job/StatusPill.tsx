/** A status in colour and words; the colour never stands alone. */
import type { JobState } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { JOB_TONE } from '../../tone.ts'

export const StatusPill = ({ status }: { status: JobState }) => {
  const { words } = useSpeech()
  return <span className={`pill pill-${JOB_TONE[status]}`}>{words.jobState[status]}</span>
}

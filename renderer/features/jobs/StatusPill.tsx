/** Where a job stands, in colour and words; the colour never stands alone. */
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { toneOf } from '../../tone.ts'

/** @param isSecond beside the answer of digging: only what needs somebody, or is under way, has a colour of its own */
export const StatusPill = ({
  job: { next_action_reason: reason },
  isSecond = false,
}: {
  job: Pick<JobBrief, 'next_action_reason'>
  isSecond?: boolean
}) => {
  const { t } = useLocale()
  const tone = toneOf(reason)
  return <span className={`pill pill-${isSecond && tone === 'care' ? 'plain' : tone}`}>{t(`pill.${reason}`)}</span>
}

/** May one dig there today, beside where the job stands; the colour never stands alone. Of a quote nobody asks it yet. */
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { isAskedToDig, toneOfDig } from '../../tone.ts'

export const DigChip = ({ job }: { job: Pick<JobBrief, 'status' | 'next_action_reason' | 'dig_status'> }) => {
  const { t } = useLocale()
  const { answer } = job.dig_status
  if (!isAskedToDig(job)) return null
  return <span className={`pill dig-chip pill-${toneOfDig[answer]}`}>{t(`digging.chip.${answer}`)}</span>
}

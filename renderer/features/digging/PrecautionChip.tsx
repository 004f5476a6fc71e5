/** A precaution that is demanded there and is not settled on record. */
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import type { DigReasonCode } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { WarningIcon } from '../../ui/icons.tsx'

const OPEN: readonly DigReasonCode[] = ['contact_missing', 'contact_lately', 'agreement_missing']

export const PrecautionChip = ({ job }: { job: Pick<JobBrief, 'dig_status'> }) => {
  const { t } = useLocale()
  if (!job.dig_status.reasons.some(({ code }) => OPEN.includes(code))) return null
  return (
    <span className="precaution-mark" title={t('digging.precautionOpen')}>
      <WarningIcon />
      <span className="unseen">{t('digging.precautionOpen')}</span>
    </span>
  )
}

/** May one dig there today, beside where the job stands; the colour never stands alone. Of a quote nobody asks it yet. */
import { useLocale } from '../../locale.tsx'
import { isAskedToDig, type Standing, toneOfDig } from '../../tone.ts'

export const DigChip = ({ job }: { job: Omit<Standing, 'klic_type'> }) => {
  const { t } = useLocale()
  const { answer } = job.dig_status
  if (!isAskedToDig(job)) return null
  return <span className={`pill dig-chip pill-${toneOfDig[answer]}`}>{t(`digging.chip.${answer}`)}</span>
}

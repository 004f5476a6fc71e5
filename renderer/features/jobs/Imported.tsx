/** Of a delivery that somebody had as a file: that it cost nothing, and what it is worth now. */
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { WarningList } from '../../ui/WarningList.tsx'

/** What it is worth is not among what is only good to know. */
export const Imported = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  const own = job.warnings.filter(({ code }) => code === 'IMPORTED')
  return (
    <section className="imported">
      <p>{t('imports.price')}</p>
      <WarningList warnings={own} canChange={false} />
    </section>
  )
}

/**
 * Where notifications go while that is not the registry itself, on every page; and whether what is open may be used in the
 * field. A delivery out of the field is called no simulation because new notifications are, and the other way round.
 */

import type { Job } from '../../server/features/jobs/schema.ts'
import type { Session } from '../../server/features/users/session-schema.ts'
import { TEST_YEAR } from '../../server/features/vocabulary.ts'
import { useLocale } from '../locale.tsx'
import { WarningIcon } from '../ui/icons.tsx'

/** What nobody knows yet, as of a quote, is neither. */
const natureOf = ({ simulated, klic_numbers: numbers }: Job): 'test' | 'real' | null => {
  if (simulated || numbers.some((each) => each.startsWith(TEST_YEAR))) return 'test'
  return numbers.length > 0 ? 'real' : null
}

/** @param job that is open */
export const Banner = ({ environment, job }: { environment: Session['environment']; job: Job | undefined }) => {
  const { t } = useLocale()
  const nature = job ? natureOf(job) : null
  if (environment === 'production' && nature !== 'test') return null
  const said =
    environment === 'production'
      ? t('testData')
      : job && nature === 'real'
        ? `${t(`comesFrom.${job.source}`)}; ${t(`newGoTo.${environment}`)}`
        : environment === 'simulator'
          ? t('simulator')
          : t('registryTest')
  return (
    <aside className="banner" aria-label={t('whichRegistry')} title={job?.simulated ? t('job.simulated') : undefined}>
      <WarningIcon /> {said}
    </aside>
  )
}

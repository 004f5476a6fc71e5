/**
 * Where notifications go while that is not the registry itself, on every page; and whether what is open may be used in the
 * field. A delivery out of the field is called no simulation because new notifications are, and the other way round.
 */
import type { Session } from '../../server/contract/dashboard.ts'
import type { Job } from '../../server/contract/jobs.ts'
import { TEST_YEAR } from '../../server/contract/vocabulary.ts'
import { useSpeech } from '../i18n/words.tsx'
import { WarningIcon } from '../ui/icons.tsx'

/** What nobody knows yet, as of a quote, is neither. */
const natureOf = ({ simulated, klic_numbers: numbers }: Job): 'test' | 'real' | null => {
  if (simulated || numbers.some((each) => each.startsWith(TEST_YEAR))) return 'test'
  return numbers.length > 0 ? 'real' : null
}

/** @param job that is open */
export const Banner = ({ environment, job }: { environment: Session['environment']; job: Job | undefined }) => {
  const { words } = useSpeech()
  const nature = job ? natureOf(job) : null
  if (environment === 'production' && nature !== 'test') return null
  const said =
    environment === 'production'
      ? words.testData
      : job && nature === 'real'
        ? `${words.comesFrom[job.source]}; ${words.newGoTo[environment]}`
        : environment === 'simulator'
          ? words.simulator
          : words.registryTest
  return (
    <aside className="banner" aria-label={words.whichRegistry}>
      <WarningIcon /> {said}
    </aside>
  )
}

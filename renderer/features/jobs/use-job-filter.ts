import { usePlace } from '../../place.ts'
import { usePreferences } from '../../preferences.ts'
import { usePaused } from '../search/use-paused.ts'
import type { JobFilter } from './api.ts'

/** The one filter of the jobs, from the URL; it follows the search field after a pause. */
export const useJobFilter = (): JobFilter => {
  const { search, jobState: status } = usePlace()
  const { jobOrder: sort } = usePreferences()
  return { text: usePaused(search.trim()), status, sort }
}

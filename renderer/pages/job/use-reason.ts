/** The sentence of what comes next with a job, and why: the window has no other. */
import type { Job } from '../../../server/contract/jobs.ts'
import { precheckText } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'

/** What a reason does not name. */
const COUNTS = {
  delivered: 0,
  total: 0,
  filed: 0,
  refused: 0,
  missing: 0,
  safety_areas: 0,
  revision: 0,
  operators: [],
  host: '',
}

export const useReason = (): ((job: Pick<Job, 'next_action_reason' | 'next_action_params'>) => string) => {
  const { words, language, day } = useSpeech()
  return ({ next_action_reason: reason, next_action_params: { removed_at, link_until, complaints = [], ...named } }) =>
    words.reason[reason]({
      ...COUNTS,
      ...named,
      removed_at: removed_at ? day(removed_at) : '',
      link_until: link_until ? day(link_until) : '',
      complaints: complaints.map(({ at, code }) => `${at}: ${precheckText(code, language) ?? code}`),
    })
}

/** The sentence of what comes next with a job, and why: the window has no other. */
import type { Job } from '../../../server/contract/jobs.ts'
import { reasonNames } from '../../i18n/reason-names.ts'
import { useSpeech } from '../../i18n/words.tsx'

export const useReason = (): ((job: Pick<Job, 'next_action_reason' | 'next_action_params'>) => string) => {
  const { words, language, day } = useSpeech()
  return ({ next_action_reason: reason, next_action_params: params }) =>
    words.reason[reason](reasonNames(params, language, day))
}

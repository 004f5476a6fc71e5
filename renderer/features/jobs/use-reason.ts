/** The sentence of what comes next with a job, and why: the window has no other. */
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { reasonValues } from './reason-values.ts'

export const useReason = (): ((job: Pick<Job, 'next_action_reason' | 'next_action_params'>) => string) => {
  const { t, language, day } = useLocale()
  return ({ next_action_reason: reason, next_action_params: params }) =>
    t(`reason.${reason}`, reasonValues(params, language, day))
}

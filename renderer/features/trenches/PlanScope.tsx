/** Whether the plan is that of one job, or of all jobs of its project; and what it was before. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Checkbox } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { useHome } from '../jobs/JobProject.tsx'
import { useWho } from '../projects/use-who.ts'
import { earlierPlan, planRevisionsQuery } from './api.ts'
import type { ParameterName, TrenchSetup } from './use-trench-plan.ts'

interface OfPlan {
  jobId: string
  plan: TrenchSetup
}

export const ScopeChoice = ({ jobId, plan: { works, scope, change } }: OfPlan) => {
  const { t } = useLocale()
  const { home } = useHome(jobId)
  if (!works || !home || (home.job_ids.length === 1 && scope !== 'project')) return null
  return (
    <Checkbox
      className="choice"
      isSelected={scope === 'project'}
      onChange={(isOn) => change({ scope: isOn ? 'project' : 'job' })}
    >
      <span className="check" aria-hidden="true" />
      {t('trenches.ofProject', { n: home.job_ids.length, name: home.name })}
    </Checkbox>
  )
}

/** One that is chosen stands there as a change: it is kept once it is saved. */
export const Revisions = ({ jobId, plan: { stored, change } }: OfPlan) => {
  const { t, number, moment } = useLocale()
  const who = useWho()
  const newest = stored?.revision ?? 0
  const revisions = useQuery(planRevisionsQuery(jobId, newest)).data?.data ?? []
  const taking = useMutation({
    mutationFn: (revision: number) => earlierPlan(jobId, revision),
    onSuccess: ({ works, parameters }) => {
      const typed = Object.entries(parameters).map(([name, value]) => [name as ParameterName, number(value, 3)])
      change({ works, typed: Object.fromEntries(typed) })
    },
  })
  if (newest < 2) return null
  return (
    <>
      <label className="field">
        {t('trenches.revision')}
        <select
          className="select"
          value={newest}
          disabled={taking.isPending}
          onChange={({ target }) => taking.mutate(Number(target.value))}
        >
          {revisions.map(({ revision, created_at, actor }) => (
            <option key={revision} value={revision}>
              {t('trenches.revisionOf', { n: revision, when: moment(created_at), who: who(actor) })}
            </option>
          ))}
        </select>
      </label>
      {taking.error ? <ProblemBox error={taking.error} /> : null}
    </>
  )
}

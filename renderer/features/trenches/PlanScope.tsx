/** Whether the plan is that of one job, or of all jobs of its project; and what it was before. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Checkbox } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { useHome } from '../jobs/JobProject.tsx'
import { useWho } from '../projects/use-who.ts'
import { earlierPlan, planRevisionsQuery } from './api.ts'
import { usePlan } from './use-trench-plan.ts'

export const ScopeChoice = () => {
  const { t } = useLocale()
  const { job, works, scope, change } = usePlan()
  const { home } = useHome(job.job_id)
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
export const Revisions = ({ newest }: { newest: number }) => {
  const { t, number, moment } = useLocale()
  const who = useWho()
  const { job, change } = usePlan()
  const { data } = useQuery(planRevisionsQuery(job.job_id, newest))
  const taking = useMutation({
    mutationFn: (revision: string) => earlierPlan(job.job_id, revision),
    onSuccess: ({ works, parameters }) => {
      const typed = Object.entries(parameters).map(([name, value]) => [name, number(value, 3)])
      change({ works, typed: Object.fromEntries(typed) })
    },
  })
  const options = data?.data.map(({ revision: n, created_at, actor }) => {
    const words = t('trenches.revisionOf', { n, when: moment(created_at), who: who(actor) })
    return [String(n), words] as const
  })
  return (
    <>
      <Choice label={t('trenches.revision')} value={String(newest)} options={options ?? []} onChange={taking.mutate} />
      {taking.error ? <ProblemBox error={taking.error} /> : null}
    </>
  )
}

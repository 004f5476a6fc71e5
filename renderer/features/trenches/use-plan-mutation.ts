/** Changes the open plan or its findings under the name of a person; the plan and the job follow. */
import { useQueryClient } from '@tanstack/react-query'
import { useNamedMutation } from '../users/AskName.tsx'
import { usePlan } from './use-trench-plan.ts'

/** @param send gets the id of the job first */
export const usePlanMutation = <Data, Input = void>(
  send: (jobId: string, input: Input) => Promise<Data>,
  done?: (data: Data) => void,
) => {
  const { job_id } = usePlan().job
  const queries = useQueryClient()
  return useNamedMutation({
    mutationFn: (input: Input) => send(job_id, input),
    onSuccess: (data) => {
      done?.(data)
      for (const queryKey of [['job', job_id, 'trench-plan'], ['job', job_id, 'trench-preview'], ['jobs']])
        void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: ['job', job_id], exact: true })
    },
  })
}

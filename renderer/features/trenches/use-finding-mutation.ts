/** Changes findings under the name of a person; the plan and the job follow. */
import { useQueryClient } from '@tanstack/react-query'
import { useNamedMutation } from '../users/AskName.tsx'

export const useFindingMutation = <Data, Input = void>(
  jobId: string,
  send: (input: Input) => Promise<Data>,
  done?: () => void,
) => {
  const queries = useQueryClient()
  return useNamedMutation({
    mutationFn: send,
    onSuccess: () => {
      for (const queryKey of [['job', jobId, 'trench-plan'], ['job', jobId, 'trench-preview'], ['jobs']])
        void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: ['job', jobId], exact: true })
      done?.()
    },
  })
}

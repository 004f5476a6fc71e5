/** Puts something on record of digging in the area of a job, under the name of a person; what shows the job follows. */
import { useQueryClient } from '@tanstack/react-query'
import type { Digging } from '../../../server/features/digging/schema.ts'
import { useNamedMutation } from '../users/AskName.tsx'
import { diggingQuery } from './api.ts'

/** @param done what follows once it is on record */
export const useRecord = (jobId: string, send: () => Promise<Digging>, done?: () => void) => {
  const queries = useQueryClient()
  return useNamedMutation({
    mutationFn: send,
    onSuccess: (digging) => {
      queries.setQueryData(diggingQuery(jobId).queryKey, digging)
      void queries.invalidateQueries({ queryKey: ['job', jobId], exact: true })
      void queries.invalidateQueries({ queryKey: ['jobs'] })
      done?.()
    },
  })
}

/** What the registry refused of the job that is corrected, to stand at the field that it is about. */
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { rejectionReason } from '../../../server/features/vocabulary.ts'
import { jobQuery } from '../jobs/api.ts'

const placeOf = (code: string): string | null =>
  rejectionReason([{ code, pointer: null }]) === 'refused_address' ? '/address' : null

/** @returns the complaints about the field at a JSON pointer or below it, while the job stands refused */
export const useRefusedAt = (corrects: string | null): ((pointer: string) => Job['errors']) => {
  const { data: job } = useQuery({ ...jobQuery(corrects ?? ''), ...(corrects ? {} : { queryFn: skipToken }) })
  const errors = job?.status === 'rejected' ? [...job.errors, ...job.parts.flatMap((part) => part.errors)] : []
  return (pointer) =>
    errors.filter((error) => {
      const place = error.pointer ?? placeOf(error.code)
      return place === pointer || place?.startsWith(`${pointer}/`)
    })
}

/** Jobs by the KLIC numbers of their notifications, for whoever looks for one. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { requestsQuery } from '../../api/jobs.ts'

/** Below this every number would do. */
const SHORTEST = 2

/** Job id -> its number in which the text occurs. */
export const useKlicNumbers = (text: string, isWanted = true): ReadonlyMap<string, string> => {
  const lower = text.trim().toLowerCase()
  const isAsked = isWanted && lower.length >= SHORTEST
  const { data } = useQuery({ ...requestsQuery, enabled: isAsked })
  return useMemo(() => {
    const found = (isAsked ? (data?.data ?? []) : []).flatMap(({ job_id, klic_number }) =>
      klic_number?.toLowerCase().includes(lower) ? [[job_id, klic_number] as const] : [],
    )
    return new Map(found)
  }, [data, isAsked, lower])
}

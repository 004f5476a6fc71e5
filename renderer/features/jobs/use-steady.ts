/**
 * The list under a pointer: rows have their news, and stay where they are; a new one comes below those of its group. As
 * the server orders them they are again when the pointer has left: what moves while somebody aims is clicked by mistake.
 */
import { useMemo, useState } from 'react'
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import type { JobGroup } from '../../../server/features/vocabulary.ts'

export interface ListedGroup {
  /** null: the list has no headings */
  group: JobGroup | null
  jobs: readonly JobBrief[]
}

const asHeld = (held: readonly ListedGroup[], now: readonly ListedGroup[]): ListedGroup[] => {
  const byId = new Map(now.flatMap(({ jobs }) => jobs.map((job) => [job.job_id, job] as const)))
  const known = new Set(held.flatMap(({ jobs }) => jobs.map(({ job_id }) => job_id)))
  const newIn = (wanted: ListedGroup['group']) =>
    now.find(({ group }) => group === wanted)?.jobs.filter(({ job_id }) => !known.has(job_id)) ?? []
  const groups = [...held, ...now.filter(({ group }) => !held.some((each) => each.group === group))]
  return groups
    .map(({ group }) => {
      const own = held.find((each) => each.group === group)?.jobs ?? []
      return { group, jobs: [...own.flatMap(({ job_id }) => byId.get(job_id) ?? []), ...newIn(group)] }
    })
    .filter(({ jobs }) => jobs.length > 0)
}

export const useSteady = (now: readonly ListedGroup[]) => {
  const [held, hold] = useState<readonly ListedGroup[] | null>(null)
  // Of thousands, also while somebody clicks: once for each answer.
  const groups = useMemo(() => (held ? asHeld(held, now) : now), [held, now])
  return {
    groups,
    pointing: { onPointerEnter: () => hold(now), onPointerLeave: () => hold(null) },
  }
}

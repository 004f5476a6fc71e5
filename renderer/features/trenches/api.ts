/** The trench plan of a job: as stored, as it would be, its files, and what was found on site. */
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Job } from '../../../server/features/jobs/schema.ts'
import {
  Finding,
  PlanRevisions,
  TakenFindings,
  type TRENCH_ROUTES,
  TrenchPlanView,
  WaitingFindings,
} from '../../../server/features/trenches/schema.ts'
import type { TrenchFormat } from '../../../server/features/vocabulary.ts'
import type { Language } from '../../../server/texts/languages.ts'
import { ApiError, BASE, call, send } from '../../api/client.ts'
import { shownRevision } from '../../api/job-result.ts'

export type Trench = TrenchPlanView['trenches'][number]
/** RD New. */
export type Works = TrenchPlanView['works']
export type PlanInput = z.input<(typeof TRENCH_ROUTES)['putTrenchPlan']['body']>
export type FindingInput = z.input<(typeof TRENCH_ROUTES)['addFinding']['body']>

const planAt = (jobId: string): string => `/jobs/${jobId}/trench-plan`

const nullIfNotFound = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/** Null: there is none. */
export const trenchPlanQuery = (job: Job | undefined) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'trench-plan', shownRevision(job)],
    queryFn: ({ signal }) => call(TrenchPlanView, planAt(job!.job_id), { signal }).catch(nullIfNotFound),
  })

export const planRevisionsQuery = (jobId: string, newest: number) =>
  queryOptions({
    queryKey: ['job', jobId, 'trench-plan', 'revisions', newest],
    queryFn: ({ signal }) => call(PlanRevisions, `${planAt(jobId)}/revisions`, { signal }),
  })

export const earlierPlan = (jobId: string, revision: string): Promise<TrenchPlanView> =>
  call(TrenchPlanView, `${planAt(jobId)}?revision=${revision}`)

/** By the link they come at any time. */
export const waitingQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job', jobId, 'trench-plan', 'waiting'],
    queryFn: ({ signal }) => call(WaitingFindings, `${planAt(jobId)}/proposals`, { signal }),
    refetchInterval: 60_000,
  })

/** @param asked null: nothing is asked */
export const trenchPreviewQuery = (job: Job | undefined, asked: PlanInput | null) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'trench-preview', shownRevision(job), asked] as const,
    queryFn: ({ signal }) =>
      call(TrenchPlanView, `${planAt(job!.job_id)}/preview`, { method: 'POST', body: asked, signal }),
    enabled: job !== undefined && asked !== null,
    // While other parameters are computed this plan stays; of another job or other works there is none.
    placeholderData: (before, last) =>
      last?.queryKey[1] === job?.job_id && last?.queryKey[4]?.works === asked?.works ? before : undefined,
    retry: false,
  })

export const storePlan = (jobId: string, body: PlanInput): Promise<TrenchPlanView> =>
  call(TrenchPlanView, planAt(jobId), { method: 'PUT', body })

export const deletePlan = (jobId: string): Promise<Response> => send(planAt(jobId), { method: 'DELETE' })

export const planFileUrl = (jobId: string, as: TrenchFormat, language: Language): string =>
  `${BASE}${planAt(jobId)}/file?${new URLSearchParams({ as, language })}`

export const recordFinding = (jobId: string, body: FindingInput): Promise<Finding> =>
  call(Finding, `${planAt(jobId)}/findings`, { method: 'POST', body })

export const deleteFinding = (jobId: string, findingId: string): Promise<Response> =>
  send(`${planAt(jobId)}/findings/${findingId}`, { method: 'DELETE' })

const photoAt = (jobId: string, findingId: string): string => `${planAt(jobId)}/findings/${findingId}/photo`
export const findingPhotoUrl = (jobId: string, findingId: string): string => BASE + photoAt(jobId, findingId)

export const putFindingPhoto = (jobId: string, findingId: string, file: File): Promise<Response> =>
  send(photoAt(jobId, findingId), { method: 'PUT', file })

export const handInFindings = (jobId: string, file: File): Promise<TakenFindings> =>
  call(TakenFindings, `${planAt(jobId)}/proposals`, { method: 'POST', file })

export const judgeProposals = (jobId: string, how: 'accept' | 'reject', finding_ids: string[]): Promise<Response> =>
  send(`${planAt(jobId)}/proposals/${how}`, { method: 'POST', body: { finding_ids } })

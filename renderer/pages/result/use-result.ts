/** An open job as the page and the map need it: the job, its shapes, and its result layer by layer. */
import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import type { JobMap, JobSummary } from '../../../server/contract/dashboard.ts'
import type { Job } from '../../../server/contract/jobs.ts'
import { featuresQuery, jobMapQuery, jobQuery, summaryQuery } from '../../api/jobs.ts'
import { EXTRA_LAYERS, type Extra, type LayerData, USUAL_LAYERS } from '../../map/layers/result.ts'

export interface OpenJob {
  job: Job | undefined
  shapes: JobMap | undefined
  summary: JobSummary | undefined
  summaryError: unknown
  layers: LayerData
  isLoading: boolean
  /** How many layers did not arrive: the map must say that it is incomplete. */
  failed: number
  error: unknown
  again: () => void
}

const isExtra = (name: string): name is Extra => name in EXTRA_LAYERS

const together = (answers: { data: unknown; isLoading: boolean; isError: boolean }[]) => ({
  data: answers.map((answer) => answer.data as FeatureCollection | undefined),
  isLoading: answers.some((answer) => answer.isLoading),
  failed: answers.filter((answer) => answer.isError).length,
})

export const useOpenJob = (jobId: string | null, extra: readonly string[]): OpenJob => {
  const jobAnswer = useQuery({ ...jobQuery(jobId ?? ''), ...(jobId ? {} : { queryFn: skipToken }) })
  const job = jobId ? jobAnswer.data : undefined
  const shapes = useQuery({ ...jobMapQuery(jobId ?? ''), ...(jobId ? {} : { queryFn: skipToken }) })
  const summary = useQuery(summaryQuery(job))
  const extraText = extra.join()
  const names = useMemo(
    () => [
      ...USUAL_LAYERS,
      ...extraText
        .split(',')
        .filter(isExtra)
        .flatMap((group) => EXTRA_LAYERS[group]),
    ],
    [extraText],
  )
  const answers = useQueries({ queries: names.map((name) => featuresQuery(job, name)), combine: together })
  const layers = useMemo(
    () => Object.fromEntries(names.map((name, i) => [name, answers.data[i]])) as LayerData,
    [names, answers.data],
  )
  return {
    job,
    shapes: jobId ? shapes.data : undefined,
    summary: summary.data,
    summaryError: summary.error,
    layers,
    isLoading: answers.isLoading,
    failed: answers.failed,
    error: jobId ? jobAnswer.error : null,
    again: () => void jobAnswer.refetch(),
  }
}

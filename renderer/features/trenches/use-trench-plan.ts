/**
 * The trench plan of the open job: as it is stored, or with works and parameters that are being changed. One preview is under
 * way at a time; the newest change is asked for when it is answered, so the last answer is about what stands there.
 */
import { hashKey, useQuery } from '@tanstack/react-query'
import { createContext, useState } from 'react'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { TRENCH_DEFAULTS } from '../../../server/features/vocabulary.ts'
import { isPreliminary, shownRevision } from '../../api/job-result.ts'
import { type ResultTool, WORKS_TOOLS } from '../../map/drawing/query.ts'
import type { Place } from '../../place.ts'
import type { QueryTool } from '../results/query-tools/use-query-tool.ts'
import type { OpenJob } from '../results/use-result.ts'
import { type Parameters, type PlanInput, trenchPlanQuery, trenchPreviewQuery, type Works } from './api.ts'

export type ParameterName = keyof Parameters
type WorksTool = (typeof WORKS_TOOLS)[number]

interface Draft {
  works?: Works
  scope?: PlanInput['scope']
  /** As they were typed. */
  typed: Partial<Record<ParameterName, string>>
}

/** There are lines that a plan can be made for. */
export const canPlanTrenches = (job: Job): boolean =>
  shownRevision(job) !== null && !isPreliminary(job) && job.next_action_reason !== 'files_removed'

export const boundsOf = (name: ParameterName): { usual: number; least: number; most: number } => {
  const [usual, least, most] = TRENCH_DEFAULTS[name.replace('_m', 'M') as keyof typeof TRENCH_DEFAULTS]
  return { usual, least, most }
}

/** Null: no number within the bounds of this parameter. */
export const parameterIn = (name: ParameterName, text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'))
  const { least, most } = boundsOf(name)
  return text.trim() !== '' && value >= least && value <= most ? value : null
}

const worksToolOf = (tool: ResultTool | null): WorksTool | null => WORKS_TOOLS.find((each) => each === tool) ?? null

const same = (a: unknown, b: unknown): boolean => hashKey([a]) === hashKey([b])

export const useTrenchPlan = ({ job, picked }: OpenJob, place: Place, { query, act }: QueryTool) => {
  const jobId = job?.job_id ?? null
  const [held, hold] = useState<{ of: string | null; draft: Draft | null; chosen: number | null }>({
    of: null,
    draft: null,
    chosen: null,
  })
  const { draft, chosen } = held.of === jobId ? held : { draft: null, chosen: null }
  const isShown = job !== undefined && place.tab === 'trenches' && canPlanTrenches(job)
  const { data: stored = null, error, isPending } = useQuery({ ...trenchPlanQuery(job), enabled: isShown })
  const works = draft?.works ?? stored?.works ?? null
  const typed = Object.entries(draft?.typed ?? {}).map(
    ([name, text]) => [name, parameterIn(name as ParameterName, text)] as const,
  )
  const isWhole = draft !== null && works !== null && typed.every(([, value]) => value !== null)
  const scope = draft?.scope ?? stored?.scope
  const parameters = { ...stored?.parameters, ...Object.fromEntries(typed) }
  const input = isWhole ? { works, parameters, ...(scope && { scope }) } : null
  const [asked, ask] = useState<PlanInput | null>(null)
  const preview = useQuery(trenchPreviewQuery(job, draft ? asked : null))
  if (input && !preview.isFetching && !same(input, asked)) ask(input)
  const kept = same(stored?.works, works) ? stored : null
  const view = draft ? (same(asked?.works, works) ? (preview.data ?? kept) : kept) : stored
  const change = (next: Partial<Draft>) =>
    hold({ of: jobId, draft: { typed: {}, ...draft, ...next }, chosen: next.works ? null : chosen })
  const tool = worksToolOf(query.tool)
  if (tool && query.drawn) {
    change({ works: query.drawn as Works })
    act({ do: 'take', tool: null })
  }
  if (!isShown) return null
  const ids = place.picked.map((ref) => picked.find(({ id }) => id === ref)?.properties.id ?? ref)
  const row = ids.flatMap((id) => view?.rows.find((each) => each.id === id) ?? [])[0] ?? null
  return {
    /** With what is being changed; undefined while nothing is known of it. */
    view: view ?? undefined,
    works,
    stored,
    scope,
    /** What would be stored; null: nothing was changed, or something of it is missing. */
    input,
    draft,
    change,
    discard: () => hold({ of: jobId, draft: null, chosen: null }),
    /** The line that is picked, here or on the map. */
    row,
    /** Number of the trench that is looked at: one that meets the picked line. */
    chosen: row && !row.trenches.includes(chosen ?? 0) ? (row.trenches[0] ?? null) : chosen,
    choose: (no: number | null) => hold({ of: jobId, draft, chosen: no }),
    /** Works are being drawn with it. */
    tool,
    take: (next: WorksTool | null) => act({ do: 'take', tool: next }),
    isLoading: isPending || preview.isFetching,
    error: error ?? (draft ? preview.error : null),
  }
}
export type TrenchSetup = NonNullable<ReturnType<typeof useTrenchPlan>>

/** For the page of the plan, which lies deep in the panel; null: it is not open. */
export const TrenchContext = createContext<TrenchSetup | null>(null)

export type Trench = TrenchPlanView['trenches'][number]

export interface PlanProps {
  jobId: string
  summary: JobSummary
  plan: TrenchSetup
  view: TrenchPlanView
  /** Why nothing can be recorded, or null. */
  blocked: string | null
}

export interface InTrenchProps extends PlanProps {
  trench: Trench
  lookAt: (trench: Trench) => void
}

/**
 * The trench plan of the open job: as it is stored, or with works and parameters that are being changed. One preview is under
 * way at a time; the newest change is asked for when it is answered, so the last answer is about what stands there.
 */
import { hashKey, useQuery } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { TRENCH_DEFAULTS } from '../../../server/features/vocabulary.ts'
import { isPreliminary, shownRevision } from '../../api/job-result.ts'
import { useLocale } from '../../locale.tsx'
import { type ResultTool, WORKS_TOOLS } from '../../map/drawing/query.ts'
import { toDegrees } from '../../map/exact.ts'
import { boundsOf } from '../../map/map-layer.ts'
import type { Place } from '../../place.ts'
import type { QueryTool } from '../results/query-tools/use-query-tool.ts'
import type { OpenJob } from '../results/use-result.ts'
import { type PlanInput, type Trench, trenchPlanQuery, trenchPreviewQuery, type Works } from './api.ts'
import { figureIn } from './finding-entry.ts'

export type ParameterName = keyof NonNullable<PlanInput['parameters']>

interface Draft {
  works?: Works
  scope?: PlanInput['scope']
  /** As they were typed. */
  typed: Partial<Record<ParameterName, string>>
}

/** Of one job: what is being changed of its plan, and the number of the trench that is looked at. */
interface Held {
  draft: Draft | null
  chosen: number | null
}
const NOTHING_HELD: Held = { draft: null, chosen: null }

/** There are lines that a plan can be made for. */
export const canPlanTrenches = (job: Job): boolean =>
  shownRevision(job) !== null && !isPreliminary(job) && job.next_action_reason !== 'files_removed'

/** What is usual, the least and the most. */
export const limitsOf = (name: ParameterName) =>
  TRENCH_DEFAULTS[name.replace('_m', 'M') as keyof typeof TRENCH_DEFAULTS]

/** Null: no number within the bounds of this parameter. */
export const parameterIn = (name: ParameterName, text: string): number | null => {
  const value = figureIn(text)
  const [, least, most] = limitsOf(name)
  return value !== null && value >= least && value <= most ? value : null
}

const same = (a: unknown, b: unknown): boolean => hashKey([a]) === hashKey([b])

export const useTrenchPlan = (
  { job, picked, look }: OpenJob,
  place: Place,
  { query, act }: QueryTool,
  mayWrite: boolean,
) => {
  const { t } = useLocale()
  const jobId = job?.job_id
  const [held, hold] = useState({ ...NOTHING_HELD, of: jobId })
  const { draft, chosen } = held.of === jobId ? held : NOTHING_HELD
  const set = (next: Partial<Held>) => hold({ draft, chosen, ...next, of: jobId })
  const isShown = job !== undefined && place.tab === 'trenches' && canPlanTrenches(job)
  const { data: stored = null, error, isPending } = useQuery({ ...trenchPlanQuery(job), enabled: isShown })
  const works = draft?.works ?? stored?.works ?? null
  const typed = Object.entries(draft?.typed ?? {}).map(
    ([name, text]) => [name, parameterIn(name as ParameterName, text)] as const,
  )
  const isWhole = draft !== null && works !== null && typed.every(([, value]) => value !== null)
  const scope = draft?.scope ?? stored?.scope
  const parameters = { ...stored?.parameters, ...Object.fromEntries(typed) }
  const input: PlanInput | null = isWhole ? { works, parameters, scope } : null
  const [asked, ask] = useState<PlanInput | null>(null)
  const preview = useQuery(trenchPreviewQuery(job, draft ? asked : null))
  if (input && !preview.isFetching && !same(input, asked)) ask(input)
  const computed = draft && same(asked?.works, works) ? preview.data : undefined
  const change = (next: Partial<Draft>) =>
    set({ draft: { typed: {}, ...draft, ...next }, ...(next.works && { chosen: null }) })
  const tool = WORKS_TOOLS.find((each) => each === query.tool) ?? null
  if (tool && query.drawn) {
    change({ works: query.drawn as Works })
    act({ do: 'take', tool: null })
  }
  if (!isShown) return null
  /** With what is being changed; null while nothing is known of it. */
  const view = computed ?? (same(stored?.works, works) ? stored : null)
  const ids = place.picked.map((ref) => picked.find(({ id }) => id === ref)?.properties.id ?? ref)
  const row = ids.flatMap((id) => view?.rows.find((each) => each.id === id) ?? [])[0] ?? null
  return {
    job,
    view,
    works,
    stored,
    scope,
    /** What would be stored; null: nothing was changed, or something of it is missing. */
    input,
    draft,
    change,
    discard: () => set(NOTHING_HELD),
    /** The line that is picked, here or on the map. */
    row,
    /** Number of the trench that is looked at: one that meets the picked line. */
    chosen: row && !row.trenches.includes(chosen ?? 0) ? (row.trenches[0] ?? null) : chosen,
    choose: (no: number | null) => set({ chosen: no }),
    lookAt: ({ outline }: Trench) => look(boundsOf(outline.map(toDegrees))),
    /** Works are being drawn with it. */
    tool,
    take: (next: ResultTool | null) => act({ do: 'take', tool: next }),
    /** Why nothing can be recorded, or null. */
    blocked: mayWrite ? null : t('digging.mayNot'),
    isLoading: isPending || preview.isFetching,
    error: error ?? (draft ? preview.error : null),
  }
}
export type TrenchSetup = NonNullable<ReturnType<typeof useTrenchPlan>>

/** For the page of the plan, which lies deep in the panel; null: it is not open. */
export const TrenchContext = createContext<TrenchSetup | null>(null)

/** On the page of the plan. */
export const usePlan = (): TrenchSetup => use(TrenchContext)!

/** The chosen tool on the open result, and the server's answer to what was drawn with it. */
import { useQuery } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import type { Section, Selection } from '../../../../server/features/results/schema.ts'
import { NO_QUERY, type Query, type QueryAct, queryReducer } from '../../../map/drawing/query.ts'
import { useWindowKeys } from '../../../ui/use-window-keys.ts'
import { sectionQuery, selectionQuery } from '../results-api.ts'
import type { OpenJob } from '../use-result.ts'

export interface QueryTool {
  /** Of whom it is asked; null: there is no result to ask. */
  jobId: string | null
  query: Query
  act: (act: QueryAct) => void
  section: Section | undefined
  selection: Selection | undefined
  isLoading: boolean
  error: unknown
  again: () => void
  stepM: number
  setStepM: (metres: number) => void
  typed: { figure: string } | null
  type: (figure: string) => void
}

const STEP_M = 1

/** Escape while a tool is chosen; text fields, dialogues and documents elsewhere keep their own. */
const useEscape = (isAsking: boolean, putDown: () => void) => {
  useWindowKeys((event) => {
    const target = event.target as HTMLElement
    const isElsewhere =
      target.closest('input, textarea, select, [role=alertdialog], .document') && !target.closest('.asking-card')
    if (event.key !== 'Escape' || !isAsking || isElsewhere) return
    event.preventDefault()
    putDown()
  })
}

export const useQueryTool = ({ job, summary }: OpenJob): QueryTool => {
  const jobId = summary && job ? job.job_id : null
  const [held, act] = useReducer(
    (before: { of: string | null; query: Query }, { of, act: next }: { of: string | null; act: QueryAct }) => ({
      of,
      query: queryReducer(before.of === of ? before.query : NO_QUERY, next),
    }),
    { of: null, query: NO_QUERY },
  )
  // Of another result nothing was asked yet.
  const query = held.of === jobId ? held.query : NO_QUERY
  const [stepM, setStepM] = useState(STEP_M)
  const [typed, setTyped] = useState<{ figure: string } | null>(null)
  const own = (next: QueryAct) => {
    if (next.do === 'take') setTyped(null)
    act({ of: jobId, act: next })
  }
  useEscape(query.tool !== null, () => own({ do: 'escape' }))
  const { drawn, tool } = query
  const section = useQuery(sectionQuery(job, tool === 'section' && drawn?.type === 'LineString' ? drawn : null))
  const selects = tool === 'selectBox' || tool === 'selectArea'
  const selection = useQuery(selectionQuery(job, selects && drawn?.type === 'Polygon' ? drawn : null))
  const asked = tool === 'section' ? section : selection
  return {
    jobId,
    query,
    act: own,
    section: section.data,
    selection: selection.data,
    isLoading: asked.isLoading,
    error: asked.error,
    again: () => void asked.refetch(),
    stepM,
    setStepM,
    typed,
    type: (figure) => setTyped({ figure }),
  }
}

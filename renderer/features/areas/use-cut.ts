/**
 * The cut and the price of an area that may still move. The server is asked once the area is the same for a frame: what is
 * asked of a pointer in motion would only hold up the question that counts. While two questions are under way what the area
 * becomes meanwhile waits, and only the newest of it is asked then: so the last question is always about the area as it
 * stands, and large areas, whose answers take a while, never pile up. An answer older than the one that is shown is dropped.
 */
import { hashKey, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Preview } from '../../../server/features/jobs/dashboard-schema.ts'
import { type CutQuestion, previewQuery } from '../jobs/api.ts'

/** One of them is being answered while the other travels. */
const UNDER_WAY = 2
/** Answers that take so long keep nobody waiting who has another question by now. */
const PATIENCE_MS = 5000

/** The same text for the same question: a click where the pointer stood makes the area anew, and asks nothing. */
interface CutRequest {
  readonly key: string
  readonly question: CutQuestion
}
const NOTHING: readonly CutRequest[] = []

interface Answer {
  readonly to: CutQuestion
  readonly preview: Preview | undefined
  readonly error: unknown
}

export interface Cut {
  /** The newest; null: nothing was answered yet, or there is no question. */
  answer: Answer | null
  /** It answers this very question. */
  isAnswered: boolean
  /** There is no better cut to wait for. */
  isFinal: boolean
  again: () => void
}

/** Calls once a frame has come and gone, so that the pointer could have moved in it. */
const afterFrame = (call: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(call)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** @param isUnderway a shape that is still moving is priced by the first cut alone */
export const useCut = (question: CutQuestion | null, isUnderway: boolean): Cut => {
  const key = useMemo(() => question && hashKey([question]), [question])
  /** Oldest first; before the newest that is answered there are none. */
  const [asked, ask] = useState(NOTHING)
  const [stillKey, rest] = useState<string | null>(null)
  useEffect(() => afterFrame(() => rest(key)), [key])
  const answers = useQueries({ queries: asked.map((each) => previewQuery(each.question, 'first')) })
  const at = answers.findLastIndex(({ isPending }) => !isPending)
  const [said, first] = [asked[at], answers[at]]
  const canImprove = Boolean(first?.data?.can_improve)
  const isAnswered = said !== undefined && said.key === key
  const best = useQuery({
    ...previewQuery(said?.question ?? null, 'best'),
    enabled: canImprove && isAnswered && !isUnderway,
  })
  const wanted = asked.slice(Math.max(at, 0))
  const others = wanted.filter((each) => each.key !== key)
  const isFull = answers.filter(({ isFetching }, i) => isFetching && i >= at).length >= UNDER_WAY
  const isWaiting = question !== null && key === stillKey && asked.at(-1)?.key !== key
  const next = question && key ? { key, question } : null
  if (!next && asked.length > 0) ask(NOTHING)
  // What is asked already becomes the newest again.
  else if (next && isWaiting && (!isFull || others.length < wanted.length)) ask([...others, next])
  else if (wanted.length < asked.length) ask(wanted)
  const insist = useEffectEvent(() => next && ask([...others.slice(0, said ? 1 : 0), next]))
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(insist, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  // The price stands there at once; filing waits for the cut that will be filed.
  const preview = best.data ?? first?.data
  return {
    answer: next && said && first ? { to: said.question, preview, error: first.error } : null,
    isAnswered,
    isFinal: !canImprove || best.isFetched,
    again: () => void first?.refetch(),
  }
}

/**
 * What of the area in hand stays the same while the pointer moves. The panel's fields are made of this, so that they are not
 * all drawn anew with each move: the answer that the person waits for comes sooner.
 */
import type { Polygon } from 'geojson'
import { useMemo } from 'react'
import type { Preview } from '../../../server/contract/dashboard.ts'
import type { AreaInHand } from './use-area.ts'

type Kept = Pick<
  AreaInHand,
  | 'draft'
  | 'act'
  | 'rules'
  | 'addresses'
  | 'obstacle'
  | 'areaImport'
  | 'snapping'
  | 'setSnapping'
  | 'stepM'
  | 'setStepM'
  | 'typed'
  | 'mark'
>

/** The draft's cursor and sketch are null: where the pointer is does not matter here. */
export interface AreaAtRest extends Kept {
  hasArea: boolean
  /** The area and its cut, while nobody moves it. */
  cut: { area: { geometry: Polygon; crs: string }; preview: Preview } | null
}

export const useAtRest = (inHand: AreaInHand): AreaAtRest => {
  const { area, preview, isFresh } = inHand
  const { act, rules, addresses, obstacle, areaImport, snapping, setSnapping, stepM, setStepM, typed, mark } = inHand
  const { shape, aside, keepOut, past, future, tool, details, notice, clientRef, corrects } = inHand.draft
  const { corners, undone } = inHand.draft.making
  const draft = useMemo(() => {
    const making = { corners, undone, cursor: null }
    return { shape, aside, keepOut, past, future, tool, details, notice, clientRef, corrects, making, sketch: null }
  }, [shape, aside, keepOut, past, future, tool, details, notice, clientRef, corrects, corners, undone])
  const cut = useMemo(() => (isFresh && area && preview ? { area, preview } : null), [isFresh, area, preview])
  const hasArea = area !== null
  return useMemo(
    () => ({
      draft,
      act,
      rules,
      addresses,
      obstacle,
      areaImport,
      snapping,
      setSnapping,
      stepM,
      setStepM,
      typed,
      mark,
      hasArea,
      cut,
    }),
    [
      draft,
      act,
      rules,
      addresses,
      obstacle,
      areaImport,
      snapping,
      setSnapping,
      stepM,
      setStepM,
      typed,
      mark,
      hasArea,
      cut,
    ],
  )
}

/** The draft outlives a reload or a crash: it is kept in this browser after every step. A draft that can't be read is none. */
import { useEffect, useReducer } from 'react'
import { KLIC_TYPES } from '../../../server/contract/vocabulary.ts'
import { type Draft, type DraftAct, draftReducer, FIRST_WISHES, freshDraft } from './draft.ts'
import type { Shape } from './shape.ts'

const KEY = 'klic-desktop:draft-1'
/** More steps than that are kept while the window is open, not over a reload. */
const KEPT_STEPS = 50

const isPositions = (value: unknown): boolean =>
  Array.isArray(value) && value.every((at) => Array.isArray(at) && Number.isFinite(at[0]) && Number.isFinite(at[1]))

const shapeFrom = (value: unknown): Shape | null => {
  const shape = value as Shape | null
  if (shape?.kind === 'polygon' && Array.isArray(shape.geometry?.coordinates))
    return shape.geometry.coordinates.length > 0 && shape.geometry.coordinates.every(isPositions) ? shape : null
  if (shape?.kind === 'corridor') return isPositions(shape.line?.coordinates) && shape.widthM > 0 ? shape : null
  return null
}

const stored = (): Draft => {
  const fresh = freshDraft(crypto.randomUUID())
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Draft> | null
    if (!kept) return fresh
    const klicType = KLIC_TYPES.find((type) => type === kept.wishes?.klicType) ?? FIRST_WISHES.klicType
    return {
      ...fresh,
      shape: shapeFrom(kept.shape),
      past: Array.isArray(kept.past) ? kept.past.map(shapeFrom) : [],
      wishes: { ...FIRST_WISHES, ...kept.wishes, klicType },
      clientRef: typeof kept.clientRef === 'string' ? kept.clientRef : fresh.clientRef,
    }
  } catch {
    return fresh
  }
}

export const useDraft = (): [Draft, React.Dispatch<DraftAct>] => {
  const [draft, act] = useReducer(draftReducer, null, stored)
  const { shape, past, wishes, clientRef } = draft
  useEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ shape, past: past.slice(-KEPT_STEPS), wishes, clientRef }))
    } catch {
      // A full or forbidden storage costs the draft's memory over a reload, nothing else.
    }
  }, [shape, past, wishes, clientRef])
  return [draft, act]
}

/** The draft outlives a reload or a crash: it is kept in this browser after every step. A draft that can't be read is none. */
import type { Polygon, Position } from 'geojson'
import { useEffect, useReducer } from 'react'
import { Address } from '../../../server/contract/common.ts'
import { KLIC_TYPES } from '../../../server/contract/vocabulary.ts'
import {
  type Draft,
  type DraftAct,
  draftReducer,
  FIRST_WISHES,
  freshDraft,
  isCornerTool,
  TOOLS,
  type Work,
} from './draft.ts'
import type { Making } from './making.ts'
import type { Shape } from './shape.ts'

const KEY = 'klic-desktop:draft-2'
/** More steps than that are kept while the window is open, not over a reload. */
const KEPT_STEPS = 50

const isPositions = (value: unknown): value is Position[] =>
  Array.isArray(value) && value.every((at) => Array.isArray(at) && Number.isFinite(at[0]) && Number.isFinite(at[1]))

const isPolygon = (value: unknown): value is Polygon => {
  const rings = (value as Polygon | null)?.coordinates
  return Array.isArray(rings) && rings.length > 0 && rings.every(isPositions)
}

const shapeFrom = (value: unknown): Shape | null => {
  const shape = value as Shape | null
  if (shape?.kind === 'polygon') return isPolygon(shape.geometry) ? shape : null
  if (shape?.kind === 'corridor') return isPositions(shape.line?.coordinates) && shape.widthM > 0 ? shape : null
  return null
}

const listOf = <T>(value: unknown, of: (each: unknown) => T | null): T[] =>
  Array.isArray(value) ? value.map(of).filter((each) => each !== null) : []

const workFrom = (value: unknown): Work => {
  const kept = value as Partial<Work> | null
  return {
    shape: shapeFrom(kept?.shape),
    aside: listOf(kept?.aside, shapeFrom),
    keepOut: listOf(kept?.keepOut, (each) => (isPolygon(each) ? each : null)),
  }
}

/** Corners that were placed when the window ended: the tool stands there again. */
const makingFrom = (kept: Partial<Draft>): Partial<Draft> => {
  const tool = TOOLS.find((each) => each === kept.tool) ?? 'none'
  const corners = (kept.making as Making | undefined)?.corners
  if (!isCornerTool(tool) || !isPositions(corners) || corners.length === 0) return {}
  return { tool, making: { corners, undone: [], cursor: null } }
}

const wishesFrom = (kept: Partial<Draft['wishes']> | undefined): Draft['wishes'] => ({
  ...FIRST_WISHES,
  ...kept,
  klicType: KLIC_TYPES.find((type) => type === kept?.klicType) ?? FIRST_WISHES.klicType,
  works: listOf(kept?.works, (each) => (typeof each === 'string' ? each : null)),
  address: Address.nullable().safeParse(kept?.address ?? null).data ?? null,
})

const stored = (): Draft => {
  const fresh = freshDraft(crypto.randomUUID())
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Draft> | null
    if (!kept) return fresh
    return {
      ...fresh,
      ...workFrom(kept),
      ...makingFrom(kept),
      past: listOf(kept.past, workFrom),
      wishes: wishesFrom(kept.wishes),
      clientRef: typeof kept.clientRef === 'string' ? kept.clientRef : fresh.clientRef,
    }
  } catch {
    return fresh
  }
}

export const useDraft = (): [Draft, React.Dispatch<DraftAct>] => {
  const [draft, act] = useReducer(draftReducer, null, stored)
  const { shape, aside, keepOut, past, wishes, clientRef, tool } = draft
  const { corners } = draft.making
  useEffect(() => {
    try {
      const making = { corners }
      const kept = { shape, aside, keepOut, past: past.slice(-KEPT_STEPS), wishes, clientRef, tool, making }
      localStorage.setItem(KEY, JSON.stringify(kept))
    } catch {
      // A full or forbidden storage costs the draft's memory over a reload, nothing else.
    }
  }, [shape, aside, keepOut, past, wishes, clientRef, tool, corners])
  return [draft, act]
}

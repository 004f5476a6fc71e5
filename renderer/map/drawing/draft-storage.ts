/**
 * The draft outlives a reload, a crash and a power cut: after every step it is kept in this browser's memory and on its
 * disk. A draft that can't be read is none.
 */
import type { Polygon, Position } from 'geojson'
import { use, useEffect, useReducer } from 'react'
import { Address } from '../../../server/contract/common.ts'
import { ALL_KLIC_TYPES, PREPARATIONS } from '../../../server/contract/vocabulary.ts'
import { type Draft, type DraftAct, draftReducer, freshDraft, isCornerTool, TOOLS, type Work } from './draft.ts'
import { keep, readKept } from './draft-disk.ts'
import type { Making } from './making.ts'
import { FIRST_DETAILS } from './request-details.ts'
import type { Shape } from './shape.ts'

const KEY = 'klic-desktop:draft-2'
/**
 * More steps than hold so many corners can be undone while the window is open, not after a reload: all of it is written at
 * every step, and so much takes a few milliseconds.
 */
const KEPT_CORNERS = 20_000

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

const drawingFrom = (kept: Work['drawing'] | null): Pick<Work, 'drawing'> => {
  const { tool = 'none', corners } = kept ?? {}
  return isCornerTool(tool) && isPositions(corners) && corners.length > 0 ? { drawing: { tool, corners } } : {}
}

const workFrom = (value: unknown): Work => {
  const kept = value as Partial<Work> | null
  return {
    shape: shapeFrom(kept?.shape),
    aside: listOf(kept?.aside, shapeFrom),
    keepOut: listOf(kept?.keepOut, (each) => (isPolygon(each) ? each : null)),
    ...drawingFrom(kept?.drawing),
  }
}

/** Corners that were placed when the window ended: the tool stands there again. */
const makingFrom = (kept: Partial<Draft>): Partial<Draft> => {
  const tool = TOOLS.find((each) => each === kept.tool) ?? 'none'
  const corners = (kept.making as Making | undefined)?.corners
  if (!isCornerTool(tool) || !isPositions(corners) || corners.length === 0) return {}
  return { tool, making: { corners, undone: [], cursor: null } }
}

const detailsFrom = (kept: Partial<Draft['details']> | undefined): Draft['details'] => ({
  ...FIRST_DETAILS,
  ...kept,
  klicType: ALL_KLIC_TYPES.find((type) => type === kept?.klicType) ?? FIRST_DETAILS.klicType,
  worksDescription: typeof kept?.worksDescription === 'string' ? kept.worksDescription : '',
  locationDescription: typeof kept?.locationDescription === 'string' ? kept.locationDescription : '',
  preparation: PREPARATIONS.find((each) => each === kept?.preparation) ?? null,
  works: listOf(kept?.works, (each) => (typeof each === 'string' ? each : null)),
  address: Address.nullable().safeParse(kept?.address ?? null).data ?? null,
})

/** How many drafts were kept before it tells which of two is the newer. */
interface Kept extends Partial<Omit<Draft, 'details'>> {
  /** The details, under the name that browsers have kept them by from the beginning: a draft outlives an update. */
  wishes?: Partial<Draft['details']>
  count?: number
}

const readable = (text: string | null): Kept | null => {
  try {
    return JSON.parse(text ?? 'null') as Kept | null
  } catch {
    return null
  }
}

const inMemory = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const countOf = (kept: Kept | null): number => (Number.isFinite(kept?.count) ? kept!.count! : -1)

let count = 0
const stored = async (): Promise<Draft> => {
  const fresh = freshDraft(crypto.randomUUID())
  const [memory, disk] = [readable(inMemory()), readable(await readKept())]
  const kept = countOf(disk) > countOf(memory) ? disk : memory
  if (!kept) return fresh
  count = Math.max(0, countOf(kept))
  return {
    ...fresh,
    ...workFrom(kept),
    ...makingFrom(kept),
    past: listOf(kept.past, workFrom),
    future: listOf(kept.future, workFrom),
    details: detailsFrom(kept.wishes),
    clientRef: typeof kept.clientRef === 'string' ? kept.clientRef : fresh.clientRef,
    corrects: typeof kept.corrects === 'string' ? kept.corrects : null,
  }
}

const cornersOf = ({ shape, aside, keepOut, drawing }: Work): number => {
  const ofShape = (each: Shape | null) =>
    each === null
      ? 0
      : each.kind === 'corridor'
        ? each.line.coordinates.length
        : each.geometry.coordinates.flat().length
  const areas = [shape, ...aside].reduce((sum, each) => sum + ofShape(each), 0)
  return (
    areas +
    (drawing?.corners.length ?? 0) +
    keepOut.reduce((sum, { coordinates }) => sum + coordinates.flat().length, 0)
  )
}

/** @param steps the nearest to now first; so many of them are left */
const nearest = (steps: readonly Work[]): Work[] => {
  const left: Work[] = []
  let corners = 0
  for (const work of steps) {
    corners += cornersOf(work)
    if (corners > KEPT_CORNERS) break
    left.push(work)
  }
  return left
}

/** Read while the page is being set up. */
const first = stored().catch(() => freshDraft(crypto.randomUUID()))
/** Whoever comes back to the window finds what it was when they left. */
let last: Draft | null = null

/** Waits (as React's `use` does) until the draft of last time is read. */
export const useDraft = (): [Draft, React.Dispatch<DraftAct>] => {
  const read = use(first)
  const [draft, act] = useReducer(draftReducer, last ?? read)
  const { shape, aside, keepOut, past, future, details, clientRef, corrects, tool } = draft
  const { corners } = draft.making
  useEffect(() => {
    last = draft
  }, [draft])
  useEffect(() => {
    const kept = { shape, aside, keepOut, wishes: details, clientRef, corrects, tool, making: { corners } }
    const steps = { past: nearest(past.toReversed()).reverse(), future: nearest(future) }
    const text = JSON.stringify({ ...kept, ...steps, count: ++count })
    try {
      localStorage.setItem(KEY, text)
    } catch {
      // A full or forbidden storage: the disk has it.
    }
    void keep(text)
  }, [shape, aside, keepOut, past, future, details, clientRef, corrects, tool, corners])
  return [draft, act]
}

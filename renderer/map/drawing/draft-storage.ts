/**
 * Drafts outlive a reload, a crash and a power cut: after every step they are kept in this browser's memory and on its
 * disk. A draft that can't be read is none.
 */
import type { Polygon, Position } from 'geojson'
import { use, useCallback, useEffect, useReducer } from 'react'
import { Address } from '../../../server/features/http/common-schema.ts'
import { forEachOwnText } from '../../../server/features/jobs/given-texts-schema.ts'
import { ALL_KLIC_TYPES, PREPARATIONS } from '../../../server/features/vocabulary.ts'
import type { CornerDraft } from './corner-draft.ts'
import { type Draft, freshDraft, isCornerTool, TOOLS, type Work } from './draft.ts'
import { keep, readStored } from './draft-disk.ts'
import { type Drafts, type DraftsAct, draftOf, draftsReducer } from './drafts.ts'
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
  const corners = (kept.making as CornerDraft | undefined)?.corners
  if (!isCornerTool(tool) || !isPositions(corners) || corners.length === 0) return {}
  return { tool, making: { corners, undone: [], cursor: null } }
}

const detailsFrom = (kept: Partial<Draft['details']> | undefined): Draft['details'] => ({
  ...FIRST_DETAILS,
  ...kept,
  klicType: ALL_KLIC_TYPES.find((type) => type === kept?.klicType) ?? FIRST_DETAILS.klicType,
  ...forEachOwnText((_, own) => (typeof kept?.[own] === 'string' ? kept[own] : '')),
  preparation: PREPARATIONS.find((each) => each === kept?.preparation) ?? null,
  works: listOf(kept?.works, (each) => (typeof each === 'string' ? each : null)),
  address: Address.nullable().safeParse(kept?.address ?? null).data ?? null,
})

interface KeptDraft extends Partial<Omit<Draft, 'details'>> {
  /** The details, under the name that browsers have kept them by from the beginning: a draft outlives an update. */
  wishes?: Partial<Draft['details']>
}
/** The new area, beside it the corrections. How many times was kept before it tells which of two is the newer. */
interface StoredDrafts extends KeptDraft {
  corrections?: KeptDraft[]
  count?: number
}

const readable = (text: string | null): StoredDrafts | null => {
  try {
    return JSON.parse(text ?? 'null') as StoredDrafts | null
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

const countOf = (kept: StoredDrafts | null): number => (Number.isFinite(kept?.count) ? kept!.count! : -1)

const draftFrom = (kept: KeptDraft): Draft => {
  const fresh = freshDraft(crypto.randomUUID())
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

const NOTHING_KEPT = (): Drafts => ({ own: freshDraft(crypto.randomUUID()), corrections: [] })

let count = 0
const stored = async (): Promise<Drafts> => {
  const [memory, disk] = [readable(inMemory()), readable(await readStored())]
  const kept = countOf(disk) > countOf(memory) ? disk : memory
  if (!kept) return NOTHING_KEPT()
  count = Math.max(0, countOf(kept))
  const corrections = listOf(kept.corrections, (each) => draftFrom(each as KeptDraft)).filter(
    ({ corrects }) => corrects,
  )
  const own = draftFrom(kept)
  // Earlier versions kept one draft, which might be a correction.
  return own.corrects === null ? { own, corrections } : { ...NOTHING_KEPT(), corrections: [own] }
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
const nearest = (steps: readonly Work[], most: number): Work[] => {
  const left: Work[] = []
  let corners = 0
  for (const work of steps) {
    corners += cornersOf(work)
    if (corners > most) break
    left.push(work)
  }
  return left
}

/** @param most corners in the steps that can be undone, and in those that can be made again */
const keptOf = (draft: Draft, most: number): KeptDraft => {
  const { shape, aside, keepOut, past, future, details, clientRef, corrects, tool } = draft
  const making = { corners: draft.making.corners } as CornerDraft
  const steps = { past: nearest(past.toReversed(), most).reverse(), future: nearest(future, most) }
  return { shape, aside, keepOut, wishes: details, clientRef, corrects, tool, making, ...steps }
}

/** Where the pointer is, and what the drawing library is at, is not kept. */
const isKeptSame = (a: Draft, b: Draft): boolean =>
  a.making.corners === b.making.corners &&
  Object.entries(a).every(
    ([name, value]) => name === 'making' || name === 'sketch' || name === 'notice' || b[name as keyof Draft] === value,
  )

const isAllKept = (drafts: Drafts, before: Drafts): boolean =>
  drafts.corrections.length === before.corrections.length &&
  isKeptSame(drafts.own, before.own) &&
  drafts.corrections.every((draft, index) => isKeptSame(draft, before.corrections[index]!))

const keepDrafts = ({ own, corrections }: Drafts): void => {
  const each = KEPT_CORNERS / (1 + corrections.length)
  const text = JSON.stringify({
    ...keptOf(own, each),
    corrections: corrections.map((draft) => keptOf(draft, each)),
    count: ++count,
  } satisfies StoredDrafts)
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // A full or forbidden storage: the disk has it.
  }
  void keep(text)
}

/** Read while the page is being set up. */
const first = stored().catch(NOTHING_KEPT)
/** The window opens with the drafts of the last time. */
let last: Drafts | null = null

/**
 * Waits (as React's `use` does) until the drafts of last time are read.
 * @param corrects the job that is being corrected; null: the new area
 */
export const useDraft = (corrects: string | null): [Draft, React.Dispatch<DraftsAct>] => {
  const read = use(first)
  const [drafts, dispatch] = useReducer(draftsReducer, last ?? read)
  useEffect(() => {
    const before = last
    last = drafts
    if (!before || !isAllKept(drafts, before)) keepDrafts(drafts)
  }, [drafts])
  const act = useCallback((act: DraftsAct) => dispatch({ corrects, act }), [corrects])
  return [draftOf(drafts, corrects), act]
}

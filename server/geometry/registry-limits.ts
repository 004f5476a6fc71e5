/** What the registry takes at most in one notification and one order, and we in one area. */
import type { KlicType } from '../registry/klic.ts'

/** Longest side of one notification's axis-aligned extent in RD, and of all notifications of one order. Source: Kadaster KLIC B2B. */
export const REGISTRY_LIMITS = {
  GRAAF: { partSideM: 500, orderSideM: 5000 },
  ORIENT: { partSideM: 2500, orderSideM: 10_000 },
  /** Alone in its order. */
  CALAMITEIT: { partSideM: 500, orderSideM: 500 },
} as const satisfies Record<KlicType, { partSideM: number; orderSideM: number }>

/** Positions of a part's ring, the closing one counted (not published whether it counts: the careful reading). */
export const MAX_PART_POSITIONS = 50
/** Of a job. */
export const MAX_PARTS = 2000
export const MAX_PARTS_PER_ORDER = 100
export const MAX_INPUT_POSITIONS = 50_000
/** Areas to keep out of, and positions of all of them together. */
export const MAX_KEEP_OUTS = 20
export const MAX_KEEP_OUT_POSITIONS = 500
/** How far information may be asked for beside the area: information-area.ts says why. */
export const MAX_INFO_BUFFER_M = 70

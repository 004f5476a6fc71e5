/** What the invented world is made of: whole objects, before any request cuts them. RD metres. */
import type { Position, Ring } from '../../geometry/geometry.ts'
import type { Net } from './operators.ts'

/** What a document on the map is about. */
export type DetailKind = 'profielschets' | 'overig'

export type WorldObject =
  | {
      form: 'line'
      objecttype: string
      net: Net
      local: string
      line: Position[]
      /** What it says of itself, an XML element each, in any order. */
      attributes: readonly string[]
      status?: string
      overhead?: boolean
      /** What it is for, as INSPIRE has it: distribution where nothing is said, and nothing at all for null. */
      delivers?: 'transport' | 'private' | null
      /** Lines that lie in this container. */
      contents?: readonly { as: 'cables' | 'pipes' | 'ducts'; local: string; line: Position[] }[]
      /** Depths and documents of this line. */
      details?: readonly { as: 'dieptelegging' | 'heeftExtraInformatie'; local: string; at: Position }[]
      /** Lies exactly where that one lies, and has its stretches. */
      linksOf?: string
    }
  | {
      form: 'point'
      objecttype: 'Appurtenance' | 'Kast' | 'Mangat' | 'Mast' | 'TechnischGebouw' | 'Toren'
      net: Net
      local: string
      at: Position
      /** What it says of itself, an XML element each, in any order. */
      attributes: readonly string[]
      /** Nobody noted whether it lies in the ground. */
      isHeightUnknown?: boolean
      outline?: Ring
      /** Some name their outline as they would a document. */
      outlineAs?: 'heeftExtraInformatie'
    }
  | {
      form: 'drawing'
      objecttype: 'Maatvoering' | 'Annotatie'
      net: Net
      local: string
      type: string
      geometry: Position[]
      label?: string
      note?: string
      rotation?: number
      /** Which part of the text sits on the point: shares of its width and height, from left and below. */
      anchor?: readonly ['0' | '0.5' | '1', '0' | '0.5' | '1']
    }
  | { form: 'depth'; net: Net; local: string; at: Position; depthM: number; measuredAt?: string }
  /** Against NAP, the national datum. */
  | { form: 'nap'; net: Net; local: string; at: Position; levelM: number; surfaceM: number }
  | { form: 'precaution'; net: Net; local: string; outline: Ring }
  /** Own topography: a kerb, a post, or sites as outlines with their holes. */
  | { form: 'topography'; net: Net; local: string; type: string; shape: TopographyShape }
  | { form: 'detail'; net: Net; local: string; line: Position[]; kind: DetailKind; isDrawnAsLine: boolean }

export type TopographyShape = { line: Position[] } | { point: Position } | { polygons: Ring[][] }

/** What the invented world is made of: whole objects, before any request cuts them. RD metres. */
import type { Position, Ring } from '../domain/geometry/geometry.ts'
import type { Net } from './operators.ts'

export type WorldObject =
  | {
      form: 'line'
      objecttype: string
      net: Net
      local: string
      line: Position[]
      /** The size comes first: in a container its contents follow it. */
      attributes: readonly string[]
      status?: string
      overhead?: boolean
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
      /** Full URI, for an Appurtenance. */
      type?: string
      visible: boolean
      rotation: number
      heightM?: number
      label?: string
      outline?: Ring
    }
  | {
      form: 'drawing'
      objecttype: 'Maatvoering' | 'Annotatie'
      net: Net
      local: string
      type: string
      geometry: Position[]
      label?: string
      rotation?: number
    }
  | { form: 'depth'; net: Net; local: string; at: Position; depthM: number }
  /** Against NAP, the national datum. */
  | { form: 'nap'; net: Net; local: string; at: Position; levelM: number; surfaceM: number }
  | { form: 'precaution'; net: Net; local: string; outline: Ring }
  | { form: 'topography'; net: Net; local: string; line: Position[] }
  /** Outline and holes. */
  | { form: 'site'; net: Net; local: string; rings: Ring[] }
  | { form: 'detail'; net: Net; local: string; line: Position[] }

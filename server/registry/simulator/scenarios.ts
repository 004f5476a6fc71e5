/**
 * Markers in `referentie` that make the simulator play a scene, so that every branch can also be clicked through by
 * hand. `SIM:reject:COR0309`: the text after the second colon is the code.
 */
import type { WireOrder } from './model.ts'

const SCENES = ['partial', 'safety', 'mislukt', 'slow', 'down', 'lost202', 'empty', 'reject'] as const
export type Scene = (typeof SCENES)[number]

export interface Scenario {
  has(scene: Scene): boolean
  rejectCode: string | null
}

const MARKER = /SIM:([a-z0-9]+)(?::([A-Za-z0-9]+))?/g

export const scenarioOf = (order: WireOrder): Scenario => {
  const reference = order.gebiedsinformatieAanvragen[0]?.referentie ?? ''
  const found = [...reference.matchAll(MARKER)]
  const scenes = new Set(found.map(([, scene]) => scene))
  return {
    has: (scene) => scenes.has(scene),
    rejectCode: found.find(([, scene]) => scene === 'reject')?.[2]?.toUpperCase() ?? null,
  }
}

/**
 * Markers in `referentie` that make the simulator play a scene, so that every branch can also be clicked through by
 * hand. `SIM:reject:COR0309`: the text after the second colon is the code. A scene can also be set for all orders that
 * come in (see control.ts), for whoever can't choose a reference.
 */
import type { WireOrder } from './model.ts'

/** What each does, as the control routes list it. */
export const SCENES = {
  partial: 'A partial delivery first, the complete one later.',
  supplement: 'A partial delivery, a second one with more operators, then the complete one.',
  safety: 'The whole order counts as lying in a safety area: no delivery link.',
  mislukt: 'Validation was impossible; the next order with the same reference gets through.',
  slow: 'Everything takes ten times as long.',
  down: 'The first three times the order is sent: 503 with text that is no JSON.',
  lost202: 'The order is taken, and the connection cut before the answer.',
  empty: 'A delivery in which no operator has anything.',
  reject: 'Rejected with the code that follows: SIM:reject:COR0309. A WAR code is a warning only.',
} as const
export type Scene = keyof typeof SCENES

export interface Scenario {
  has(scene: Scene): boolean
  rejectCode: string | null
}

const MARKER = /SIM:([a-z0-9]+)(?::([A-Za-z0-9]+))?/g

/** @param standing set for every order, such as `partial` or `reject:COR0309`; empty for none */
export const scenarioOf = (order: WireOrder, standing = ''): Scenario => {
  const reference = order.gebiedsinformatieAanvragen[0]?.referentie ?? ''
  const found = [...`${reference} SIM:${standing}`.matchAll(MARKER)]
  const scenes = new Set(found.map(([, scene]) => scene))
  return {
    has: (scene) => scenes.has(scene),
    rejectCode: found.find(([, scene]) => scene === 'reject')?.[2]?.toUpperCase() ?? null,
  }
}

export const isScenario = (standing: string): boolean => {
  const [, scene = ''] = /^([a-z0-9]+)(:[A-Za-z0-9]+)?$/.exec(standing) ?? []
  return standing === '' || Object.hasOwn(SCENES, scene)
}

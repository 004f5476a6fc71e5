/**
 * Markers in `referentie` that make the simulator play a scene, so that every branch can also be clicked through by
 * hand. `SIM:reject:COR0309`: the text after the second colon is the code. A scene can also be set for all orders that
 * come in (see control.ts), for a user who can't choose a reference.
 */
import type { Scene } from '../control-port.ts'
import type { WireOrder } from '../model.ts'

export interface Scenario {
  has(scene: Scene): boolean
  rejectCode: string | null
}

/** The same door under another name, for the scene in which the registry names another host. */
export const elsewhere = (origin: string): string => origin.replace('//127.0.0.1:', '//localhost:')

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

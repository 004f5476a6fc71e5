/** What can be asked of the registry simulator, as the window does. */

import type { Requester } from '../platform/fair-limit.ts'

/** Markers in a reference (`SIM:partial`), or set for all orders that come in. Their words: the texts below `scene`. */
export const SCENES = [
  'partial',
  'supplement',
  'later',
  'safety',
  'mislukt',
  'slow',
  'down',
  'lost202',
  'host',
  'odd202',
  'shortpos',
  'noids',
  'latelink',
  'deadlink',
  'redirect',
  'clock',
  'unauthorised',
  'nogrant',
  'version3',
  'empty',
  'reject',
] as const
export type Scene = (typeof SCENES)[number]

/** A scene, with a code where it takes one; or nothing. */
export const isScenario = (standing: string): boolean => {
  const [, scene = '', code] = /^([a-z0-9]+)(:[A-Za-z0-9_]+)?$/.exec(standing) ?? []
  return (
    standing === '' || ((SCENES as readonly string[]).includes(scene) && (scene === 'reject') === (code !== undefined))
  )
}

export interface SimulatorState {
  /** ISO 8601, simulated time. */
  now: string
  /** How much faster than the registry it works. */
  factor: number
  /** For all later orders without a marker of their own; empty for none. */
  scenario: string
}

export interface SimulatorLedger {
  orders: {
    postId: string
    reference: string
    /** Which of the two registries took it in. */
    environment: 'test' | 'production'
    /** ISO 8601, simulated time. */
    receivedAt: string
    verdict: 'accepted' | 'rejected' | 'failed'
    codes: string[]
    /** How often this postId arrived; more than once is a resend, not a second order. */
    timesReceived: number
    requests: {
      position: string
      giAanvraagId: string
      klicNumber: string
      status: string
      safety: boolean
      deliveries: number
      replay: string | null
    }[]
  }[]
  /** Notifications that would be billed. */
  notifications: number
}

/** What is left out stays as it is. */
export interface SimulatorChange {
  scenario?: string | undefined
  factor?: number | undefined
  /** Ahead, from 0. */
  stepMs?: number | undefined
}

/** Of a tile in web mercator. */
export interface TownAddress {
  z: number
  x: number
  y: number
}

/** Every call throws TryLater while the simulator does not answer. */
export interface SimulatorControl {
  state(): Promise<SimulatorState>
  set(change: SimulatorChange): Promise<SimulatorState>
  /** Oldest first. */
  ledger(): Promise<SimulatorLedger>
  /**
   * A tile of the invented town, in turn by company. A simulator that starts is waited for.
   * @returns a PNG of 512 pixels, or null where nothing lies
   */
  town(at: TownAddress, asker: Requester): Promise<Uint8Array | null>
  /** With which an order can be rejected; the text is in Dutch, as the registry's are. */
  readonly codes: readonly { code: string; severity: 'ERROR' | 'WARNING'; text: string }[]
}

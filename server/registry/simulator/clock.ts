/**
 * The simulator's time: real time plus the steps that were asked for. Its speed factor does not run the calendar ahead
 * (start dates would fall into the past); it shortens how long the registry takes over an order.
 */

export interface SimulatedClock {
  now(): number
  readonly offsetMs: number
  step(ms: number): void
}

export const simulatedClock = (offsetMs: number, real: () => number = Date.now): SimulatedClock => {
  let offset = offsetMs
  return {
    now: () => real() + offset,
    get offsetMs() {
      return offset
    },
    step: (ms) => {
      offset += ms
    },
  }
}

/** How long things take from receipt on, at factor 1. */
export interface Schedule {
  /** Until then the poll address answers 404. */
  knownMs: number
  /** Until then `Nieuw`. */
  decidedMs: number
  /** From the decision: order number and KLIC number exist. */
  productionMs: number
  deliveredMs: number
  /** From the decision: what a partial delivery lacked. */
  completedMs: number
}

/** With the usual factor of 60: a decision after a second, a delivery four seconds later. */
export const BRISK: Schedule = {
  knownMs: 6_000,
  decidedMs: 60_000,
  productionMs: 60_000,
  deliveredMs: 240_000,
  completedMs: 600_000,
}

/** As at Kadaster: partial after two working days. */
export const OFFICE: Schedule = {
  knownMs: 2_000,
  decidedMs: 30_000,
  productionMs: 300_000,
  deliveredMs: 1_800_000,
  completedMs: 2 * 86_400_000,
}

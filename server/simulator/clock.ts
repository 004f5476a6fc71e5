/**
 * The simulator's time: real time plus the steps that were asked for. Its speed factor does not run the calendar ahead
 * (start dates would fall into the past); it shortens how long the registry takes over an order.
 */
import { addWorkingDays, dutchDate } from '../registry/working-days.ts'

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

/** From the decision on: a time, or full working days as operators and Kadaster count them. */
export type Delay = { ms: number } | { workingDays: number }

/** How long things take, at factor 1. */
export interface Schedule {
  /** From receipt: until then the poll address answers 404. */
  knownMs: number
  /** From receipt: until then `Nieuw`. */
  decidedMs: number
  /** From the decision: order number and KLIC number exist. */
  productionMs: number
  /** From the decision: everything at once. */
  deliveredMs: number
  /** The three of a delivery in pieces: what was there in time, a supplement, and the rest. */
  partial: Delay
  supplement: Delay
  completed: Delay
}

/** With the usual factor of 60: a decision after a second, a delivery four seconds later. */
export const BRISK: Schedule = {
  knownMs: 6_000,
  decidedMs: 60_000,
  productionMs: 60_000,
  deliveredMs: 240_000,
  partial: { ms: 240_000 },
  supplement: { ms: 420_000 },
  completed: { ms: 600_000 },
}

/** As at Kadaster: partial after two working days; the rest may take twenty. */
export const OFFICE: Schedule = {
  knownMs: 2_000,
  decidedMs: 30_000,
  productionMs: 300_000,
  deliveredMs: 1_800_000,
  partial: { workingDays: 2 },
  supplement: { workingDays: 5 },
  completed: { workingDays: 8 },
}

const DAY_MS = 86_400_000

export const delayMs = (delay: Delay, fromMs: number): number => {
  if ('ms' in delay) return delay.ms
  const from = dutchDate(fromMs)
  return Math.round((Date.parse(addWorkingDays(from, delay.workingDays)) - Date.parse(from)) / DAY_MS) * DAY_MS
}

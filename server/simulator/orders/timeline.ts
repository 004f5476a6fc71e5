/**
 * When what happens to an order: a function of its receipt and the clock alone. Nothing moves by timers, so a restart or
 * a step of the clock needs no catching up.
 */
import { createHash } from 'node:crypto'
import type { Ring } from '../../geometry/geometry.ts'
import type { KlicType } from '../../registry/klic.ts'
import type { StandardVersion } from '../../registry/orders/standards.ts'
import { delayMs, type Schedule, type SimulatedClock } from '../clock.ts'
import { lateOperators } from '../delivery/generate-delivery.ts'
import type { ReplayDelivery } from '../delivery/replay.ts'
import type { OrderEntry } from '../ledger.ts'
import type { WireRequest } from '../model.ts'
import { FIBRE, WATER } from '../town/operators.ts'
import { versionOf } from './kinds.ts'
import type { Scenario } from './scenarios.ts'

export interface FiledRequest {
  order: FiledOrder
  giAanvraagId: string
  position: string
  orderNumber: string
  klicNumber: string
  kind: KlicType
  request: WireRequest
  /** What a delivery is cut to. */
  ring: Ring
  /** Its delivery goes to the manager of a safety area. */
  safety: boolean
  replay: ReplayDelivery | undefined
}

export interface FiledOrder {
  entry: OrderEntry
  scenario: Scenario
  requests: FiledRequest[]
  timesReceived: number
}

export interface FiledDelivery {
  of: FiledRequest
  sequence: number
  complete: boolean
  composedAtMs: number
  guid: string
  /** Codes of operators that had not answered when it was made. */
  missing: readonly string[]
  /** Of the standards. */
  version: StandardVersion
}

export type OrderState = 'unknown' | 'new' | 'decided'
export type RequestStatus =
  | 'giAangenomen'
  | 'giInProductie'
  | 'giLeveringSamengesteldIncompleet'
  | 'giLeveringSamengesteldCompleet'

const SLOW = 10
/** How long the scenes last in which something of the registry comes late. */
export const LATE_MS = 10 * 60_000

/** An id that follows from its parts: the same after a restart, not to be guessed without the salt. */
export const derivedGuid = (salt: string, ...parts: (string | number)[]): string => {
  const hex = createHash('sha256')
    .update([salt, ...parts].join('\n'))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** @param scheduleAt how long things take for an order that came in at this speed */
export const createTimeline = (
  clock: SimulatedClock,
  scheduleAt: (factor: number) => Schedule,
  salt: string,
  version3FromMs: () => number | null,
) => {
  /** From the day of the switch on all are in version 3, also for requests of version 2. */
  const versionAt = ({ request, order }: FiledRequest, composedAtMs: number): StandardVersion => {
    const fromMs = version3FromMs()
    if (order.scenario.has('version3')) return 3
    return fromMs === null ? versionOf(request) : composedAtMs >= fromMs ? 3 : 2
  }
  const scheduleOf = ({ entry }: FiledOrder): Schedule => scheduleAt(entry.factor)
  const after = ({ entry, scenario }: FiledOrder, ms: number): number =>
    entry.receivedAtMs + (ms * (scenario.has('slow') ? SLOW : 1)) / entry.factor
  const afterDecision = (order: FiledOrder, ms: number): number => after(order, scheduleOf(order).decidedMs + ms)

  /** All deliveries this request will ever have; a safety area has one, without a link. */
  const deliveriesOf = (of: FiledRequest): FiledDelivery[] => {
    const { order } = of
    const schedule = scheduleOf(order)
    const made = (sequence: number, afterMs: number, late?: readonly string[]): FiledDelivery => {
      const composedAtMs = afterDecision(order, afterMs)
      return {
        of,
        sequence,
        complete: !late?.length,
        composedAtMs,
        guid: derivedGuid(salt, 'delivery', of.giAanvraagId, sequence),
        missing: late ?? lateOperators(of.ring),
        version: versionAt(of, composedAtMs),
      }
    }
    if (of.safety) return [made(1, schedule.deliveredMs)]
    if (of.replay) return [made(of.replay.sequence, schedule.deliveredMs)]
    if (order.scenario.has('later')) {
      const completedMs = delayMs(schedule.completed, afterDecision(order, 0))
      return [{ ...made(1, schedule.deliveredMs, [FIBRE.code]), complete: true }, made(2, completedMs, [])]
    }
    const isSupplemented = order.scenario.has('supplement')
    if (!isSupplemented && !order.scenario.has('partial')) return [made(1, schedule.deliveredMs)]
    const decidedAtMs = afterDecision(order, 0)
    const [partial, supplement, completed] = [schedule.partial, schedule.supplement, schedule.completed].map((delay) =>
      delayMs(delay, decidedAtMs),
    ) as [number, number, number]
    const first = made(1, partial, [FIBRE.code, WATER.code])
    if (!isSupplemented) return [first, made(2, completed, [])]
    return [first, made(2, supplement, [FIBRE.code]), made(3, completed, [])]
  }

  const stateOf = (order: FiledOrder): OrderState => {
    if (clock.now() < after(order, scheduleOf(order).knownMs)) return 'unknown'
    return clock.now() < after(order, scheduleOf(order).decidedMs) ? 'new' : 'decided'
  }
  const inProduction = (request: FiledRequest): boolean =>
    clock.now() >= afterDecision(request.order, scheduleOf(request.order).productionMs)
  const delivered = (request: FiledRequest): FiledDelivery[] =>
    deliveriesOf(request).filter(({ composedAtMs }) => composedAtMs <= clock.now())

  /** In its own time: an hour at 60 is a minute. */
  const sinceMs = (order: FiledOrder, fromMs: number): number => (clock.now() - fromMs) * order.entry.factor

  return {
    sinceDecisionMs: (order: FiledOrder): number => sinceMs(order, afterDecision(order, 0)),
    /** Whether the link of a delivery gives it. */
    isGiven({ of: { order }, composedAtMs }: FiledDelivery): boolean {
      if (order.scenario.has('deadlink')) return false
      return !order.scenario.has('latelink') || sinceMs(order, composedAtMs) >= LATE_MS
    },
    deliveriesOf,
    stateOf,
    inProduction,
    delivered,
    statusOf(request: FiledRequest): RequestStatus {
      if (!inProduction(request)) return 'giAangenomen'
      const last = delivered(request).at(-1)
      if (!last) return 'giInProductie'
      return last.complete ? 'giLeveringSamengesteldCompleet' : 'giLeveringSamengesteldIncompleet'
    },
    changedAtMs: (request: FiledRequest): number => {
      const moments = [
        request.order.entry.receivedAtMs,
        afterDecision(request.order, scheduleOf(request.order).productionMs),
        ...deliveriesOf(request).map(({ composedAtMs }) => composedAtMs),
      ]
      return Math.max(...moments.filter((moment) => moment <= clock.now()))
    },
  }
}

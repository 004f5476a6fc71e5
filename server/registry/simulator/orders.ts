/**
 * The life of an order as a function of the ledger and the clock: nothing moves by timers, so a restart or a step of
 * the clock needs no catching up. Every number and address is derived, never drawn anew.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Ring } from '../../domain/geometry.ts'
import type { KlicType } from '../../domain/klic.ts'
import { addWorkingDays, dutchDate } from '../../domain/working-days.ts'
import { positionOf } from '../client/order-body.ts'
import type { RegistryMessage } from '../client/types.ts'
import type { Schedule, SimulatedClock } from './clock.ts'
import type { Ledger, OrderEntry } from './ledger.ts'
import { messageOf } from './messages.ts'
import type { WireOrder, WireRequest } from './model.ts'
import { chooseReplay, type ReplayDelivery } from './replay.ts'
import { type Scenario, scenarioOf } from './scenarios.ts'
import { klicTypeOf, ringOf, validateOrder } from './validate.ts'

export interface FiledRequest {
  order: FiledOrder
  giAanvraagId: string
  position: string
  orderNumber: string
  klicNumber: string
  klicType: KlicType
  request: WireRequest
  ring: Ring
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
  /** False: what was partial is partial still. */
  everyOperator: boolean
}

export type OrderState = 'unknown' | 'new' | 'decided'
export type RequestStatus =
  | 'giAangenomen'
  | 'giInProductie'
  | 'giLeveringSamengesteldIncompleet'
  | 'giLeveringSamengesteldCompleet'

const SLOW = 10
const LINK_WORKING_DAYS = 20

export interface OrdersOptions {
  ledger: Ledger
  clock: SimulatedClock
  schedule: Schedule
  salt: string
  replay: readonly ReplayDelivery[]
}

export const createOrders = ({ ledger, clock, schedule, salt, replay }: OrdersOptions) => {
  const byPostId = new Map<string, FiledOrder>()
  const byPollToken = new Map<string, FiledOrder>()
  const byRequestId = new Map<string, FiledRequest>()
  const byGuid = new Map<string, FiledDelivery>()
  const usedReplays = new Set<string>()
  let numbered = 0

  const guid = (...parts: (string | number)[]): string => {
    const hex = createHash('sha256')
      .update([salt, ...parts].join('\n'))
      .digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }

  const after = ({ entry, scenario }: FiledOrder, ms: number): number =>
    entry.receivedAtMs + (ms * (scenario.has('slow') ? SLOW : 1)) / entry.factor
  const afterDecision = (order: FiledOrder, ms: number): number => after(order, schedule.decidedMs + ms)

  /** All deliveries this request will ever have; a safety area has one, without a link. */
  const deliveriesOf = (of: FiledRequest): FiledDelivery[] => {
    const { order } = of
    const made = (sequence: number, complete: boolean, afterMs: number): FiledDelivery => ({
      of,
      sequence,
      complete,
      composedAtMs: afterDecision(order, afterMs),
      guid: guid('delivery', of.giAanvraagId, sequence),
      everyOperator: complete,
    })
    if (of.replay) return [made(of.replay.sequence, true, schedule.deliveredMs)]
    if (!order.scenario.has('partial')) return [made(1, true, schedule.deliveredMs)]
    return [made(1, false, schedule.deliveredMs), made(2, true, schedule.completedMs)]
  }

  const remember = (entry: OrderEntry): FiledOrder => {
    const message = JSON.parse(entry.body) as WireOrder
    const order: FiledOrder = { entry, scenario: scenarioOf(message), requests: [], timesReceived: 1 }
    byPostId.set(entry.postId.toLowerCase(), order)
    byPollToken.set(entry.pollToken, order)
    if (entry.verdict !== 'accepted') return order
    const orderNumber = `98${String(byPostId.size).padStart(8, '0')}`
    message.gebiedsinformatieAanvragen.forEach((request, index) => {
      numbered += 1
      const klicType = klicTypeOf(request) ?? 'GRAAF'
      const year = entry.base.includes('/ntd/') ? '99' : dutchDate(entry.receivedAtMs).slice(2, 4)
      const replayed = replay.find(({ name }) => name === entry.replay[index])
      if (replayed) usedReplays.add(replayed.name)
      const filed: FiledRequest = {
        order,
        giAanvraagId: guid('request', entry.postId, index),
        position: positionOf(index),
        orderNumber,
        klicNumber: replayed?.klicNumber ?? `${year}${klicType[0]}${String(numbered).padStart(7, '0')}`,
        klicType,
        request,
        ring: ringOf(request),
        replay: replayed,
      }
      order.requests.push(filed)
      byRequestId.set(filed.giAanvraagId, filed)
      for (const delivery of deliveriesOf(filed)) byGuid.set(delivery.guid, delivery)
    })
    return order
  }

  for (const entry of ledger.entries) {
    if (entry.type === 'order') remember(entry)
    if (entry.type === 'again') {
      const order = byPostId.get(entry.postId.toLowerCase())
      if (order) order.timesReceived += 1
    }
  }

  /** Only the first order with the reference fails, so that a fresh postId gets through, as after a real outage. */
  const failedBefore = (message: WireOrder): boolean => {
    const reference = message.gebiedsinformatieAanvragen[0]?.referentie
    return [...byPostId.values()].some(
      ({ entry, scenario }) =>
        scenario.has('mislukt') &&
        (JSON.parse(entry.body) as WireOrder).gebiedsinformatieAanvragen[0]?.referentie === reference,
    )
  }

  const verdictOn = (message: WireOrder): { verdict: OrderEntry['verdict']; messages: RegistryMessage[] } => {
    const scenario = scenarioOf(message)
    if (scenario.has('mislukt') && !failedBefore(message)) {
      return { verdict: 'failed', messages: [messageOf('COR9002', null)] }
    }
    const messages = validateOrder(message, clock.now())
    if (scenario.rejectCode) {
      const last = message.gebiedsinformatieAanvragen.length - 1
      messages.push(messageOf(scenario.rejectCode, `/gebiedsinformatieAanvragen/${last}/referentie`))
    }
    if (scenario.has('safety')) {
      message.gebiedsinformatieAanvragen.forEach((_, index) => {
        messages.push(messageOf('WAR0001', `/gebiedsinformatieAanvragen/${index}`))
      })
    }
    return { verdict: messages.some(({ severity }) => severity === 'ERROR') ? 'rejected' : 'accepted', messages }
  }

  return {
    /** On the disk when it returns. */
    file(postId: string, body: string, message: WireOrder, base: string, factor: number): FiledOrder {
      const { verdict, messages } = verdictOn(message)
      const chosen =
        verdict === 'accepted'
          ? message.gebiedsinformatieAanvragen.map((request) => chooseReplay(ringOf(request), replay, usedReplays))
          : []
      const entry: OrderEntry = {
        type: 'order',
        postId,
        pollToken: randomBytes(18).toString('base64url'),
        base,
        body,
        receivedAtMs: clock.now(),
        factor,
        verdict,
        messages,
        replay: chosen,
      }
      ledger.append(entry)
      return remember(entry)
    },
    again(order: FiledOrder): void {
      ledger.append({ type: 'again', postId: order.entry.postId, atMs: clock.now() })
      order.timesReceived += 1
    },
    forget(): void {
      ledger.clear()
      for (const map of [byPostId, byPollToken, byRequestId, byGuid]) map.clear()
      usedReplays.clear()
      numbered = 0
    },

    all: (): FiledOrder[] => [...byPostId.values()],
    withPostId: (postId: string) => byPostId.get(postId.toLowerCase()),
    withPollToken: (token: string) => byPollToken.get(token),

    stateOf(order: FiledOrder): OrderState {
      if (clock.now() < after(order, schedule.knownMs)) return 'unknown'
      return clock.now() < after(order, schedule.decidedMs) ? 'new' : 'decided'
    },
    /** Undefined before the order is decided: the id is not known to anyone yet. */
    request(giAanvraagId: string): FiledRequest | undefined {
      const found = byRequestId.get(giAanvraagId.toLowerCase())
      return found && this.stateOf(found.order) === 'decided' ? found : undefined
    },
    requests(): FiledRequest[] {
      return [...byRequestId.values()].filter(({ order }) => this.stateOf(order) === 'decided')
    },
    inProduction: (request: FiledRequest): boolean =>
      clock.now() >= afterDecision(request.order, schedule.productionMs),
    delivered: (request: FiledRequest): FiledDelivery[] =>
      deliveriesOf(request).filter(({ composedAtMs }) => composedAtMs <= clock.now()),
    statusOf(request: FiledRequest): RequestStatus {
      if (!this.inProduction(request)) return 'giAangenomen'
      const last = this.delivered(request).at(-1)
      if (!last) return 'giInProductie'
      return last.complete ? 'giLeveringSamengesteldCompleet' : 'giLeveringSamengesteldIncompleet'
    },
    /** Undefined: never existed, not yet made, without a link, or gone after twenty working days. */
    download(deliveryGuid: string): FiledDelivery | undefined {
      const delivery = byGuid.get(deliveryGuid)
      if (!delivery || delivery.composedAtMs > clock.now()) return undefined
      if (delivery.of.order.scenario.has('safety')) return undefined
      const lastDay = addWorkingDays(dutchDate(delivery.composedAtMs), LINK_WORKING_DAYS)
      return dutchDate(clock.now()) > lastDay ? undefined : delivery
    },
    changedAtMs: (request: FiledRequest): number => {
      const moments = [
        request.order.entry.receivedAtMs,
        afterDecision(request.order, schedule.productionMs),
        ...deliveriesOf(request).map(({ composedAtMs }) => composedAtMs),
      ]
      return Math.max(...moments.filter((moment) => moment <= clock.now()))
    },
  }
}

export type Orders = ReturnType<typeof createOrders>

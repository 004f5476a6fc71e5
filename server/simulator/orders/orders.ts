/**
 * What was filed, read back from the ledger: orders, their requests and deliveries, with every number and address
 * derived, never drawn anew. Test and production path are two registries that know nothing of each other.
 */
import { randomBytes } from 'node:crypto'
import { TEST_YEAR } from '../../registry/klic.ts'
import { positionOf } from '../../registry/orders/order-body.ts'
import type { RegistryMessage } from '../../registry/types.ts'
import { addWorkingDays, dutchDate } from '../../registry/working-days.ts'
import type { Schedule, SimulatedClock } from '../clock.ts'
import { messageOf, REQUESTS_POINTER, usualPointer } from '../codes.ts'
import { chooseReplay, type ReplayDelivery } from '../delivery/replay.ts'
import type { Ledger, OrderEntry } from '../ledger.ts'
import type { WireOrder } from '../model.ts'
import { safetyWarningOf } from '../safety-areas.ts'
import { KIND_LETTER, kindOf, selectionRingOf } from './kinds.ts'
import { scenarioOf } from './scenarios.ts'
import { createTimeline, derivedGuid, type FiledDelivery, type FiledOrder, type FiledRequest } from './timeline.ts'
import { validateOrder } from './validate.ts'

export type { FiledDelivery, FiledOrder, FiledRequest } from './timeline.ts'

const LINK_WORKING_DAYS = 20

export interface OrdersOptions {
  ledger: Ledger
  clock: SimulatedClock
  /** How long things take, by the speed at receipt. */
  scheduleAt: (factor: number) => Schedule
  salt: string
  replay: readonly ReplayDelivery[]
  /** The moment of the switch to version 3 of the standards; null: none is set. */
  version3FromMs: () => number | null
}

export const createOrders = ({ ledger, clock, scheduleAt, salt, replay, version3FromMs }: OrdersOptions) => {
  const timeline = createTimeline(clock, scheduleAt, salt, version3FromMs)
  const byPostId = new Map<string, FiledOrder>()
  const byPollToken = new Map<string, FiledOrder>()
  const byRequestId = new Map<string, FiledRequest>()
  const byGuid = new Map<string, FiledDelivery>()
  const usedReplays = new Set<string>()
  let numbered = 0

  const keyOf = (base: string, postId: string): string => `${base} ${postId.toLowerCase()}`

  const remember = (entry: OrderEntry): FiledOrder => {
    const message = JSON.parse(entry.body) as WireOrder
    const scenario = scenarioOf(message, entry.scenario)
    const order: FiledOrder = { entry, scenario, requests: [], timesReceived: 1 }
    byPostId.set(keyOf(entry.base, entry.postId), order)
    byPollToken.set(entry.pollToken, order)
    if (entry.verdict !== 'accepted') return order
    const orderNumber = `98${String(byPostId.size).padStart(8, '0')}`
    message.gebiedsinformatieAanvragen.forEach((request, index) => {
      numbered += 1
      const kind = kindOf(request) ?? 'GRAAF'
      const year = entry.base.includes('/ntd/') ? TEST_YEAR : dutchDate(entry.receivedAtMs).slice(2, 4)
      const replayed = replay.find(({ name }) => name === entry.replay[index])
      if (replayed) usedReplays.add(replayed.name)
      const filed: FiledRequest = {
        order,
        giAanvraagId: derivedGuid(salt, 'request', entry.base, entry.postId, index),
        position: positionOf(index),
        orderNumber,
        klicNumber: replayed?.klicNumber ?? `${year}${KIND_LETTER[kind]}${String(numbered).padStart(7, '0')}`,
        kind,
        request,
        ring: selectionRingOf(request),
        safety: scenario.has('safety') || safetyWarningOf(request) !== null,
        replay: replayed,
      }
      order.requests.push(filed)
      byRequestId.set(filed.giAanvraagId, filed)
      for (const delivery of timeline.deliveriesOf(filed)) byGuid.set(delivery.guid, delivery)
    })
    return order
  }

  for (const entry of ledger.entries) {
    if (entry.type === 'order') remember(entry)
    if (entry.type === 'again') {
      const order = byPostId.get(keyOf(entry.base, entry.postId))
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

  const verdictOn = (
    message: WireOrder,
    standing: string,
  ): { verdict: OrderEntry['verdict']; messages: RegistryMessage[] } => {
    const scenario = scenarioOf(message, standing)
    if (scenario.has('mislukt') && !failedBefore(message)) {
      return { verdict: 'failed', messages: [messageOf('COR9002', null)] }
    }
    const messages = validateOrder(message, clock.now())
    const requests = message.gebiedsinformatieAanvragen
    if (scenario.rejectCode) {
      messages.push(messageOf(scenario.rejectCode, usualPointer(scenario.rejectCode, requests.length - 1)))
    }
    if (scenario.has('safety')) {
      requests.forEach((request, index) => {
        if (safetyWarningOf(request) === null) messages.push(messageOf('WAR0001', `${REQUESTS_POINTER}/${index}`))
      })
    }
    return { verdict: messages.some(({ severity }) => severity === 'ERROR') ? 'rejected' : 'accepted', messages }
  }

  const isOf = (base: string | undefined, { order }: FiledRequest): boolean =>
    (base === undefined || order.entry.base === base) && timeline.stateOf(order) === 'decided'

  return {
    ...timeline,
    /** On the disk when it returns. @param standing the scenario set for all orders */
    file(
      postId: string,
      body: string,
      message: WireOrder,
      at: { base: string; factor: number; standing: string },
    ): FiledOrder {
      const { verdict, messages } = verdictOn(message, at.standing)
      const chosen =
        verdict === 'accepted'
          ? message.gebiedsinformatieAanvragen.map((request) =>
              chooseReplay(selectionRingOf(request), replay, usedReplays),
            )
          : []
      const entry: OrderEntry = {
        type: 'order',
        postId,
        pollToken: randomBytes(18).toString('base64url'),
        base: at.base,
        body,
        receivedAtMs: clock.now(),
        factor: at.factor,
        scenario: at.standing,
        verdict,
        messages,
        replay: chosen,
      }
      ledger.append(entry)
      return remember(entry)
    },
    again(order: FiledOrder): void {
      const { base, postId } = order.entry
      ledger.append({ type: 'again', base, postId, atMs: clock.now() })
      order.timesReceived += 1
    },
    forget(): void {
      ledger.clear()
      for (const map of [byPostId, byPollToken, byRequestId, byGuid]) map.clear()
      usedReplays.clear()
      numbered = 0
    },

    all: (): FiledOrder[] => [...byPostId.values()],
    withPostId: (base: string, postId: string) => byPostId.get(keyOf(base, postId)),
    withPollToken: (base: string, token: string): FiledOrder | undefined => {
      const order = byPollToken.get(token)
      return order?.entry.base === base ? order : undefined
    },
    /** Undefined before the order is decided: the id is not known to anyone yet. */
    request(base: string, giAanvraagId: string): FiledRequest | undefined {
      const found = byRequestId.get(giAanvraagId.toLowerCase())
      return found && isOf(base, found) ? found : undefined
    },
    requests: (base: string): FiledRequest[] => [...byRequestId.values()].filter((request) => isOf(base, request)),
    /** Undefined: never existed, not yet made, without a link, or gone after twenty working days. */
    download(deliveryGuid: string): FiledDelivery | undefined {
      const delivery = byGuid.get(deliveryGuid)
      if (!delivery || delivery.composedAtMs > clock.now() || delivery.of.safety) return undefined
      if (!timeline.isGiven(delivery)) return undefined
      const lastDay = addWorkingDays(dutchDate(delivery.composedAtMs), LINK_WORKING_DAYS)
      return dutchDate(clock.now()) > lastDay ? undefined : delivery
    },
  }
}

export type Orders = ReturnType<typeof createOrders>

/**
 * Follows an accepted order until each of its parts has a complete delivery, or will never have one.
 * It only reads: what the registry lists becomes a row, and the sweep starts the fetching.
 */

import { type Flow, STEPS_PER_RUN } from '../../../platform/queue/port.ts'
import { Refusal, TryLater } from '../../../platform/refusal.ts'
import { isUnderWay } from '../../../registry/klic.ts'
import type { ListedDelivery, RegistryClient, RequestProgress } from '../../../registry/types.ts'
import type { Database } from '../../services.ts'
import type { Logging, RegistryCalls } from '../../task-context.ts'
import { DAY, HOUR, MINUTE, pauseAfter } from '../../task-context.ts'
import { endPart, insertNewDeliveries, recordReading } from '../rows/deliveries.ts'
import { countOpenParts, countRead, jobById, orderById, partsOfOrder } from '../rows/orders.ts'
import type { JobRow, PartRow } from '../tables.ts'
import { endWaiting, recordWaiting } from './unavailability-retry.ts'

/** Every 2 minutes for half an hour, every 10 minutes for two working days (a weekend between), then hourly. */
const OFTEN_AT_FIRST = [
  { pauseMs: 2 * MINUTE, forMs: 30 * MINUTE },
  { pauseMs: 10 * MINUTE, forMs: 4 * DAY },
]
const FIRST_PAUSES = OFTEN_AT_FIRST.flatMap(({ pauseMs, forMs }) => Array<number>(forMs / pauseMs).fill(pauseMs))
const READ_PAUSES = [...FIRST_PAUSES, HOUR]
/** Supplements come until 20 working days after; two more for good measure, counted as calendar days. */
export const WATCHED_FOR = 32 * DAY
const HOURLY_FOR = WATCHED_FOR - FIRST_PAUSES.reduce((sum, pauseMs) => sum + pauseMs, 0)
const READS_BEFORE_GIVING_UP = FIRST_PAUSES.length + Math.ceil(HOURLY_FOR / HOUR)

/** With more requests under way than this, the list of all deliveries is read instead of each request. */
const MANY = 20
/** Then each request is still read by itself every so many turns: for its number, and should the list not hold it. */
const LIST_TURNS = 10
const FAILURES_IN_A_TURN = 2

/** A hint only: a list that takes as many calls as the requests themselves is not asked for. */
const lastList = { calls: 0 }

type Turn = { done: true } | { done: false; pauseMs: number }

export const followOrder = (services: Database & RegistryCalls & Logging): Flow<{ orderId: string }> => ({
  name: 'follow-order',
  version: '1',
  async run({ orderId }, steps) {
    for (let turn = 0; turn * 2 < STEPS_PER_RUN; turn++) {
      const read = await steps.run<Turn>(`read-${turn}`, () => readParts(services, orderId))
      if (read.done) return
      await steps.sleep(`pause-${turn}`, read.pauseMs)
    }
  },
})

async function readParts(services: Database & RegistryCalls & Logging, orderId: string): Promise<Turn> {
  const order = await orderById(services.store, orderId)
  const job = await jobById(services.store, order.job_id)
  if (!job || job.status === 'failed') return { done: true }
  const pauseMs = services.pause(pauseAfter(READ_PAUSES, order.reads), job.environment)
  const open = (await partsOfOrder(services.store, orderId)).filter(isOpen)
  if (open.length === 0) {
    // What the last turn could not ask has come by another way.
    await endWaiting(services.store, job.id, 'registry')
    return { done: true }
  }
  if (order.reads >= READS_BEFORE_GIVING_UP) {
    for (const part of open) await endPart(services.store, part.id, 'failed', NEVER_DELIVERED)
    return { done: true }
  }
  const failure = await readEach(services, job, order.reads, open)
  if (!failure.isTotal) await countRead(services.store, orderId)
  if (!failure.last) {
    await endWaiting(services.store, job.id, 'registry')
    return { done: false, pauseMs }
  }
  const { message, reason, retryAfterMs = 0 } = failure.last
  services.log.warn({ jobId: job.id, orderId, reason: message }, 'The registry is not ready; reading later')
  await recordWaiting(services.store, job.id, reason, services.clock.now().toISOString())
  return { done: false, pauseMs: Math.max(pauseMs, retryAfterMs) }
}

/** One part that the registry can't tell about does not keep the others waiting; two end the turn. */
async function readEach(
  services: Database & RegistryCalls,
  job: JobRow,
  reads: number,
  open: readonly PartRow[],
): Promise<{ last?: TryLater; isTotal: boolean }> {
  const failures: TryLater[] = []
  let told = 0
  try {
    const registry = await services.registryFor(job.environment, job.company_id, job.billed_by)
    const underWay = await countOpenParts(services.store, job.company_id, job.environment)
    const isWorthIt = underWay > Math.max(MANY, 2 * lastList.calls) && reads % LIST_TURNS !== 0
    const own = isWorthIt ? await registry.listOwnDeliveries() : undefined
    if (own) lastList.calls = own.calls
    const list = own?.byRequest
    for (const part of open) {
      try {
        if (list) await readFromList(services, registry, part, list.get(part.gi_aanvraag_id!.toLowerCase()) ?? [])
        else await readPart(services, registry, part)
        told++
      } catch (error) {
        failures.push(worthWaiting(error))
        if (failures.length === FAILURES_IN_A_TURN) break
      }
    }
  } catch (error) {
    failures.push(worthWaiting(error))
  }
  return { last: failures.at(-1), isTotal: told === 0 }
}

/** What was filed is followed until it is delivered: a refusal (no credentials, a strange address) waits for a repair. */
export function worthWaiting(error: unknown): TryLater {
  if (error instanceof TryLater) return error
  if (error instanceof Refusal) return new TryLater(error.message, { reason: 'access_refused', cause: error })
  throw error
}

const isOpen = (part: PartRow): boolean => isUnderWay(part.status)

async function readPart(services: Database, registry: RegistryClient, part: PartRow): Promise<void> {
  const status = await readNumbers(services, registry, part)
  // A status we do not know may be one with a delivery.
  if (status !== 'partial' && status !== 'complete' && status !== 'unknown') return
  const listing = await registry.listDeliveries(part.gi_aanvraag_id!)
  if (listing.kind === 'listed') await recordDeliveries(services, part, listing.deliveries)
}

/** The list tells of deliveries only: the numbers are read once, when there is one. */
async function readFromList(
  services: Database,
  registry: RegistryClient,
  part: PartRow,
  deliveries: readonly ListedDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  if (part.registry_order_number === null) await readNumbers(services, registry, part)
  await recordDeliveries(services, part, deliveries)
}

async function readNumbers(
  services: Database,
  registry: RegistryClient,
  part: PartRow,
): Promise<RequestProgress['status']> {
  const reading = await registry.readRequest(part.gi_aanvraag_id!)
  await recordReading(services.store, part.id, {
    status: reading.status === 'accepted' ? 'submitted' : 'in_production',
    orderNumber: reading.orderNumber,
    klicNumber: reading.klicNumber,
  })
  return reading.status
}

export async function recordDeliveries(
  services: Database,
  part: PartRow,
  deliveries: readonly ListedDelivery[],
): Promise<void> {
  if (deliveries.some((delivery) => delivery.safetyArea && !delivery.url)) {
    await endPart(services.store, part.id, 'safety_area', null)
    return
  }
  const fetchable = deliveries.filter((delivery) => delivery.url)
  await insertNewDeliveries(
    services.store,
    part.id,
    // Each delivery is fuller than the one before: only the newest is worth fetching.
    fetchable.slice(-1).map((delivery) => ({
      id: services.ids.make('dlv'),
      sequence: delivery.sequence,
      complete: delivery.complete,
      composedAt: delivery.composedAt,
    })),
  )
}

const NEVER_DELIVERED = JSON.stringify([
  {
    severity: 'ERROR',
    code: 'NOT_DELIVERED',
    message:
      'The registry delivered nothing complete within 22 working days. Ask the registry (KLIC) with the KLIC number.',
    pointer: null,
  },
])

/**
 * Follows an accepted order until each of its parts has a complete delivery, or will never have one.
 * It only reads: what the registry lists becomes a row, and the sweep starts the fetching.
 */
import { TryLater } from '../domain/refusal.ts'
import { type Flow, STEPS_PER_RUN } from '../engine/port.ts'
import type { RegistryClient } from '../registry/client/types.ts'
import { endPart, recordListed, recordReading } from '../store/deliveries.ts'
import { countRead, jobById, orderById, partsOfOrder } from '../store/orders.ts'
import type { PartTable } from '../store/schema.ts'
import { HOUR, MINUTE, type Needs, nth } from './needs.ts'

/** Every 2 minutes for half an hour, every 10 minutes for two working days (a weekend between), then hourly. */
const READ_PAUSES = [...Array<number>(15).fill(2 * MINUTE), ...Array<number>(576).fill(10 * MINUTE), HOUR]
/** Supplements come until 20 working days after; two more for good measure, counted as calendar days: 32. */
const READS_BEFORE_GIVING_UP = 15 + 576 + 28 * 24

type Turn = { done: true } | { done: false; pauseMs: number }

export const followOrder = (needs: Needs): Flow<{ orderId: string }> => ({
  name: 'follow-order',
  version: '1',
  async run({ orderId }, steps) {
    for (let turn = 0; turn * 2 < STEPS_PER_RUN; turn++) {
      const read = await steps.run<Turn>(`read-${turn}`, () => readParts(needs, orderId))
      if (read.done) return
      await steps.sleep(`pause-${turn}`, read.pauseMs)
    }
  },
})

async function readParts(needs: Needs, orderId: string): Promise<Turn> {
  const order = await orderById(needs.store, orderId)
  const job = await jobById(needs.store, order.job_id)
  if (!job || job.status === 'failed') return { done: true }
  const pauseMs = needs.pause(nth(READ_PAUSES, order.reads), job.environment)
  const open = (await partsOfOrder(needs.store, orderId)).filter(isOpen)
  if (open.length === 0) return { done: true }
  if (order.reads >= READS_BEFORE_GIVING_UP) {
    for (const part of open) await endPart(needs.store, part.id, 'failed', NEVER_DELIVERED)
    return { done: true }
  }
  const registry = await needs.registryFor(job.environment, job.company_id)
  try {
    for (const part of open) await readPart(needs, registry, part)
  } catch (error) {
    if (!(error instanceof TryLater)) throw error
    needs.log.warn({ jobId: job.id, orderId, reason: error.message }, 'The registry is not ready; reading later')
    return { done: false, pauseMs: Math.max(pauseMs, error.retryAfterMs ?? 0) }
  }
  await countRead(needs.store, orderId)
  return { done: false, pauseMs }
}

const isOpen = (part: PartTable): boolean =>
  part.status === 'submitted' || part.status === 'in_production' || part.status === 'partially_delivered'

async function readPart(needs: Needs, registry: RegistryClient, part: PartTable): Promise<void> {
  const reading = await registry.readRequest(part.gi_aanvraag_id!)
  await recordReading(needs.store, part.id, {
    status: reading.status === 'accepted' || reading.status === 'unknown' ? 'submitted' : 'in_production',
    orderNumber: reading.orderNumber,
    klicNumber: reading.klicNumber,
  })
  if (reading.status !== 'partial' && reading.status !== 'complete') return
  const listing = await registry.listDeliveries(part.gi_aanvraag_id!)
  if (listing.kind === 'not_yet') return
  if (listing.deliveries.some((delivery) => delivery.safetyArea && !delivery.url)) {
    await endPart(needs.store, part.id, 'safety_area', null)
    return
  }
  const fetchable = listing.deliveries.filter((delivery) => delivery.url)
  await recordListed(
    needs.store,
    part.id,
    // Each delivery is fuller than the one before: only the newest is worth fetching.
    fetchable.slice(-1).map((delivery) => ({
      id: needs.ids.make('dlv'),
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

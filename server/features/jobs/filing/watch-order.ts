/**
 * Looks whether a delivery that was complete has been followed by another: the registry may add to it until 20 working
 * days later. Slow, and one look a run: what is found becomes a row, as with the first delivery.
 */

import type { Store } from '../../../platform/database/open.ts'
import type { Flow } from '../../../platform/queue/port.ts'
import type { Database } from '../../services.ts'
import type { Logging, RegistryCalls } from '../../task-context.ts'
import { HOUR } from '../../task-context.ts'
import { jobById, orderById, partsOfOrder } from '../rows/orders.ts'
import type { JobRow, PartRow } from '../tables.ts'
import { recordDeliveries, WATCHED_FOR, worthWaiting } from './follow-order.ts'

/** Nobody waits for it: four times a day. */
export const WATCH_PAUSE = 6 * HOUR
/** More delivered parts than this are looked up in the list of all deliveries. */
const MANY = 20

export const watchOrder = (services: Database & RegistryCalls & Logging): Flow<{ orderId: string }> => ({
  name: 'watch-order',
  version: '1',
  async run({ orderId }, steps) {
    await steps.run('look', () => look(services, orderId))
  },
})

async function look(services: Database & RegistryCalls & Logging, orderId: string): Promise<null> {
  const order = await orderById(services.store, orderId)
  const job = await jobById(services.store, order.job_id)
  if (!job || order.decided_at === null) return null
  const nowMs = services.clock.now().getTime()
  const endsMs = Date.parse(order.decided_at) + services.pause(WATCHED_FOR, job.environment)
  if (nowMs < endsMs) {
    const delivered = (await partsOfOrder(services.store, orderId)).filter((part) => part.status === 'delivered')
    await ask(services, job, delivered)
  }
  const nextMs = nowMs + services.pause(WATCH_PAUSE, job.environment)
  await recordWatched(services.store, orderId, nextMs < endsMs ? new Date(nextMs).toISOString() : null)
  return null
}

/** A registry that can't be asked now is asked the next time: what the job has stays good. */
async function ask(
  services: Database & RegistryCalls & Logging,
  job: JobRow,
  delivered: readonly PartRow[],
): Promise<void> {
  try {
    if (delivered.length === 0) return
    const registry = await services.registryFor(job.environment, job.company_id, job.billed_by)
    const own = delivered.length > MANY ? (await registry.listOwnDeliveries()).byRequest : undefined
    for (const part of delivered) {
      const id = part.gi_aanvraag_id!
      const listing = own
        ? { kind: 'listed' as const, deliveries: own.get(id.toLowerCase()) ?? [] }
        : await registry.listDeliveries(id)
      if (listing.kind === 'listed') await recordDeliveries(services, part, listing.deliveries)
    }
  } catch (error) {
    const { message } = worthWaiting(error)
    services.log.warn({ jobId: job.id, reason: message }, 'Later deliveries could not be looked for')
  }
}

/** Accepted orders for which later deliveries are to be looked for now. */
export const ordersToWatch = (
  store: Store,
  now: string,
): Promise<{ id: string; company_id: string; watch_at: string | null }[]> =>
  store.db
    .selectFrom('registry_order')
    .innerJoin('job', 'job.id', 'registry_order.job_id')
    .select(['registry_order.id', 'job.company_id', 'watch_at'])
    .where('watch_at', '<=', now)
    .orderBy('watch_at')
    .limit(100)
    .execute()

/** @param next null: nothing more will come */
export const recordWatched = async (store: Store, orderId: string, next: string | null): Promise<void> => {
  await store.db.updateTable('registry_order').set({ watch_at: next }).where('id', '=', orderId).execute()
}

/** Looks that were named for later than any is: by a clock that ran ahead. They are due now. @returns how many */
export async function watchOvertakenOrders({ db }: Pick<Store, 'db'>, now: string, latest: string): Promise<number> {
  const result = await db
    .updateTable('registry_order')
    .set({ watch_at: now })
    .where('watch_at', '>', latest)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Deliveries of parts: what the registry listed, what was fetched, what was read of it. */
import type { Kysely } from 'kysely'
import type { Store } from '../../../platform/database/open.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { JOBS_WITH_RESULT, PARTS_UNDER_WAY, type PartState } from '../../../registry/klic.ts'
import type { LinkFailure, RetryableFailure } from '../rules/retryable-failure.ts'
import type { DeliveryRow, PartRow } from '../tables.ts'
import { recomputeJobStateIn } from './orders.ts'

export interface PartProgress {
  status: Extract<PartState, 'submitted' | 'in_production'>
  orderNumber: string | null
  klicNumber: string | null
}

/** What the registry says of a part under way; a part that has ended or has a delivery keeps its state. */
export const recordReading = async (store: Store, partId: string, reading: PartProgress): Promise<void> => {
  await store.transaction({ part: partId }, async (trx) => {
    await trx
      .updateTable('part')
      .set((row) => ({
        registry_order_number: reading.orderNumber ?? row.ref('registry_order_number'),
        klic_number: reading.klicNumber ?? row.ref('klic_number'),
      }))
      .where('id', '=', partId)
      .execute()
    if (reading.status === 'in_production') {
      await trx
        .updateTable('part')
        .set({ status: 'in_production' })
        .where('id', '=', partId)
        .where('status', '=', 'submitted')
        .execute()
    }
  })
}

export interface ListedDelivery {
  id: string
  sequence: number
  complete: boolean
  composedAt: string | null
}

/** A row for each delivery that is not known yet; the sweep fetches those without a file. */
export const insertNewDeliveries = async (
  store: Store,
  partId: string,
  listed: readonly ListedDelivery[],
): Promise<void> => {
  for (const delivery of listed) {
    await store.db
      .insertInto('delivery')
      .values({
        id: delivery.id,
        part_id: partId,
        sequence: delivery.sequence,
        complete: delivery.complete ? 1 : 0,
        safety_area: 0,
        composed_at: delivery.composedAt,
        received_at: null,
        path: null,
        sha256: null,
        bytes: null,
        read_at: null,
        summary: null,
        geojson_path: null,
        geojson_sha256: null,
        failure: null,
      })
      .onConflict((conflict) => conflict.columns(['part_id', 'sequence']).doNothing())
      .execute()
  }
}

/** Ends a part without a delivery: the area's manager has it, or the registry never delivered. */
export const endPart = (
  store: Store,
  partId: string,
  status: Extract<PartState, 'safety_area' | 'failed'>,
  errors: string | null,
): Promise<void> =>
  store.transaction({ part: partId }, async (trx) => {
    const part = await trx
      .updateTable('part')
      .set({ status, ...(errors === null ? {} : { errors }) })
      .where('id', '=', partId)
      .where('status', 'in', PARTS_UNDER_WAY)
      .returning('job_id')
      .executeTakeFirst()
    if (part) await recomputeJobStateIn(trx, part.job_id)
  })

export const deliveryById = async ({ db }: Store, id: string): Promise<DeliveryRow & { part: PartRow }> => {
  const delivery = await db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const part = await db.selectFrom('part').selectAll().where('id', '=', delivery.part_id).executeTakeFirstOrThrow()
  return { ...delivery, part }
}

export const recordFetched = async (
  store: Store,
  id: string,
  file: { path: string; sha256: string; bytes: number },
  at: string,
): Promise<void> => {
  await store.db
    .updateTable('delivery')
    .set({ path: file.path, sha256: file.sha256, bytes: file.bytes, received_at: at, trouble: null })
    .where('id', '=', id)
    .execute()
}

/**
 * A delivery that was read moves its part, and its part the job, in one transaction.
 * A newer delivery of a part whose job has a result already takes the job through processing again; one that the result
 * holds already (markMerged) moves nothing.
 */
export const recordRead = (
  store: Store,
  id: string,
  read: {
    summary: string
    geojsonPath: string
    geojsonSha256: string | null
    /** With its packed copy */
    geojsonBytes: number | null
    klicNumber: string | null
  },
  at: string,
): Promise<void> =>
  store.transaction({ delivery: id }, async (trx) => {
    const delivery = await trx
      .updateTable('delivery')
      .set({
        summary: read.summary,
        geojson_path: read.geojsonPath,
        geojson_sha256: read.geojsonSha256,
        geojson_bytes: read.geojsonBytes,
      })
      .where('id', '=', id)
      .where('summary', 'is', null)
      .returning(['part_id', 'complete', 'sequence', 'read_at'])
      .executeTakeFirst()
    if (!delivery || delivery.read_at !== null) return
    await trx.updateTable('delivery').set({ read_at: at }).where('id', '=', id).execute()
    const newest = await trx
      .selectFrom('delivery')
      .select('sequence')
      .where('part_id', '=', delivery.part_id)
      .where('read_at', 'is not', null)
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
    if (newest.sequence !== delivery.sequence) return
    // To what was opened from a file nothing is added by itself, complete or not.
    const isAll = delivery.complete === 1 || (await isImported(trx, delivery.part_id))
    const part = await trx
      .updateTable('part')
      .set((row) => ({
        status: isAll ? 'delivered' : 'partially_delivered',
        delivered_at: isAll ? at : row.ref('delivered_at'),
        klic_number: read.klicNumber ?? row.ref('klic_number'),
      }))
      .where('id', '=', delivery.part_id)
      .returning('job_id')
      .executeTakeFirstOrThrow()
    await recomputeJobStateIn(trx, part.job_id)
    await trx
      .updateTable('job')
      .set({ status: 'processing' })
      .where('id', '=', part.job_id)
      .where('status', 'in', JOBS_WITH_RESULT)
      .execute()
  })

const isImported = async (db: Kysely<DB>, partId: string): Promise<boolean> => {
  const job = await db
    .selectFrom('part')
    .innerJoin('job', 'job.id', 'part.job_id')
    .select('job.source')
    .where('part.id', '=', partId)
    .executeTakeFirstOrThrow()
  return job.source === 'imported'
}

/** The file that came is no readable delivery: said on the part, and the rest of the job goes on. */
export const recordUnreadable = (store: Store, id: string, message: string, errors: string): Promise<void> =>
  store.transaction({ delivery: id }, async (trx) => {
    const delivery = await trx
      .updateTable('delivery')
      .set({ failure: message })
      .where('id', '=', id)
      .returning('part_id')
      .executeTakeFirstOrThrow()
    const part = await trx
      .updateTable('part')
      .set({ status: 'failed', errors })
      .where('id', '=', delivery.part_id)
      // Of one that was opened from a file the delivery is here before it is read.
      .where(({ or, not, exists, eb, selectFrom }) =>
        or([
          eb('status', '!=', 'delivered'),
          not(
            exists(
              selectFrom('delivery')
                .select('delivery.id')
                .whereRef('delivery.part_id', '=', 'part.id')
                .where('delivery.read_at', 'is not', null),
            ),
          ),
        ]),
      )
      .returning('job_id')
      .executeTakeFirst()
    if (part) await recomputeJobStateIn(trx, part.job_id)
  })

export const recordLinkFailure = async (
  store: Store,
  id: string,
  found: RetryableFailure<LinkFailure>,
): Promise<void> => {
  await store.db
    .updateTable('delivery')
    .set({ trouble: JSON.stringify(found) })
    .where('id', '=', id)
    .where('path', 'is', null)
    .execute()
}

/** Its link has died without giving it: nothing more comes of it. A part that has a newer delivery waits for that one. */
export const recordDeadLink = (store: Store, id: string, message: string, errors: string): Promise<void> =>
  store.transaction({ delivery: id }, async (trx) => {
    const gone = await trx
      .updateTable('delivery')
      .set({ failure: message, trouble: null })
      .where('id', '=', id)
      .where('path', 'is', null)
      .returning(['part_id', 'sequence'])
      .executeTakeFirst()
    if (!gone) return
    const newer = await trx
      .selectFrom('delivery')
      .select('id')
      .where('part_id', '=', gone.part_id)
      .where('sequence', '>', gone.sequence)
      .executeTakeFirst()
    if (newer) return
    const part = await trx
      .updateTable('part')
      .set({ status: 'failed', errors })
      .where('id', '=', gone.part_id)
      .where('status', 'in', PARTS_UNDER_WAY)
      .returning('job_id')
      .executeTakeFirst()
    if (part) await recomputeJobStateIn(trx, part.job_id)
  })

interface DeliveryAtHand {
  id: string
  company_id: string
  round: number
  job_id: string
}

/** Listed, and neither read nor given up. What was opened from files for a job without a result is read as it is merged. */
export const deliveriesToFetch = (store: Store): Promise<DeliveryAtHand[]> =>
  store.db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .innerJoin('job', 'job.id', 'part.job_id')
    .select(['delivery.id', 'job.company_id', 'job.round', 'part.job_id'])
    .where('delivery.read_at', 'is', null)
    .where('delivery.failure', 'is', null)
    .where('job.status', '!=', 'failed')
    .where(({ or, eb }) => or([eb('job.source', '=', 'ordered'), eb('job.status', '!=', 'processing')]))
    .orderBy('delivery.id')
    .execute()

/** In a result already, and not yet read by themselves, for what a request shows of its own. */
export const deliveriesToShow = (store: Store): Promise<DeliveryAtHand[]> =>
  store.db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .innerJoin('job', 'job.id', 'part.job_id')
    .select(['delivery.id', 'job.company_id', 'job.round', 'part.job_id'])
    .where('delivery.read_at', 'is not', null)
    .where('delivery.summary', 'is', null)
    .where('delivery.failure', 'is', null)
    .where('delivery.path', 'is not', null)
    .orderBy('delivery.id')
    .execute()

/** The newest delivery of each part that could be read, in the order of the parts. */
export const readDeliveriesOfJob = (store: Store, jobId: string): Promise<(DeliveryRow & { order_id: string })[]> =>
  store.db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .selectAll('delivery')
    .select('part.order_id')
    .where('part.job_id', '=', jobId)
    .where('delivery.read_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery as newer')
            .select('newer.id')
            .whereRef('newer.part_id', '=', 'delivery.part_id')
            .whereRef('newer.sequence', '>', 'delivery.sequence')
            .where('newer.read_at', 'is not', null),
        ),
      ),
    )
    .orderBy('part.part_no')
    .execute()

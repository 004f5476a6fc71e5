/** Orders at the registry (bestellingen): what was stored before sending, and what came back. */
import type { NotNull, Transaction } from 'kysely'
import type { Store } from '../../../platform/database/open.ts'
import type { DB } from '../../../platform/database/schema.ts'
import {
  type JobState,
  type KlicType,
  MOVING_JOBS,
  PARTS_UNDER_WAY,
  type RegistryEnvironment,
} from '../../../registry/klic.ts'
import { jobStateOf } from '../rules/progress.ts'
import type { JobRow, OrderRow, PartRow } from '../tables.ts'
import { wantPreliminary } from './artifacts.ts'

export const jobById = (store: Store, jobId: string): Promise<JobRow | undefined> =>
  store.db.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirst()

export const partsOfJob = (store: Store, jobId: string): Promise<PartRow[]> =>
  store.db.selectFrom('part').selectAll().where('job_id', '=', jobId).orderBy('part_no').execute()

export const partsOfOrder = (store: Store, registryOrderId: string): Promise<PartRow[]> =>
  store.db.selectFrom('part').selectAll().where('registry_order_id', '=', registryOrderId).orderBy('position').execute()

export const orderById = (store: Store, id: string): Promise<OrderRow> =>
  store.db.selectFrom('registry_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The newest attempt for one order of a job. */
export const newestOrder = (store: Store, jobId: string, orderIndex: number): Promise<OrderRow | undefined> =>
  store.db
    .selectFrom('registry_order')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('order_index', '=', orderIndex)
    .orderBy('attempt', 'desc')
    .executeTakeFirst()

export interface PreparedOrder {
  id: string
  jobId: string
  orderIndex: number
  attempt: number
  postId: string
  body: string
  bodySha256: string
  at: string
  /** part id -> position number ('0000000010', ...), also for an order of one part */
  positions: ReadonlyMap<string, string>
}

/** Intent before effect: the body and its postId are on the disk before the first byte leaves. */
export const prepareOrder = (store: Store, order: PreparedOrder): Promise<void> =>
  store.durably({ job: order.jobId }, async (trx) => {
    await trx
      .insertInto('registry_order')
      .values({
        id: order.id,
        job_id: order.jobId,
        order_index: order.orderIndex,
        attempt: order.attempt,
        post_id: order.postId,
        body: order.body,
        body_sha256: order.bodySha256,
        state: 'prepared',
        poll_url: null,
        sends: 0,
        polls: 0,
        reads: 0,
        undecided_polls: 0,
        watch_at: null,
        created_at: order.at,
        sent_at: null,
        decided_at: null,
        messages: '[]',
      })
      .execute()
    for (const [partId, position] of order.positions) {
      await trx.updateTable('part').set({ registry_order_id: order.id, position }).where('id', '=', partId).execute()
    }
  })

export const beginSending = (store: Store, orderId: string, at: string): Promise<void> =>
  store.durably({ order: orderId }, async (trx) => {
    await trx
      .updateTable('registry_order')
      .set((row) => ({ state: 'sending', sends: row('sends', '+', 1), sent_at: at }))
      .where('id', '=', orderId)
      .where('state', 'in', ['prepared', 'sending', 'validating'])
      .execute()
  })

export const recordReceipt = (store: Store, orderId: string, pollUrl: string): Promise<void> =>
  store.durably({ order: orderId }, async (trx) => {
    await trx
      .updateTable('registry_order')
      .set({ state: 'validating', poll_url: pollUrl, trouble: null })
      .where('id', '=', orderId)
      .where('state', 'in', ['sending', 'validating'])
      .execute()
  })

export const countPoll = async (store: Store, orderId: string): Promise<void> => {
  await store.db
    .updateTable('registry_order')
    .set((row) => ({ polls: row('polls', '+', 1) }))
    .where('id', '=', orderId)
    .execute()
}

/** Could not be judged, once more; any other answer starts the count anew. */
export const countUndecided = async (store: Store, orderId: string, inARow: number): Promise<void> => {
  await store.db.updateTable('registry_order').set({ undecided_polls: inARow }).where('id', '=', orderId).execute()
}

/** Parts under way of one company at one registry: decides whether they are asked for one by one. */
export const countOpenParts = async (store: Store, companyId: string, environment: string): Promise<number> => {
  const { open } = await store.db
    .selectFrom('part')
    .innerJoin('job', 'job.id', 'part.job_id')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('part.company_id', '=', companyId)
    .where('job.environment', '=', environment as never)
    .where('part.gi_aanvraag_id', 'is not', null)
    .where('part.status', 'in', PARTS_UNDER_WAY)
    .executeTakeFirstOrThrow()
  return Number(open)
}

/** Whether a job of any company still needs this registry. */
export const isRegistryNeeded = async (db: Store['db'], environment: RegistryEnvironment): Promise<boolean> => {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('environment', '=', environment)
    .where('status', 'in', MOVING_JOBS)
    .limit(1)
    .executeTakeFirst()
  return job !== undefined
}

export const countRead = async (store: Store, orderId: string): Promise<void> => {
  await store.db
    .updateTable('registry_order')
    .set((row) => ({ reads: row('reads', '+', 1) }))
    .where('id', '=', orderId)
    .execute()
}

/** Accepted: each part gets the registry's id, by position number. */
export const recordAccepted = (
  store: Store,
  orderId: string,
  accepted: {
    giAanvraagIds: ReadonlyMap<string, string>
    messages: string
    warnings: ReadonlyMap<string, string>
    /** Of a calamity: whom it concerns, JSON */
    concerned: string | null
  },
  at: string,
): Promise<void> =>
  store.durably({ order: orderId }, async (trx) => {
    const order = await trx
      .updateTable('registry_order')
      .set({
        state: 'accepted',
        decided_at: at,
        watch_at: at,
        messages: accepted.messages,
        trouble: null,
        concerned: accepted.concerned,
      })
      .where('id', '=', orderId)
      .where('state', '!=', 'accepted')
      .returning('job_id')
      .executeTakeFirst()
    if (!order) return
    for (const [partId, giAanvraagId] of accepted.giAanvraagIds) {
      await trx
        .updateTable('part')
        .set({
          gi_aanvraag_id: giAanvraagId,
          status: 'submitted',
          errors: accepted.warnings.get(partId) ?? '[]',
        })
        .where('id', '=', partId)
        .execute()
    }
    await recomputeJobStateIn(trx, order.job_id)
  })

/** Rejected or refused: all or nothing, so every part of the order has it. Nothing was filed. */
export const recordRejected = (
  store: Store,
  orderId: string,
  rejected: { state: 'rejected' | 'refused'; messages: string; errors: ReadonlyMap<string, string> },
  at: string,
): Promise<void> =>
  store.durably({ order: orderId }, async (trx) => {
    const order = await trx
      .updateTable('registry_order')
      .set({ state: rejected.state, decided_at: at, messages: rejected.messages, trouble: null })
      .where('id', '=', orderId)
      .where('state', 'not in', ['accepted', 'rejected', 'refused'])
      .returning('job_id')
      .executeTakeFirst()
    if (!order) return
    const parts = await trx.selectFrom('part').select('id').where('registry_order_id', '=', orderId).execute()
    for (const { id } of parts) {
      await trx
        .updateTable('part')
        .set({ status: 'rejected', errors: rejected.errors.get(id) ?? '[]' })
        .where('id', '=', id)
        .execute()
    }
    // Orders of the job that were never sent are not sent any more: stop at the first rejection.
    await trx
      .updateTable('part')
      .set({ status: 'rejected' })
      .where('job_id', '=', order.job_id)
      .where('status', '=', 'accepted')
      .execute()
    await trx.updateTable('job').set({ errors: rejected.messages }).where('id', '=', order.job_id).execute()
    await recomputeJobStateIn(trx, order.job_id)
  })

/** The registry could not decide (Mislukt): nothing is filed, and the next attempt gets a new postId. */
export const recordUndecided = async (store: Store, orderId: string, messages: string, at: string): Promise<void> => {
  await store.db
    .updateTable('registry_order')
    .set({ state: 'undecided', decided_at: at, messages, trouble: null })
    .where('id', '=', orderId)
    .where('state', 'in', ['sending', 'validating'])
    .execute()
}

/** For a job that was resumed: its orders were decided in a former round, so nothing else would move it. */
export const recomputeJobState = (store: Store, jobId: string): Promise<JobState> =>
  store.transaction({ job: jobId }, (trx) => recomputeJobStateIn(trx, jobId))

/**
 * Brings the job's state in step with its parts. A job with a result keeps it until there is something new to merge; of one that
 * waits for more, what has come is shown.
 */
export async function recomputeJobStateIn(trx: Transaction<DB>, jobId: string): Promise<JobState> {
  const parts = await trx.selectFrom('part').select('status').where('job_id', '=', jobId).execute()
  const state = jobStateOf(parts.map((part) => part.status))
  const moved = await trx
    .updateTable('job')
    .set({ status: state })
    .where('id', '=', jobId)
    .where('status', 'in', ['accepted', 'submitted', 'partially_delivered', 'rejected'])
    .returning('id')
    .executeTakeFirst()
  if (moved && state === 'partially_delivered') await wantPreliminary(trx, jobId)
  return state
}

/** Jobs whose orders have still to be filed. */
export const jobsToFile = (
  store: Store,
): Promise<{ id: string; company_id: string; round: number; klic_type: KlicType }[]> =>
  store.db
    .selectFrom('job')
    .select(['id', 'company_id', 'round', 'klic_type'])
    .where('status', '=', 'accepted')
    .where('source', '=', 'ordered')
    .orderBy('submitted_at')
    .execute()

/** Accepted orders with a part that still waits for its complete delivery. */
export const ordersToFollow = (
  store: Store,
): Promise<{ id: string; company_id: string; round: number; job_id: string }[]> =>
  store.db
    .selectFrom('registry_order')
    .innerJoin('job', 'job.id', 'registry_order.job_id')
    .select(['registry_order.id', 'job.company_id', 'job.round', 'registry_order.job_id'])
    .where('registry_order.state', '=', 'accepted')
    .where('job.status', '!=', 'failed')
    // From the few parts under way to their orders, not through all orders there ever were.
    .where('registry_order.id', 'in', ({ selectFrom }) =>
      selectFrom('part')
        .select('part.registry_order_id')
        .where('part.status', 'in', PARTS_UNDER_WAY)
        .where('part.registry_order_id', 'is not', null)
        .$narrowType<{ registry_order_id: NotNull }>(),
    )
    .execute()

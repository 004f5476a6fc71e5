/** The trace that a job began with, in its row: what later processes do for it belongs to the same one. */
import type { Kysely } from 'kysely'
import type { DB } from '../schema.ts'

type Db = Kysely<DB>

/** @param trace W3C traceparent; null: nothing is traced, and what is there stays */
export async function recordTrace(db: Db, jobId: string, trace: string | null): Promise<void> {
  if (trace !== null) await db.updateTable('job').set({ trace }).where('id', '=', jobId).execute()
}

/** @param ids what a flow was started with, one of them naming what belongs to a job */
export async function traceOfInput(db: Db, ids: Readonly<Record<string, string>>): Promise<string | null> {
  const jobId = ids.jobId ?? (await jobOf(db, ids))
  if (jobId == null) return null
  const job = await db.selectFrom('job').select('trace').where('id', '=', jobId).executeTakeFirst()
  return job?.trace ?? null
}

async function jobOf(db: Db, { orderId, deliveryId, artifactId, eventId }: Readonly<Record<string, string>>) {
  if (orderId !== undefined) {
    const order = await db.selectFrom('registry_order').select('job_id').where('id', '=', orderId).executeTakeFirst()
    return order?.job_id
  }
  if (deliveryId !== undefined) {
    const delivery = await db
      .selectFrom('delivery')
      .innerJoin('part', 'part.id', 'delivery.part_id')
      .select('part.job_id')
      .where('delivery.id', '=', deliveryId)
      .executeTakeFirst()
    return delivery?.job_id
  }
  if (artifactId !== undefined) {
    return (await db.selectFrom('artifact').select('job_id').where('id', '=', artifactId).executeTakeFirst())?.job_id
  }
  if (eventId !== undefined) {
    return (await db.selectFrom('event').select('job_id').where('id', '=', eventId).executeTakeFirst())?.job_id
  }
  return undefined
}

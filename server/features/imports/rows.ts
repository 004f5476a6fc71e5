/** Deliveries that were opened from files: those of the same notification that are here, and the rows of new ones. */
import type { Kysely } from 'kysely'
import type { DeliveryHead, KnownDelivery } from '../../imkl/model/found-delivery.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Warning } from '../../registry/warnings.ts'
import { insertJob, type NewJob } from '../jobs/rows/jobs.ts'
import { insertParts, type NewPart } from '../jobs/rows/parts.ts'

type Db = Kysely<DB>

export interface KnownRequest extends KnownDelivery {
  klicNumber: string
  jobId: string
  orderId: string
  partId: string
}

/** The newest delivery that is kept and not found unreadable, of each request of the company with one of these numbers. */
export async function knownRequests(
  db: Db,
  companyId: string,
  klicNumbers: readonly string[],
): Promise<KnownRequest[]> {
  if (klicNumbers.length === 0) return []
  const rows = await db
    .selectFrom('part')
    .innerJoin('job', 'job.id', 'part.job_id')
    .innerJoin('delivery', 'delivery.part_id', 'part.id')
    .select(['part.klic_number as klicNumber', 'part.job_id as jobId', 'part.order_id as orderId'])
    .select(['part.id as partId', 'job.source', 'delivery.sha256', 'delivery.sequence'])
    .select('delivery.composed_at as composedAt')
    .where('part.company_id', '=', companyId)
    .where('part.klic_number', 'in', klicNumbers)
    .where('job.corrected_as', 'is', null)
    .where('delivery.path', 'is not', null)
    .where('delivery.failure', 'is', null)
    .orderBy('part.id')
    .orderBy('delivery.sequence', 'desc')
    .execute()
  const newest = new Map<string, KnownRequest>()
  for (const row of rows) if (!newest.has(row.partId)) newest.set(row.partId, { ...row, klicNumber: row.klicNumber! })
  return [...newest.values()]
}

export interface TakenDelivery {
  id: string
  partId: string
  sequence: number
  /** Its key in the storage */
  path: string
  sha256: string
  bytes: number
  head: DeliveryHead
}

/** Read by the worker, as those that it fetches. */
export async function insertDelivery(db: Db, delivery: TakenDelivery, at: string): Promise<void> {
  const { id, partId, sequence, path, sha256, bytes, head } = delivery
  await db
    .insertInto('delivery')
    .values({
      id,
      part_id: partId,
      sequence,
      complete: head.complete ? 1 : 0,
      safety_area: 0,
      composed_at: head.composedAt,
      received_at: at,
      path,
      sha256,
      bytes,
      read_at: null,
      summary: null,
      geojson_path: null,
      geojson_sha256: null,
      failure: null,
    })
    .execute()
}

/** A job whose requests have their delivery already. */
export async function insertImportedJob(
  db: Db,
  job: NewJob,
  parts: readonly { part: NewPart; delivery: TakenDelivery }[],
): Promise<void> {
  await insertJob(db, job)
  const owner = { jobId: job.id, companyId: job.companyId, submittedAt: job.submittedAt }
  await insertParts(
    db,
    owner,
    parts.map(({ part }) => part),
  )
  for (const { part, delivery } of parts) {
    const { orderNumber, position } = delivery.head
    const named = { registry_order_number: orderNumber, position }
    await db.updateTable('part').set(named).where('id', '=', part.id).execute()
    await insertDelivery(db, delivery, job.createdAt)
  }
}

/** When the newest delivery of each request of the job was compiled, as written. */
export async function composedOf(db: Db, jobId: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .select(['delivery.part_id', 'delivery.composed_at'])
    .where('part.job_id', '=', jobId)
    .orderBy('delivery.sequence')
    .execute()
  return [...new Map(rows.map(({ part_id, composed_at }) => [part_id, composed_at])).values()]
}

/** In the place of the one with its code. */
export async function changeWarning(db: Db, jobId: string, warning: Warning): Promise<void> {
  const { warnings } = await db.selectFrom('job').select('warnings').where('id', '=', jobId).executeTakeFirstOrThrow()
  const others = (JSON.parse(warnings) as Warning[]).filter(({ code }) => code !== warning.code)
  await db
    .updateTable('job')
    .set({ warnings: JSON.stringify([...others, warning]) })
    .where('id', '=', jobId)
    .execute()
}

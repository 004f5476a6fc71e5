/** What one company may keep on a server for others. The operator sets it (`KLIC_COMPANY_QUOTA_GB`); a desktop has none. */

import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import { TryLater } from '../platform/refusal.ts'
import { MOVING_JOBS } from '../registry/klic.ts'
import type { Caller, Database, Files } from './services.ts'

export type QuotaServices = Pick<Database, 'store'> & Pick<Files, 'companyQuotaBytes'>
type Db = Kysely<DB>

/** Somebody has to remove files or to raise the quota. */
const RETRY_MS = 10 * 60_000

/** Bytes that uploads of a company have brought to this process, and that no row names yet. */
const arriving = new Map<string, number>()

/**
 * Counts deliveries, results, documents, agreements, photos and what is being uploaded. Files that are announced to go
 * count until they are gone. Orders that are paid and files that are opened always get their results, so what these will
 * need counts from the start.
 * @param bytes that are about to be kept
 * @throws TryLater when the company would keep more than it may
 */
export async function refuseOverQuota(
  { store, companyQuotaBytes: quota }: QuotaServices,
  { companyId }: Pick<Caller, 'companyId'>,
  bytes = 0,
): Promise<void> {
  if (quota !== undefined) await refuseAbove(quota, store.db, companyId, bytes, arriving.get(companyId) ?? 0)
}

/**
 * The same where a row is about to name the files: each process counts its own uploads only, and here the company has its
 * turn over all of them.
 * @throws TryLater
 */
export async function refuseRowOverQuota(
  trx: Db,
  { companyQuotaBytes: quota }: Pick<QuotaServices, 'companyQuotaBytes'>,
  { companyId }: Pick<Caller, 'companyId'>,
  bytes: number,
): Promise<void> {
  if (quota !== undefined) await refuseAbove(quota, trx, companyId, bytes, 0)
}

async function refuseAbove(quota: number, db: Db, companyId: string, bytes: number, coming: number): Promise<void> {
  const kept = (await bytesOfFiles(db, companyId, 'all')) + (await bytesToCome(db, companyId)) + coming
  if (kept + bytes <= quota) return
  throw new TryLater(
    `Your company keeps ${inGb(kept)} GB of the ${inGb(quota)} GB that it may keep on this server, results on their way included, and this needs ${inGb(bytes)} GB more. Nothing was stored. Remove documents or old results, or ask the operator of the server for more.`,
    { reason: 'busy', retryAfterMs: RETRY_MS },
  )
}

/** Counts an upload while it arrives. @returns what is called with each chunk's bytes, and at the end */
export function countUpload({ companyId }: Pick<Caller, 'companyId'>): { add(bytes: number): void; end(): void } {
  let own = 0
  const change = (by: number): void => {
    own += by
    const all = (arriving.get(companyId) ?? 0) + by
    if (all > 0) arriving.set(companyId, all)
    else arriving.delete(companyId)
  }
  return { add: change, end: () => change(-own) }
}

/** To two decimals, rounded up. */
const inGb = (bytes: number): string => (Math.ceil(bytes / 1024 ** 3 / 0.01) * 0.01).toFixed(2)

/** Of the newest results: how much room a part takes. */
const JOBS = 200
/** Nine of ten parts took no more. */
const PERCENTILE = 0.9

/** Of a part, where this server has no result yet. */
const USUAL_BYTES = 20 * 1024 ** 2

/** In bytes, of one part. */
export async function bytesOfParts(db: Db): Promise<number> {
  const jobs = await db
    .selectFrom('job')
    .select('id')
    .where('ready_at', 'is not', null)
    .orderBy('ready_at', 'desc')
    .limit(JOBS)
    .execute()
  if (jobs.length === 0) return USUAL_BYTES
  const ids = jobs.map(({ id }) => id)
  const results = await db
    .selectFrom('artifact')
    .select(['job_id as jobId', (eb) => eb.fn.sum<number | null>('bytes').as('bytes')])
    .where('job_id', 'in', ids)
    .groupBy('job_id')
    .execute()
  const parts = await db
    .selectFrom('part')
    .leftJoin('delivery', 'delivery.part_id', 'part.id')
    .select([
      'part.job_id as jobId',
      (eb) => eb.fn.count<number>('part.id').distinct().as('parts'),
      (eb) => eb.fn.sum<number | null>('delivery.bytes').as('bytes'),
    ])
    .where('part.job_id', 'in', ids)
    .groupBy('part.job_id')
    .execute()
  const made = new Map(results.map(({ jobId, bytes }) => [jobId, Number(bytes ?? 0)]))
  const sizes = parts
    .map(({ jobId, parts: count, bytes }) => ((made.get(jobId) ?? 0) + Number(bytes ?? 0)) / Number(count))
    .sort((a, b) => a - b)
  return sizes[Math.ceil(sizes.length * PERCENTILE) - 1] ?? USUAL_BYTES
}

/** Of a company, in bytes: what the results of its jobs that are under way will need. */
async function bytesToCome(db: Db, companyId: string): Promise<number> {
  const { parts } = await db
    .selectFrom('part')
    .innerJoin('job', 'job.id', 'part.job_id')
    .select((eb) => eb.fn.countAll<number>().as('parts'))
    .where('job.company_id', '=', companyId)
    .where('job.status', 'in', MOVING_JOBS)
    .executeTakeFirstOrThrow()
  return Number(parts) === 0 ? 0 : Number(parts) * (await bytesOfParts(db))
}

/**
 * All files that rows of a company name, with packed copies, in bytes.
 * @param which `staying`: what is announced to go is left out
 */
export async function bytesOfFiles(db: Db, companyId: string, which: 'all' | 'staying'): Promise<number> {
  const isAll = which === 'all'
  const of = async (query: { executeTakeFirst(): Promise<{ bytes: number | null } | undefined> }) =>
    Number((await query.executeTakeFirst())?.bytes ?? 0)
  const results = db
    .selectFrom('artifact')
    .innerJoin('job', 'job.id', 'artifact.job_id')
    .leftJoin('removal', (join) => join.onRef('removal.job_id', '=', 'job.id').on('what', '=', 'results'))
    .select(sql<number | null>`sum(artifact.bytes + coalesce(artifact.packed_bytes, 0))`.as('bytes'))
    .where('company_id', '=', companyId)
    .where('artifact.state', '=', 'ready')
    .$if(!isAll, (query) => query.where('removal.job_id', 'is', null))
  const deliveries = db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .leftJoin('removal', (join) => join.onRef('removal.job_id', '=', 'part.job_id').on('what', '=', 'deliveries'))
    .select(sql<number | null>`sum(delivery.bytes + coalesce(delivery.geojson_bytes, 0))`.as('bytes'))
    .where('company_id', '=', companyId)
    .where('path', 'is not', null)
    .$if(!isAll, (query) => query.where('removal.job_id', 'is', null))
  const documents = db
    .selectFrom('project_document')
    .innerJoin('project', 'project.id', 'project_document.project_id')
    .select((eb) => eb.fn.sum<number | null>('project_document.bytes').as('bytes'))
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
  const agreements = db
    .selectFrom('agreement_file')
    .innerJoin('job', 'job.id', 'agreement_file.job_id')
    .select((eb) => eb.fn.sum<number | null>('agreement_file.bytes').as('bytes'))
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
  const photos = db
    .selectFrom('start_photo')
    .innerJoin('job', 'job.id', 'start_photo.job_id')
    .select((eb) => eb.fn.sum<number | null>('start_photo.bytes').as('bytes'))
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
  const findings = db
    .selectFrom('finding_photo')
    .innerJoin('job', 'job.id', 'finding_photo.job_id')
    .select((eb) => eb.fn.sum<number | null>('finding_photo.bytes').as('bytes'))
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
  const all = [results, deliveries, documents, agreements, photos, findings]
  return (await Promise.all(all.map(of))).reduce((sum, bytes) => sum + bytes, 0)
}

/** How much room the newest results took, deliveries included. */
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { MOVING_JOBS } from '../../../registry/klic.ts'

const JOBS = 200
/** Nine of ten parts took no more. */
const PERCENTILE = 0.9

/** Of a part, where this server has no result yet. */
const USUAL_BYTES = 20 * 1024 ** 2

/** In bytes, of one part. */
export async function bytesOfParts(db: Kysely<DB>): Promise<number> {
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
export async function bytesToCome(db: Kysely<DB>, companyId: string): Promise<number> {
  const { parts } = await db
    .selectFrom('part')
    .innerJoin('job', 'job.id', 'part.job_id')
    .select((eb) => eb.fn.countAll<number>().as('parts'))
    .where('job.company_id', '=', companyId)
    .where('job.status', 'in', MOVING_JOBS)
    .executeTakeFirstOrThrow()
  return Number(parts) === 0 ? 0 : Number(parts) * (await bytesOfParts(db))
}

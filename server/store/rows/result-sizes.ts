/** How much room the newest results took, deliveries included. */
import type { Kysely } from 'kysely'
import type { DB } from '../schema.ts'

const JOBS = 200
/** Nine of ten parts took no more. */
const PERCENTILE = 0.9

/** In bytes, of one part; undefined: no job of this server has a result yet. */
export async function bytesOfParts(db: Kysely<DB>): Promise<number | undefined> {
  const jobs = await db
    .selectFrom('job')
    .select('id')
    .where('ready_at', 'is not', null)
    .orderBy('ready_at', 'desc')
    .limit(JOBS)
    .execute()
  if (jobs.length === 0) return undefined
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
  return sizes[Math.ceil(sizes.length * PERCENTILE) - 1]
}

/** Thousands of jobs in a moment, for what has to do with their number only. */
import type { World } from './api-world.ts'

/** So many rows in one statement: a statement of SQLite takes some 32,000 values. */
const AT_ONCE = 100
const numbered = (id: string, no: number): string => id.slice(0, -6) + String(no).padStart(6, '0')

/** Copies of a quote of one part, each a second newer than the one before. */
export async function copyQuote(db: World['store']['db'], jobId: string, count: number): Promise<void> {
  const job = await db.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  const part = await db.selectFrom('part').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow()
  const later = (no: number) => new Date(Date.parse(job.created_at) + 1000 * (no + 1)).toISOString()
  const copies = Array.from({ length: count }, (_, no) => ({
    job: { ...job, id: numbered(job.id, no), client_ref: null, reference: `Copy ${no}`, created_at: later(no) },
    part: {
      ...part,
      id: numbered(part.id, no),
      job_id: numbered(job.id, no),
      order_id: part.order_id && numbered(part.order_id, no),
    },
  }))
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = copies.slice(at, at + AT_ONCE)
    await db
      .insertInto('job')
      .values(some.map((each) => each.job))
      .execute()
    await db
      .insertInto('part')
      .values(some.map((each) => each.part))
      .execute()
  }
}

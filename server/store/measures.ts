/** How much there is of what is worth watching; over all companies, or of one. */
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

type Db = Kysely<DB>

export type ByState = Record<string, number>

const asRecord = (rows: readonly { state: string; total: number | string | bigint }[]): ByState =>
  Object.fromEntries(rows.map(({ state, total }) => [state, Number(total)]))

export async function jobsByState(db: Db, companyId?: string): Promise<ByState> {
  let query = db.selectFrom('job').select(['status as state', (eb) => eb.fn.countAll<number>().as('total')])
  if (companyId !== undefined) query = query.where('company_id', '=', companyId)
  return asRecord(await query.groupBy('status').execute())
}

export async function eventsByState(db: Db, companyId?: string): Promise<ByState> {
  let query = db
    .selectFrom('event')
    .select(['state', (eb) => eb.fn.countAll<number>().as('total')])
    .where('state', '!=', 'recorded')
  if (companyId !== undefined) query = query.where('company_id', '=', companyId)
  return asRecord(await query.groupBy('state').execute())
}

/** What a worker has to do, by kind of work. */
export async function queueByKind(db: Db, companyId?: string): Promise<ByState> {
  const ofCompany = companyId === undefined ? sql`true` : sql`job.company_id = ${companyId}`
  const { rows } = await sql<{ state: string; total: number }>`
    select 'file' as state, count(*) as total from job where status = 'accepted' and ${ofCompany}
    union all select 'merge', count(*) from job where status = 'processing' and ${ofCompany}
    union all select 'follow', count(*) from part inner join job on job.id = part.job_id
      where part.status in ('submitted', 'in_production', 'partially_delivered') and job.status != 'failed'
      and ${ofCompany}
    union all select 'fetch', count(*) from delivery inner join part on part.id = delivery.part_id
      inner join job on job.id = part.job_id
      where delivery.read_at is null and delivery.failure is null and ${ofCompany}
    union all select 'convert', count(*) from artifact inner join job on job.id = artifact.job_id
      where artifact.state = 'wanted' and ${ofCompany}`.execute(db)
  return asRecord(rows)
}

/** How much there is of what is worth watching; over all companies, or of one. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { PARTS_UNDER_WAY } from '../../registry/klic.ts'

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
      where part.status in (${sql.join(PARTS_UNDER_WAY)}) and job.status != 'failed'
      and ${ofCompany}
    union all select 'fetch', count(*) from delivery inner join part on part.id = delivery.part_id
      inner join job on job.id = part.job_id
      where delivery.read_at is null and delivery.failure is null and ${ofCompany}
    union all select 'convert', count(*) from artifact inner join job on job.id = artifact.job_id
      where artifact.state = 'wanted' and ${ofCompany}`.execute(db)
  return asRecord(rows)
}

/** What a company waits for at the registry, and when it last heard from it. */
export async function registryOrders(db: Db, companyId: string) {
  const ofCompany = db
    .selectFrom('registry_order')
    .innerJoin('job', 'job.id', 'registry_order.job_id')
    .where('job.company_id', '=', companyId)
  const [undecided, answered, check] = await Promise.all([
    ofCompany
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('registry_order.state', 'in', ['sending', 'validating'])
      .executeTakeFirstOrThrow(),
    ofCompany.select((eb) => eb.fn.max<string | null>('registry_order.decided_at').as('at')).executeTakeFirstOrThrow(),
    db
      .selectFrom('registry_check')
      .select(['steps', 'done_at'])
      .where('company_id', '=', companyId)
      .where('state', '=', 'done')
      .orderBy('done_at', 'desc')
      .executeTakeFirst(),
  ])
  return { undecided: Number(undecided.total), lastAnswerAt: answered.at, lastCheck: check ?? null }
}

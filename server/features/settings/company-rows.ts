/** Companies, and the log of what they paid for. */
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { AuditTable, DB } from '../../platform/database/schema.ts'
import { counted } from '../../platform/database/tally.ts'
import type { Page, PageRequest } from '../../platform/http/pages.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'

type Db = Kysely<DB>

/** On a desktop there is one. */
export const firstCompany = (db: Db) =>
  db.selectFrom('company').select(['id', 'name']).orderBy('created_at').orderBy('id').executeTakeFirst()

/** All of them, the first one first. */
export const companiesOf = (db: Db) =>
  db.selectFrom('company').select(['id', 'name', 'created_at']).orderBy('created_at').orderBy('id').execute()

export const companyIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('company').select('id').orderBy('id').execute()).map(({ id }) => id)

export const companyName = async (db: Db, companyId: string): Promise<string> =>
  (await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()).name

/** What somebody leaves who works with a company, or prepares to. */
const USE = ['user', 'invitation', 'session', 'api_key', 'job', 'project', 'sealed_secret'] as const

export async function isCompanyUsed(db: Db, companyId: string): Promise<boolean> {
  for (const table of USE) {
    if (await db.selectFrom(table).select('company_id').where('company_id', '=', companyId).executeTakeFirst())
      return true
  }
  return false
}

export const renameCompany = (db: Db, companyId: string, name: string) =>
  db.updateTable('company').set({ name }).where('id', '=', companyId).execute()

/** After all others, also where the clock was set back: the first one stays that. To be called inside a transaction over all. */
export async function insertCompany(db: Db, company: { id: string; name: string; createdAt: string }): Promise<void> {
  const { newest } = await db
    .selectFrom('company')
    .select((eb) => eb.fn.max('created_at').as('newest'))
    .executeTakeFirstOrThrow()
  const created_at =
    newest !== null && newest >= company.createdAt ? new Date(Date.parse(newest) + 1).toISOString() : company.createdAt
  await db.insertInto('company').values({ id: company.id, name: company.name, created_at }).execute()
}

/** Every paid act, in the transaction that makes it. */
export const recordAct = (db: Db, act: Insertable<AuditTable>) => db.insertInto('audit').values(act).execute()

/**
 * Cents of those notifications of an act that the registry has rejected, or that were not sent because of it: of the attempt
 * that was submitted with it, which is a row of its own once it was corrected. Nothing takes a rejection back.
 */
const REJECTED_CENTS = sql<number>`amount_cents / notifications * (
  select count(*) from part join job attempt on attempt.id = part.job_id
  where (attempt.id = audit.job_id or attempt.corrected_as = audit.job_id)
    and attempt.submitted_at = audit.at and part.status = 'rejected')`

/**
 * What was spent on a Dutch calendar day at one registry, in cents; with a key: by that key and all that were made with
 * it. To be trusted only inside the transaction that spends.
 */
export async function spentCents(
  db: Db,
  asked: { companyId: string; environment: RegistryEnvironment; day: string; keyId?: string },
): Promise<number> {
  let query = db
    .selectFrom('audit')
    .select(({ eb, fn }) => fn.sum<number | null>(eb('amount_cents', '-', REJECTED_CENTS)).as('spent'))
    .where('company_id', '=', asked.companyId)
    .where('day', '=', asked.day)
    .where('environment', '=', asked.environment)
  if (asked.keyId !== undefined) {
    query = query.where(
      sql<boolean>`key_id in (
        with recursive own (id) as (
          select id from api_key where id = ${asked.keyId}
          union
          select made.id from api_key made inner join own on made.created_by = 'key:' || own.id
        )
        select id from own)`,
    )
  }
  return Number((await query.executeTakeFirstOrThrow()).spent ?? 0)
}

/** With the name of the user or the key that acted, also when it is gone since, and the reference of the job. */
export type ActRecord = Selectable<AuditTable> & { actor_name: string | null; reference: string | null }

/** Newest first. */
export async function actsPage(
  db: Db,
  companyId: string,
  { page, pageSize, asOf: asked }: PageRequest,
): Promise<Page<ActRecord>> {
  const all = db.selectFrom('audit').where('audit.company_id', '=', companyId)
  const made = asked === undefined ? all : all.where('audit.at', '<=', asked)
  const { total, newest } = await made.select(counted('audit.at')).executeTakeFirstOrThrow()
  const asOf = asked ?? newest
  const data = await all
    .where('audit.at', '<=', asOf)
    .leftJoin('api_key', 'api_key.id', 'audit.key_id')
    .leftJoin('user', (join) => join.on('audit.actor', '=', sql`'user:' || ${sql.ref('user.id')}`))
    .selectAll('audit')
    .select((eb) => eb.fn.coalesce('user.name', 'api_key.name').as('actor_name'))
    .leftJoin('job', 'job.id', 'audit.job_id')
    .select('job.reference')
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { data, page, pageSize, asOf, total }
}

/**
 * The paid acts of a Dutch calendar month, oldest first, with the names of company and job.
 * @param month YYYY-MM; @param companyId null: of all companies, one after the other
 */
export const actsOfMonth = (db: Db, companyId: string | null, month: string) =>
  db
    .selectFrom('audit')
    .innerJoin('company', 'company.id', 'audit.company_id')
    .leftJoin('job', 'job.id', 'audit.job_id')
    .leftJoin('api_key', 'api_key.id', 'audit.key_id')
    .leftJoin('user', (join) => join.on('audit.actor', '=', sql`'user:' || ${sql.ref('user.id')}`))
    .selectAll('audit')
    .select((eb) => eb.fn.coalesce('user.name', 'api_key.name').as('actor_name'))
    .select(['company.name as company', 'job.reference'])
    .where('audit.day', '>=', `${month}-01`)
    .where('audit.day', '<=', `${month}-31`)
    .$if(companyId !== null, (query) => query.where('audit.company_id', '=', companyId!))
    .orderBy('company.created_at')
    .orderBy('audit.company_id')
    .orderBy('audit.at')
    .orderBy('audit.id')
    .execute()

/** Sums of calendar months at each registry, the newest month first. */
export async function monthSums(db: Db, companyId: string, most: number) {
  const month = sql<string>`substr(day, 1, 7)`
  const rows = await db
    .selectFrom('audit')
    .select(['environment', month.as('month')])
    .select((eb) => [
      eb.fn.sum<number>('notifications').as('notifications'),
      eb.fn.sum<number>('amount_cents').as('cents'),
    ])
    .where('company_id', '=', companyId)
    .groupBy(['environment', month])
    .orderBy(month, 'desc')
    .orderBy('environment')
    .limit(most)
    .execute()
  return rows.map(({ notifications, cents, ...of }) => ({
    ...of,
    notifications: Number(notifications),
    cents: Number(cents),
  }))
}

/** Which of these messages a company sent. */
export async function postIdsOf(db: Db, companyId: string, postIds: readonly string[]): Promise<ReadonlySet<string>> {
  const own = new Set<string>()
  const rows = await db
    .selectFrom('registry_order')
    .innerJoin('job', 'job.id', 'registry_order.job_id')
    .select('post_id')
    .where('job.company_id', '=', companyId)
    .execute()
  const asked = new Set(postIds)
  for (const { post_id } of rows) if (asked.has(post_id)) own.add(post_id)
  return own
}

/** API keys: what is kept of a secret is its hash. */
import { type Kysely, sql } from 'kysely'
import { columnsOf } from '../../platform/database/columns.ts'
import { compiledOnce } from '../../platform/database/compiled.ts'
import type { DB } from '../../platform/database/schema.ts'
import { counted } from '../../platform/database/tally.ts'
import type { Page, PageRequest } from '../../platform/http/pages.ts'
import type { KeyKind, Permission } from '../../platform/http/permissions.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'

type Db = Kysely<DB>

export interface KeyRecord {
  id: string
  companyId: string
  name: string
  kind: KeyKind
  permissions: Permission[]
  prefix: string
  /** Where it may file: at this registry, and at those that stand before it in REGISTRY_ENVIRONMENTS */
  environment: RegistryEnvironment
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  revokedAt: string | null
  /** `key:<id>` where a key made it */
  createdBy: string
  /** In cents a Dutch calendar day, together with the keys that were made with it; null: no limit of its own */
  dailyLimitCents: number | null
}

const KEY = columnsOf<KeyRecord>({
  id: 'same',
  company_id: 'same',
  name: 'same',
  kind: 'same',
  permissions: 'json',
  prefix: 'same',
  environment: 'same',
  created_at: 'same',
  expires_at: 'same',
  last_used_at: 'same',
  revoked_at: 'same',
  created_by: 'same',
  daily_limit_cents: 'same',
})

export const insertKey = (db: Db, key: KeyRecord, hash: string) =>
  db
    .insertInto('api_key')
    .values({ ...KEY.rowOf(key), hash })
    .execute()

const rowByHash = compiledOnce((db, hash: string) =>
  db.selectFrom('api_key').select(KEY.names).where('hash', '=', hash),
)

export async function keyByHash(db: Db, hash: string): Promise<KeyRecord | undefined> {
  const [row] = await rowByHash(db, hash)
  return row && KEY.recordOf(row)
}

async function keysOf(db: Db, companyId: string): Promise<KeyRecord[]> {
  const rows = await db
    .selectFrom('api_key')
    .select(KEY.names)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(KEY.recordOf)
}

/** @returns false when the company has no such key; a key that is already revoked keeps its first moment. */
export async function revokeKey(db: Db, companyId: string, keyId: string, at: string): Promise<boolean> {
  const key = db.updateTable('api_key').where('id', '=', keyId).where('company_id', '=', companyId)
  const result = await key.set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(at)) })).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Those that were not revoked first; of both the newest first. */
export async function keysPage(
  db: Db,
  companyId: string,
  { page, pageSize, asOf: asked, kind }: PageRequest & { kind?: KeyKind | undefined },
): Promise<Page<KeyRecord>> {
  let keys = db.selectFrom('api_key').where('company_id', '=', companyId)
  if (kind) keys = keys.where('kind', '=', kind)
  if (asked !== undefined) keys = keys.where('created_at', '<=', asked)
  const { total, newest } = await keys.select(counted('created_at')).executeTakeFirstOrThrow()
  const asOf = asked ?? newest
  const rows = await keys
    .select(KEY.names)
    .where('created_at', '<=', asOf)
    .orderBy((eb) => eb.case().when('revoked_at', 'is', null).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { data: rows.map(KEY.recordOf), page, pageSize, asOf, total }
}

export async function countWorkingKeys(db: Db, companyId: string, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those that work, made by an actor or by one of its keys, and by theirs, and so on; newest first. */
export async function keysMadeBy(db: Db, companyId: string, actor: string, now: string): Promise<KeyRecord[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive made (id) as (
      select id from api_key where company_id = ${companyId} and created_by = ${actor}
      union
      select next.id from api_key next inner join made on next.created_by = 'key:' || made.id
    )
    select id from made`.execute(db)
  const ids = new Set(rows.map(({ id }) => id))
  const working = ({ id, revokedAt, expiresAt }: KeyRecord) =>
    ids.has(id) && revokedAt === null && (expiresAt === null || expiresAt > now)
  return ids.size === 0 ? [] : (await keysOf(db, companyId)).filter(working)
}

/** Those that an actor made itself; what they made stays theirs. */
export const takeKeysOver = (db: Db, companyId: string, actor: string, by: string) =>
  db
    .updateTable('api_key')
    .set({ created_by: by })
    .where('company_id', '=', companyId)
    .where('created_by', '=', actor)
    .where('revoked_at', 'is', null)
    .execute()

/** When the key itself ends; null: it does not. */
export async function keyExpiry(db: Db, keyId: string): Promise<string | null> {
  const row = await db.selectFrom('api_key').select('expires_at').where('id', '=', keyId).executeTakeFirst()
  return row?.expires_at ?? null
}

export const recordKeyUse = (db: Db, keyId: string, at: string) =>
  db.updateTable('api_key').set({ last_used_at: at }).where('id', '=', keyId).execute()

/** The daily limits that hold for a key: its own, and those of the keys that it was made with, and they, and so on. */
export async function limitsOver(db: Db, keyId: string): Promise<{ keyId: string; cents: number }[]> {
  const { rows } = await sql<{ keyId: string; cents: number }>`
    with recursive line (id, created_by, cents) as (
      select id, created_by, daily_limit_cents from api_key where id = ${keyId}
      union
      select maker.id, maker.created_by, maker.daily_limit_cents
      from api_key maker inner join line on line.created_by = 'key:' || maker.id
    )
    select id as "keyId", cents from line where cents is not null`.execute(db)
  return rows
}

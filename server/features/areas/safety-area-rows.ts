/** The list of safety areas that a company has: wanted to draw or quote, asked for by the worker. */
import type { Kysely } from 'kysely'
import type { Store } from '../../platform/database/open.ts'
import type { DB, SafetyListTable } from '../../platform/database/schema.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import type { ReadSafetyAreas, SafetyListEnd } from '../../registry/safety-area-list.ts'

/** All but the areas, which are only read where they are needed. */
export type SafetyListRow = Omit<SafetyListTable, 'areas'>

const COLUMNS = [
  'company_id',
  'environment',
  'address',
  'wanted_at',
  'ended_at',
  'state',
  'listed_on',
  'left_out',
] as const

export const safetyListOf = (db: Kysely<DB>, companyId: string): Promise<SafetyListRow | undefined> =>
  db.selectFrom('safety_list').select(COLUMNS).where('company_id', '=', companyId).executeTakeFirst()

/** @returns JSON of the rings of each, in RD New; null: it has no list */
export const safetyAreasOf = async (db: Kysely<DB>, companyId: string): Promise<string | null> => {
  const row = await db.selectFrom('safety_list').select('areas').where('company_id', '=', companyId).executeTakeFirst()
  return row?.areas ?? null
}

export interface SafetySource {
  environment: RegistryEnvironment
  address: string | null
}

export const isFrom = (row: SafetyListRow | undefined, source: SafetySource): row is SafetyListRow =>
  row?.environment === source.environment && row.address === source.address

/** What came from elsewhere goes: its areas are not those of this list. */
export const wantSafetyList = (
  { transaction }: Store,
  companyId: string,
  source: SafetySource,
  at: string,
): Promise<void> =>
  transaction({ company: companyId }, async (trx) => {
    const nothing = { wanted_at: at, ended_at: null, state: null, listed_on: null, left_out: 0, areas: null }
    const row = await safetyListOf(trx, companyId)
    if (isFrom(row, source)) {
      await trx.updateTable('safety_list').set({ wanted_at: at }).where('company_id', '=', companyId).execute()
      return
    }
    if (row) await trx.deleteFrom('safety_list').where('company_id', '=', companyId).execute()
    await trx
      .insertInto('safety_list')
      .values({ company_id: companyId, environment: source.environment, address: source.address, ...nothing })
      .execute()
  })

export const safetyListsToAsk = async ({
  db,
}: Store): Promise<{ company_id: string; environment: RegistryEnvironment; wanted_at: string }[]> => {
  const rows = await db
    .selectFrom('safety_list')
    .select(['company_id', 'environment', 'wanted_at'])
    .where('wanted_at', 'is not', null)
    .execute()
  return rows.map(({ wanted_at, ...row }) => ({ ...row, wanted_at: wanted_at! }))
}

/**
 * How asking ended. What the registry gave before stays when it did not answer, and goes when it has given something else.
 * @param asked as it was wanted: what was wanted anew in the meantime is still to be asked
 */
export const endSafetyList = async (
  { db }: Store,
  asked: { companyId: string; wantedAt: string },
  end: { state: SafetyListEnd; at: string; listed: (ReadSafetyAreas & { on: string }) | null },
): Promise<void> => {
  const { state, at, listed } = end
  const keeps = state === 'unavailable' || state === 'no_access'
  const found = listed
    ? { listed_on: listed.on, left_out: listed.leftOut, areas: JSON.stringify(listed.areas) }
    : { listed_on: null, left_out: 0, areas: null }
  await db
    .updateTable('safety_list')
    .set({ wanted_at: null, ended_at: at, state, ...(keeps ? {} : found) })
    .where('company_id', '=', asked.companyId)
    .where('wanted_at', '=', asked.wantedAt)
    .execute()
}

/** What quotes that nobody submitted keep of their areas: how much there is, and what goes with time. */
import { type Kysely, sql } from 'kysely'
import type { QuoteBounds } from '../../../cut/quote.ts'
import { extentOf } from '../../../geometry/flat.ts'
import type { Position } from '../../../geometry/geometry.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { Store } from '../../../platform/database/store.ts'
import type { Warning } from '../../../registry/warnings.ts'

type Db = Kysely<DB>

/** @param keyId undefined: asked for without a key, which has none of its own */
export async function openQuotes(
  db: Db,
  companyId: string,
  keyId: string | undefined,
): Promise<{ ofKey: QuoteBounds; ofCompany: QuoteBounds }> {
  const mine = sql<number>`case when quoted_with = ${keyId ?? ''} then 1 else 0 end`
  const { quotes, characters, quotesOfKey, charactersOfKey } = await db
    .selectFrom('job')
    .select(({ fn }) => [
      fn.countAll().as('quotes'),
      fn.sum<number | null>('kept_bytes').as('characters'),
      sql<number | null>`sum(${mine})`.as('quotesOfKey'),
      sql<number | null>`sum(kept_bytes * ${mine})`.as('charactersOfKey'),
    ])
    .where('company_id', '=', companyId)
    .where('status', '=', 'quoted')
    .where('kept_bytes', '>', 0)
    .executeTakeFirstOrThrow()
  return {
    ofKey: { quotes: Number(quotesOfKey ?? 0), characters: Number(charactersOfKey ?? 0) },
    ofCompany: { quotes: Number(quotes), characters: Number(characters ?? 0) },
  }
}

/** Quotes that expired before that moment and have their area still. */
export async function expiredWithArea(db: Db, expiredBefore: string, atMost: number): Promise<string[]> {
  const rows = await areas(db, expiredBefore).select('id').limit(atMost).execute()
  return rows.map(({ id }) => id)
}

const areas = (db: Db, expiredBefore: string) =>
  db
    .selectFrom('job')
    .where('status', '=', 'quoted')
    .where('kept_bytes', '>', 0)
    .where('quote_expires_at', '<=', expiredBefore)

/** Only the extent stays, and a warning says so. A quote that was submitted or renewed meanwhile stays as it is. */
export const forgetArea = (store: Store, jobId: string, expiredBefore: string): Promise<void> =>
  store.transaction({ job: jobId }, async (trx) => {
    const row = await areas(trx, expiredBefore)
      .select(['geometry', 'area', 'warnings', 'round'])
      .where('id', '=', jobId)
      .executeTakeFirst()
    if (!row) return
    const message =
      'This quote expired long ago, and only the extent of its area is kept: send the area again, with the same client_ref where it has one.'
    const warnings: Warning[] = [...JSON.parse(row.warnings), { code: 'AREA_FORGOTTEN', message }]
    const { coordinates } = JSON.parse(row.geometry) as { coordinates: Position[][] }
    const [outline] = JSON.parse(row.area) as Position[][]
    await trx
      .updateTable('job')
      .set({
        geometry: JSON.stringify({ type: 'Polygon', coordinates: [boxOf(coordinates[0]!)] }),
        area: JSON.stringify([boxOf(outline!)]),
        kept_bytes: 0,
        warnings: JSON.stringify(warnings),
        round: row.round + 1,
      })
      .where('id', '=', jobId)
      .execute()
  })

const boxOf = (ring: readonly Position[]): Position[] => {
  const { minX, minY, maxX, maxY } = extentOf(ring)
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
    [minX, minY],
  ]
}

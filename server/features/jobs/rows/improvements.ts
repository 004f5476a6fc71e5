/** Quotes that may still get cheaper: which they are, and what becomes of them. */
import type { Kysely } from 'kysely'
import type { FrozenQuote } from '../../../cut/quote.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { JsonText } from '../../../platform/json-text.ts'
import type { KlicType } from '../../../registry/klic.ts'
import { insertParts, type NewPart } from './parts.ts'
import type { SeenJob } from './requotes.ts'

type Db = Kysely<DB>

export interface OpenQuote {
  jobId: string
  companyId: string
}

/** Made before that moment, the oldest first; those that have expired are left out. */
export const quotesToImprove = (db: Db, madeBefore: string, now: string, atMost: number): Promise<OpenQuote[]> =>
  db
    .selectFrom('job')
    .select(['id as jobId', 'company_id as companyId'])
    .where('status', '=', 'quoted')
    .where('quote_final', '=', 0)
    .where('created_at', '<=', madeBefore)
    .where('quote_expires_at', '>', now)
    .orderBy('created_at')
    .limit(atMost)
    .execute()

export interface ToImprove extends SeenJob {
  companyId: string
  klicType: KlicType
  quote: FrozenQuote
  /** Rings of the normalised area, RD New */
  area: JsonText
}

/** @returns undefined when it is final, or no quote any more */
export async function quoteToImprove(db: Db, { jobId, companyId }: OpenQuote): Promise<ToImprove | undefined> {
  const row = await db
    .selectFrom('job')
    .select(['status', 'round', 'klic_type', 'quote', 'area'])
    .where('id', '=', jobId)
    .where('company_id', '=', companyId)
    .where('status', '=', 'quoted')
    .where('quote_final', '=', 0)
    .executeTakeFirst()
  return (
    row && {
      id: jobId,
      companyId,
      status: row.status,
      round: row.round,
      klicType: row.klic_type,
      quote: JSON.parse(row.quote),
      area: new JsonText(row.area),
    }
  )
}

/**
 * From now on the quote is final: with these parts and this price, or as it stands.
 * @returns false when it was submitted or quoted anew meanwhile; then nothing is written
 */
export async function settleQuote(
  trx: Db,
  { id, companyId, round }: ToImprove,
  better: { quote: FrozenQuote; parts?: readonly NewPart[] } | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('job')
    // A new round: who submits what was there before looks again.
    .set({ quote_final: 1, ...(better && { quote: JSON.stringify(better.quote), round: round + 1 }) })
    .where('id', '=', id)
    .where('status', '=', 'quoted')
    .where('round', '=', round)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (better?.parts) {
    await trx.deleteFrom('part').where('job_id', '=', id).execute()
    await insertParts(trx, { jobId: id, companyId, submittedAt: null }, better.parts)
  }
  return true
}

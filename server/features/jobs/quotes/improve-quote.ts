/**
 * A quote of many parts is answered with its first cut; what comes after that is done here, one quote after the other,
 * fairly by company. The row says that it is not final, so a process that is killed leaves it to the next one that starts, or
 * to another that looks. The parts give way only to fewer of them, or to as many that ask for less beyond the area; the
 * price of one stays what it was: nobody ever pays more than was quoted.
 */

import type { Kysely } from 'kysely'
import type { FrozenQuote } from '../../../cut/quote.ts'
import type { Ids } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { fairLimit } from '../../../platform/fair-limit.ts'
import { JsonText } from '../../../platform/json-text.ts'
import { TryLater } from '../../../platform/refusal.ts'
import type { KlicType } from '../../../registry/klic.ts'
import { centsOf } from '../../../registry/prices.ts'
import type { AreaPlan } from '../../areas/survey.ts'
import type { Compute, Database } from '../../services.ts'
import { insertParts, type NewPart } from '../rows/parts.ts'
import type { SeenJob } from '../rows/requotes.ts'
import { partsOfSurvey, requestFromQuote } from './renew-quote.ts'

type ImproverServices = Database & Pick<Compute, 'survey'>

export interface QuoteImprover {
  /** Losing it loses nothing: `goOn` finds it. */
  improve(quote: OpenQuote): void
  /**
   * Takes up what others left: those that ended, and those that had too much to do.
   * @param leftAloneMs so long a quote belongs to the process that made it
   */
  goOn(leftAloneMs?: number): Promise<void>
  /** Now what a killed process left, and from time to time what another server of the office left. */
  keepLooking(): void
  /** Starts no more work. @returns when the running work has ended; the caller ends the surveys meanwhile */
  close(): Promise<void>
}

const LEFT_ALONE_MS = 60_000
/** Quotes that wait in this process; the others are found by a later look. */
const MAX_WAITING = { ofOne: 500, ofAll: 2000 }
const AT_ONE_LOOK = 200
const LOOK_EVERY_MS = 30_000

/** @param onError gets an error that a repeat would meet again, for the log; the quote is final as it stands */
export function quoteImprover(
  services: ImproverServices,
  onError: (error: unknown, quote: OpenQuote) => void,
  { atOnce = 1 }: { atOnce?: number } = {},
): QuoteImprover {
  const running = new Map<string, Promise<void>>()
  let isClosing = false
  const inTurn = fairLimit(
    { atOnce, mostWaiting: MAX_WAITING },
    ({ companyId }: OpenQuote) => ({ companyId }),
    async (quote) => {
      if (!isClosing) await improveQuote(services, quote, onError, () => isClosing)
    },
  )
  const improve = (quote: OpenQuote): void => {
    if (isClosing || running.has(quote.jobId)) return
    const doing = inTurn(quote)
      // Too much waits, or the store is away: it is found at a later look.
      .catch((error) => {
        if (!(error instanceof TryLater) && !isClosing) onError(error, quote)
      })
      .finally(() => running.delete(quote.jobId))
    running.set(quote.jobId, doing)
  }
  const goOn = async (leftAloneMs = LEFT_ALONE_MS): Promise<void> => {
    const now = services.clock.now()
    const before = new Date(now.getTime() - leftAloneMs).toISOString()
    for (const quote of await quotesToImprove(services.store.db, before, now.toISOString(), AT_ONE_LOOK)) improve(quote)
  }
  return {
    improve,
    goOn,
    keepLooking() {
      // An outage is told where people ask.
      void goOn(0).catch(() => {})
      setInterval(() => void goOn().catch(() => {}), LOOK_EVERY_MS).unref()
    },
    async close() {
      isClosing = true
      await Promise.all(running.values())
    },
  }
}

async function improveQuote(
  services: ImproverServices,
  open: OpenQuote,
  onError: (error: unknown, quote: OpenQuote) => void,
  isEnding: () => boolean,
): Promise<void> {
  const { store } = services
  const seen = await quoteToImprove(store.db, open)
  if (!seen) return
  let surveyed: AreaPlan | undefined
  try {
    const priceCents = centsOf(seen.quote.price_per_notification.amount)
    surveyed = await services.survey({ ...requestFromQuote(seen, seen.area), priceCents }, open)
  } catch (error) {
    if (error instanceof TryLater || isEnding()) throw error
    onError(error, open)
  }
  const better = surveyed && betterOf(services.ids, seen.quote, surveyed)
  await store.transaction({ company: open.companyId }, (trx) => settleQuote(trx, seen, better))
}

/** @returns undefined when what is quoted is as good; without parts when only more is known of it */
function betterOf(ids: Ids, quoted: FrozenQuote, surveyed: AreaPlan) {
  const { quote } = surveyed
  const fewer = quoted.notifications - quote.notifications
  const less = quoted.extra_area_m2 - quote.extra_area_m2
  if (fewer > 0 || (fewer === 0 && less > 0)) return { quote, parts: partsOfSurvey(ids, surveyed, false) }
  return fewer === 0 && less === 0 ? { quote } : undefined
}

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
async function quoteToImprove(db: Db, { jobId, companyId }: OpenQuote): Promise<ToImprove | undefined> {
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
async function settleQuote(
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

/** Calls of several API processes counted together: one row for each caller and window. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { CallCount } from '../../platform/http/call-count.ts'

const FORGET_EVERY_MS = 60_000
/** Longer than any window. */
const KEEP_MS = 3_600_000

export function sharedCallCount(db: Kysely<DB>): CallCount {
  let forgotAtMs = 0
  return {
    async add(who, uses, nowMs, windowMs) {
      if (Math.abs(nowMs - forgotAtMs) >= FORGET_EVERY_MS) {
        forgotAtMs = nowMs
        await db
          .deleteFrom('rate_window')
          .where('started_ms', '<', nowMs - KEEP_MS)
          .execute()
      }
      // Machines' clocks differ a little: a window that began just ahead of this clock is the same window.
      const isOver = sql<boolean>`(rate_window.started_ms <= ${nowMs - windowMs} or rate_window.started_ms > ${nowMs + windowMs})`
      const row = await db
        .insertInto('rate_window')
        // Addresses and e-mail addresses are nobody's business here.
        .values({ who: createHash('sha256').update(who).digest('base64url'), started_ms: nowMs, used: uses })
        .onConflict((conflict) =>
          conflict.column('who').doUpdateSet({
            started_ms: sql<number>`case when ${isOver} then ${nowMs} else rate_window.started_ms end`,
            used: sql<number>`case when ${isOver} then ${uses} else rate_window.used + ${uses} end`,
          }),
        )
        .returning(['started_ms', 'used'])
        .executeTakeFirstOrThrow()
      return { startedMs: row.started_ms, used: row.used }
    },
  }
}

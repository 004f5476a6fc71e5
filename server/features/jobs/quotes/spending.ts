/**
 * How much may be spent in a Dutch calendar day: by a key, and by the company. Judged inside the transaction that
 * spends, where nobody else can write: two submissions at the same instant never share what is left for one.
 * What was submitted counts until the registry has rejected it: that was not filed.
 */

import type { Kysely } from 'kysely'
import type { Quote } from '../../../cut/quote.ts'
import type { Ids } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { BilledBy, RegistryEnvironment } from '../../../registry/klic.ts'
import { centsOf, euros } from '../../../registry/prices.ts'
import { dutchDate } from '../../../registry/working-days.ts'
import { limitsOver } from '../../keys/rows.ts'
import { appendToJobLog } from '../../log-rows.ts'
import type { Permitted } from '../../services.ts'
import { recordAct, spentCents } from '../../settings/company-rows.ts'
import { settingsOf } from '../../settings/rows.ts'

export interface Submission {
  jobId: string
  environment: RegistryEnvironment
  billedBy: BilledBy
  /** As the caller has seen it */
  quote: Pick<Quote, 'notifications' | 'total'>
  /** Danger waits for no limit: it counts towards those of the day, and is held up by none */
  isCalamity?: boolean
}

/**
 * The submission in the log of paid acts, in the transaction that accepts the job.
 * @throws Refusal SPENDING_LIMIT with the figures; the transaction must end with it
 */
export async function spend(
  trx: Kysely<DB>,
  ids: Ids,
  caller: Permitted<'write'>,
  submission: Submission,
  now: Date,
): Promise<void> {
  const day = dutchDate(now.getTime())
  const cents = centsOf(submission.quote.total.amount)
  const spent = { companyId: caller.companyId, environment: submission.environment, day }
  if (!submission.isCalamity) {
    const companyLimit = (await settingsOf(trx, caller.companyId))['billing.daily_limit_cents']
    if (companyLimit !== null) refuseOver('company', companyLimit, await spentCents(trx, spent), cents, day)
    for (const limit of caller.key ? await limitsOver(trx, caller.key.id) : []) {
      refuseOver('key', limit.cents, await spentCents(trx, { ...spent, keyId: limit.keyId }), cents, day)
    }
  }
  await recordAct(trx, {
    id: ids.make('act'),
    company_id: caller.companyId,
    at: now.toISOString(),
    day,
    actor: caller.actor,
    key_id: caller.key?.id ?? null,
    act: 'submit',
    job_id: submission.jobId,
    environment: submission.environment,
    billed_by: submission.billedBy,
    notifications: submission.quote.notifications,
    amount_cents: cents,
    address: caller.address,
  })
  await appendToJobLog(trx, submission.jobId, {
    companyId: caller.companyId,
    at: now.toISOString(),
    actor: caller.actor,
    act: 'job.submitted',
    data: { notifications: submission.quote.notifications, amount_cents: cents, environment: submission.environment },
  })
  if (submission.isCalamity) {
    const confirmed = { companyId: caller.companyId, at: now.toISOString(), actor: caller.actor }
    await appendToJobLog(trx, submission.jobId, { ...confirmed, act: 'calamity.confirmed', data: {} })
  }
}

function refuseOver(scope: 'company' | 'key', limit: number, spent: number, asked: number, day: string): void {
  if (spent + asked <= limit) return
  const [most, already, now] = [limit, spent, asked].map((cents) => euros(cents).amount)
  const whose = scope === 'key' ? 'this API key (with those it made or was made with)' : 'the company'
  const remedy = scope === 'key' ? 'Use a key with a higher daily_limit' : 'Raise the setting billing.daily_limit_cents'
  throw new Refusal(
    'SPENDING_LIMIT',
    `The limit of ${whose} is EUR ${most} a day; EUR ${already} is spent on ${day}, and this asks for EUR ${now}. Nothing was submitted. ${remedy}, or go on tomorrow.`,
    { extra: { scope, day, limit: euros(limit), spent_today: euros(spent), asked: euros(asked) } },
  )
}

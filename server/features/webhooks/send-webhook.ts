/**
 * One try to tell one event to its address. At least once: the row was there first, it names the time of the next try,
 * and the sweep finds it then, also after a restart or a night with the lid closed. The webhook-id is the same on every
 * try, the timestamp and the signatures are those of the try.
 */

import { inTurn } from '../../platform/fairness.ts'
import type { Flow } from '../../platform/queue/port.ts'
import { TryLater } from '../../platform/refusal.ts'
import type { Choose, PendingRun } from '../fair-start.ts'
import type { Database } from '../services.ts'
import type { CompanySettings } from '../settings/settings.ts'
import type { Logging, Settings, WebhookCalls } from '../task-context.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../task-context.ts'
import { companyUrl } from './event-types.ts'
import { type Attempt, type EventRow, eventById, giveUpEvent, recordAttempt } from './rows.ts'
import { newWebhookSecret, webhookHeaders, webhookSecrets } from './secrets.ts'

/** After the first try; a little over three days, as Standard Webhooks proposes. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY]
/** In words, for the reference of the API. */
export const TRIES_IN_WORDS = `${PAUSES.length + 1} tries in about ${Math.round(PAUSES.reduce((sum, each) => sum + each, 0) / DAY)} days`
/** An address may ask for patience, not for silence. */
const LONGEST_PAUSE = DAY
const GONE = 410

export const sendWebhook = (
  services: Database & Settings & WebhookCalls & Logging,
): Flow<{ eventId: string; round: number }> => ({
  name: 'send-webhook',
  version: '2',
  async run({ eventId, round }, steps) {
    await steps.run('tell', () => tell(services, eventId, round))
  },
})

async function tell(
  services: Database & Settings & WebhookCalls & Logging,
  eventId: string,
  round: number,
): Promise<null> {
  const event = await eventById(services.store, eventId)
  const now = services.clock.now()
  const isDue = event.next_attempt_at === null || event.next_attempt_at <= now.toISOString()
  // An earlier life got through, or it was sent again on demand.
  if (event.state !== 'waiting' || event.round !== round || !isDue) return null
  const settings = await services.settingsOf(event.company_id)
  const url = addressOf(event, settings)
  if (url === null) {
    await giveUpEvent(services.store, eventId, 'The company URL was removed, or it said that it is gone.')
    return null
  }
  const answer = await post(services, event, url, settings, now)
  const isTaken = answer.status !== null && answer.status >= 200 && answer.status < 300
  if (!isTaken) services.log.warn({ eventId, status: answer.status, reason: answer.error }, 'An event was not taken')
  await recordAttempt(services.store, event, {
    at: now.toISOString(),
    url,
    status: answer.status,
    durationMs: services.clock.now().getTime() - now.getTime(),
    error: isTaken ? null : answer.error,
    outcome: isTaken ? { state: 'sent' } : afterFailure(event, answer, services.clock.now()),
    companyUrlGone: answer.status === GONE && event.target === 'company',
  })
  return null
}

/** A company's address that was corrected meanwhile is the one that counts. */
const addressOf = (event: EventRow, settings: CompanySettings): string | null =>
  event.target === 'company' ? companyUrl(settings) : event.target_url

interface Answer {
  status: number | null
  retryAfterMs?: number
  error: string
}

async function post(
  services: Database & WebhookCalls,
  event: EventRow,
  url: string,
  settings: CompanySettings,
  now: Date,
): Promise<Answer> {
  const make = () => newWebhookSecret(services.ids)
  const secrets = await webhookSecrets(services.store, event.company_id, make, now.toISOString())
  const headers = { 'content-type': 'application/json', ...webhookHeaders(event, secrets, now) }
  const options = { allowPrivate: settings['webhooks.allow_private'] }
  try {
    const { status, retryAfterMs } = await services.post(url, headers, event.payload, options)
    const error = status === GONE ? 'The address says that it is gone (410)' : `The address answered ${status}`
    return { status, retryAfterMs, error }
  } catch (error) {
    if (!(error instanceof TryLater)) throw error
    return { status: null, error: error.message }
  }
}

function afterFailure(event: EventRow, answer: Answer, now: Date): Attempt['outcome'] {
  const pause = PAUSES[event.attempts]
  if (answer.status === GONE || pause === undefined) return { state: 'given_up' }
  const wait = Math.max(pause, Math.min(answer.retryAfterMs ?? 0, LONGEST_PAUSE))
  return { state: 'waiting', nextAttemptAt: new Date(now.getTime() + wait).toISOString() }
}

/**
 * Calls under way at one moment, over all workers. A call that is not answered takes 15 seconds: so each receiver has its own
 * turn and few places, and one that did not answer last time has a single one.
 */
export const MAX_CONCURRENT_DELIVERIES = {
  ofAll: 16,
  ofCompany: 8,
  ofSilent: 4,
  ofReceiver: 4,
  ofSilentReceiver: 1,
} as const

export interface PendingWebhook {
  readonly key: string
  readonly companyId: string
  /** Host and port; receivers of two companies are two */
  readonly receiver: string | null
  /** It did not answer when it was last tried. */
  readonly isSilent: boolean
}

/** @param told all that is to be told, what is being told included */
export const chooseByReceiver = (told: readonly PendingWebhook[]): Choose => {
  const byKey = new Map(told.map((each) => [each.key, each]))
  return (waiting, underWay) => {
    const counts = new Map<string, number>()
    const places = (one: PendingWebhook): [what: string, most: number][] => [
      ['all', MAX_CONCURRENT_DELIVERIES.ofAll],
      [`company ${one.companyId}`, MAX_CONCURRENT_DELIVERIES.ofCompany],
      [
        `receiver ${one.companyId} ${one.receiver}`,
        one.isSilent ? MAX_CONCURRENT_DELIVERIES.ofSilentReceiver : MAX_CONCURRENT_DELIVERIES.ofReceiver,
      ],
      ...(one.isSilent ? [['silent', MAX_CONCURRENT_DELIVERIES.ofSilent] as [string, number]] : []),
    ]
    const take = (one: PendingWebhook): void => {
      for (const [what] of places(one)) counts.set(what, (counts.get(what) ?? 0) + 1)
    }
    const busy = new Map<string, number>()
    for (const { begun } of underWay) {
      take(byKey.get(begun.key)!)
      busy.set(begun.companyId, (busy.get(begun.companyId) ?? 0) + 1)
    }
    const answeringFirst = waiting
      .map((begun) => ({ begun, companyId: begun.companyId, told: byKey.get(begun.key)! }))
      .sort((a, b) => Number(a.told.isSilent) - Number(b.told.isSilent))
    const chosen: PendingRun<never>[] = []
    for (const { begun, told: one } of inTurn(answeringFirst, busy, answeringFirst.length)) {
      if (!places(one).every(([what, most]) => (counts.get(what) ?? 0) < most)) continue
      take(one)
      chosen.push(begun)
    }
    return chosen
  }
}

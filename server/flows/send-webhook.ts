/**
 * Tells one event to its address: at least once, the same webhook-id on every try, growing pauses for about three days.
 * The row was there first, so a kill loses nothing.
 */
import { TryLater } from '../domain/refusal.ts'
import { type Flow, STEPS_PER_RUN } from '../engine/port.ts'
import { eventById, recordNotSent, recordSent } from '../store/events.ts'
import { DAY, HOUR, MINUTE, type Needs, SECOND } from './needs.ts'

const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY]
const GONE = 410

type Told = { done: true } | { done: false; pauseMs: number }

export const sendWebhook = (needs: Needs): Flow<{ eventId: string }> => ({
  name: 'send-webhook',
  version: '1',
  async run({ eventId }, steps) {
    for (let turn = 0; turn * 2 < STEPS_PER_RUN; turn++) {
      const told = await steps.run<Told>(`tell-${turn}`, () => tell(needs, eventId))
      if (told.done) return
      await steps.sleep(`pause-${turn}`, told.pauseMs)
    }
  },
})

async function tell(needs: Needs, eventId: string): Promise<Told> {
  const event = await eventById(needs.store, eventId)
  if (event.state !== 'waiting') return { done: true }
  const now = needs.clock.now()
  const left = event.next_attempt_at === null ? 0 : Date.parse(event.next_attempt_at) - now.getTime()
  if (left > 0) return { done: false, pauseMs: left }
  const outcome = await post(needs, event.target_url, event.id, event.payload)
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) {
    await recordSent(needs.store, eventId, outcome.status)
    return { done: true }
  }
  const pauseMs = outcome.status === GONE ? undefined : PAUSES[event.attempts]
  const wait = pauseMs === undefined ? null : Math.max(pauseMs, outcome.retryAfterMs ?? 0)
  await recordNotSent(needs.store, eventId, {
    status: outcome.status,
    error: outcome.error,
    nextAttemptAt: wait === null ? null : new Date(now.getTime() + wait).toISOString(),
  })
  return wait === null ? { done: true } : { done: false, pauseMs: wait }
}

async function post(needs: Needs, url: string, id: string, body: string) {
  const timestamp = String(Math.floor(needs.clock.now().getTime() / 1000))
  const headers = { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': timestamp }
  try {
    const { status, retryAfterMs } = await needs.post(url, headers, body)
    return { status, retryAfterMs, error: `The address answered ${status}` }
  } catch (error) {
    if (!(error instanceof TryLater)) throw error
    return { status: null, retryAfterMs: error.retryAfterMs, error: error.message }
  }
}

/**
 * Signatures as Standard Webhooks 1.0.0 has them: HMAC-SHA256 over `id.timestamp.body`, one for each secret that is
 * valid, so that a receiver may change to a new secret at its own time.
 */
import { createHmac } from 'node:crypto'
import type { WebhookSecret } from '../domain/settings.ts'

const PREFIX = 'whsec_'

/** The three headers of one try. @param at the moment of the try: receivers refuse an old one */
export function webhookHeaders(
  event: { id: string; payload: string },
  secrets: readonly WebhookSecret[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets
    .filter((each) => each.expiresAt === null || each.expiresAt > at.toISOString())
    .map((each) => {
      const key = Buffer.from(each.secret.slice(PREFIX.length), 'base64')
      const hash = createHmac('sha256', key).update(`${event.id}.${timestamp}.${event.payload}`)
      return `v1,${hash.digest('base64')}`
    })
  return { 'webhook-id': event.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/**
 * Signatures as Standard Webhooks 1.0.0 has them, over `id.timestamp.body`: HMAC-SHA256 (v1) for who has the secret, and
 * Ed25519 (v1a) for who has an API key only and reads the public key. One of each for every secret that is valid, so that
 * a receiver may change to a new one at its own time.
 */
import { createHmac, sign } from 'node:crypto'
import { privateKeyOf, type SigningSecret } from './secret-rows.ts'

const PREFIX = 'whsec_'

/** The three headers of one try. @param at the moment of the try: receivers refuse an old one */
export function webhookHeaders(
  event: { id: string; payload: string },
  secrets: readonly SigningSecret[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets
    .filter((each) => each.expiresAt === null || each.expiresAt > at.toISOString())
    .flatMap((each) => {
      const key = Buffer.from(each.secret.slice(PREFIX.length), 'base64')
      const signed = Buffer.from(`${event.id}.${timestamp}.${event.payload}`)
      const hash = createHmac('sha256', key).update(signed).digest('base64')
      return [`v1,${hash}`, `v1a,${sign(null, signed, privateKeyOf(each.seed)).toString('base64')}`]
    })
  return { 'webhook-id': event.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

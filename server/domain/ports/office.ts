/** An office's server, as a desktop sees it. */
import { TryLater } from '../refusal.ts'

/** waiting: not there yet; quoted: there, nothing is filed; submitted: filed there; refused: it did not take it. */
export const HANDOVER_STATES = ['waiting', 'quoted', 'submitted', 'refused'] as const
export type HandoverState = (typeof HANDOVER_STATES)[number]

export type OfficeReach = 'reached' | 'key_refused' | 'not_reached'

export interface OfficeAnswer {
  status: number
  /** Of its JSON; null: there is none. */
  json: Record<string, unknown> | null
}

/** There was no connection: whatever was asked, the office has not heard of it. */
export class OfficeNotReached extends TryLater {}

/** Calls the office's API v1. */
export interface OfficeClient {
  readonly url: string
  /** @param path below /api/v1. @throws TryLater: there is no answer, or one to be asked again for (408, 429, 5xx); OfficeNotReached where nothing was sent */
  ask(path: string, body?: unknown): Promise<OfficeAnswer>
}

/** The key must not cross a network in the clear: https, or this very computer. @returns what is wrong, in words */
export function officeUrlComplaint(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an address such as https://klic.office.example'
  const { protocol, hostname, username, search, hash } = new URL(text)
  if (username || search || hash) return 'must hold no user, question mark or hash'
  if (protocol === 'https:') return undefined
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return protocol === 'http:' && isHere ? undefined : 'must begin with https://, because the key is sent there'
}

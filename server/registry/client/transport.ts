/**
 * One HTTP exchange with the registry: timeout, cap on the answer, and the verdict "unknown outcome" as TryLater.
 * No message of an error holds an address, a header or a body that was sent.
 */
import { TryLater } from '../../platform/refusal.ts'
import { parseJson } from './answers.ts'

export interface Answer {
  status: number
  body: string
  json: Record<string, unknown> | undefined
}

/** An answer names its moment in whole seconds: half of one is the least wrong. */
const HALF_SECOND_MS = 500

/** How far this computer's clock is from the registry's, by the `Date` of what it last answered. */
export interface ClockWatch {
  /** The same as `send`, and looked at. */
  send: typeof fetch
  /** Seconds that this computer is ahead, negative when it is behind; null before any answer. */
  offS(): number | null
}

export const watchClock = (send: typeof fetch, now: () => number = Date.now): ClockWatch => {
  let off: number | null = null
  return {
    send: async (...asked) => {
      const sentMs = now()
      const answer = await send(...asked)
      const theirs = Date.parse(answer.headers.get('date') ?? '')
      // What some cache had kept tells the time of another day.
      const isFresh = Number.isFinite(theirs) && answer.headers.get('age') === null
      if (isFresh) off = Math.round(((sentMs + now()) / 2 - theirs - HALF_SECOND_MS) / 1000)
      return answer
    },
    offS: () => off,
  }
}

const TIMEOUT_MS = 30_000
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** Seconds or an HTTP date; undefined when there is none that makes sense. */
export const retryAfterMs = (header: string | null, nowMs: number): number | undefined => {
  if (!header) return undefined
  const seconds = Number(header)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : undefined
}

export const isPassing = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500

const bodyText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new Error('answer too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** @throws TryLater on no answer, a broken one, a redirect, 408, 425, 429 and 5xx */
export const exchange = async (
  send: typeof fetch,
  what: string,
  url: URL | string,
  init: RequestInit,
  now: () => number,
): Promise<Answer> => {
  let response: Response
  let body: string
  try {
    response = await send(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    body = await bodyText(response)
  } catch (cause) {
    throw new TryLater(`No answer from the registry while ${what}.`, { cause })
  }
  const { status } = response
  if (isPassing(status)) {
    const waitMs = retryAfterMs(response.headers.get('retry-after'), now())
    throw new TryLater(
      `The registry is not available (${status}) while ${what}.`,
      waitMs === undefined ? {} : { retryAfterMs: waitMs },
    )
  }
  if (status >= 300 && status < 400) {
    throw new TryLater(`The registry wants to send us elsewhere (${status}) while ${what}; we do not follow.`)
  }
  return { status, body, json: parseJson(body) }
}

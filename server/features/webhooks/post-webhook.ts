/**
 * POSTs an event to an address that others named. The name is resolved once, every address it has is judged, and the
 * connection goes to one of exactly these: a name that changes its mind meanwhile (DNS rebinding) changes nothing.
 * Redirects are not followed, because they would name another address; of the answer no more than its head is used.
 */
import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { TryLater } from '../../platform/refusal.ts'
import { addressKind, hostOf, targetComplaint } from './target-url.ts'

const TIMEOUT_MS = 15_000
const MAX_OF_THE_ANSWER_BYTES = 64 * 1024
const USER_AGENT = 'KLIC-Desktop'

export interface Address {
  address: string
  family: number
}

export interface PostOptions {
  allowPrivate: boolean
  timeoutMs?: number
  /** All addresses of a name; a test gives its own. */
  resolve?: (host: string) => Promise<Address[]>
}

/**
 * @returns the HTTP status, of a failure too, and the pause the address asks for
 * @throws TryLater when there is no answer in time, or when the address is none that events go to
 */
export async function postWebhook(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowPrivate, timeoutMs = TIMEOUT_MS, resolve = resolveAll }: PostOptions,
): Promise<{ status: number; retryAfterMs?: number }> {
  const complaint = targetComplaint(url)
  if (complaint) throw new TryLater(`The URL ${complaint}`)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const target = new URL(url)
    const addresses = await inTime(resolve(hostOf(target.hostname)), signal)
    judge(addresses, allowPrivate)
    const answer = await send(target, headers, body, addresses, signal)
    const retryAfterMs = pauseAskedFor(answer.headers['retry-after'])
    return { status: answer.statusCode ?? 0, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  } catch (error) {
    if (error instanceof TryLater) throw error
    if (signal.aborted) throw new TryLater(`The address did not answer within ${timeoutMs / 1000} s`, { cause: error })
    throw new TryLater(inWords((error as { code?: string }).code), { cause: error })
  }
}

const resolveAll = (host: string): Promise<Address[]> => lookup(host, { all: true, verbatim: true })

/**
 * A name that also stands for a forbidden address is not trusted with its other ones. Callers read why, and not the
 * address: it tells of a network that is not theirs.
 */
function judge(addresses: readonly Address[], allowPrivate: boolean): void {
  if (addresses.length === 0) throw new TryLater('The name of the address is not known')
  for (const { address } of addresses) {
    const kind = addressKind(address)
    if (kind === 'never') {
      throw new TryLater(
        'The address is, or its name stands for, one that events never go to: link-local, metadata or multicast',
      )
    }
    if (kind === 'private' && !allowPrivate) {
      throw new TryLater(
        'The address is, or its name stands for, a loopback or private one: events go there only where the setting webhooks.allow_private says so',
      )
    }
  }
}

function send(
  target: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method: 'POST',
      headers: { 'user-agent': USER_AGENT, ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own: one that was judged for another event is not this one.
      agent: false,
      signal,
      // Asked for a name only; a literal address was judged as it stands, and is what is called.
      lookup: (_host, { all }, done) => {
        const [first] = addresses
        if (all) done(null, [...addresses])
        else done(null, first!.address, first!.family)
      },
    })
    request.on('error', reject)
    request.on('response', (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_OF_THE_ANSWER_BYTES) answer.destroy()
      })
      answer.on('error', () => {})
      resolve(answer)
    })
    request.end(body)
  })
}

const inTime = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })

/** Whole seconds or an HTTP date (RFC 9110, 10.2.3); anything else is not said. */
export function pauseAskedFor(retryAfter: string | undefined, nowMs: number = Date.now()): number | undefined {
  if (retryAfter === undefined) return undefined
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

const inWords = (code: string | undefined): string => {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of the address is not known'
    case 'ECONNREFUSED':
      return 'Nothing listens at the address'
    default:
      return `The connection failed${code === undefined ? '' : ` (${code})`}`
  }
}

/**
 * The one client of Kadaster's KLIC B2B interface. The simulator is only another address.
 * Knows nothing of jobs, of retries over time or of the store: a flow asks, keeps the answer, and asks again later.
 */
import { Refusal, TryLater } from '../../platform/refusal.ts'
import { readSafetyAreas } from '../safety-areas.ts'
import type { OwnDeliveries, RegistryClient, RegistryClientOptions, RegistryMessage } from '../types.ts'
import {
  deliveryPage,
  errorMessages,
  fixOf,
  listed,
  type PagedDelivery,
  parseJson,
  pollOutcome,
  requestReading,
} from './answers.ts'
import { downloadDelivery } from './download.ts'
import { HostNotAllowed, kept, mayHaveToken, pathsOf, resolveUrl } from './endpoints.ts'
import { ownPace } from './pace.ts'
import { createTokens, TokenRefused } from './tokens.ts'
import { type Answer, exchange } from './transport.ts'

const MAX_PAGES = 1000
/** A fault of an account is not solved within a minute, but must not need a restart either. */
const ACCOUNT_WAIT_MS = 15 * 60_000
/** A login, or other credentials: a user can correct it at any moment. */
const LOGIN_WAIT_MS = 60_000
const LIST_LIFE_MS = 60_000
/** There time runs faster. */
const SIMULATED_LIST_LIFE_MS = 1000

/** References of this form steer the simulator; no real order may carry one. */
const holdsMarker = (body: string): boolean => {
  const requests = parseJson(body)?.gebiedsinformatieAanvragen
  return Array.isArray(requests) && requests.some((request) => /SIM:/.test(String(request?.referentie ?? '')))
}

/** It answers, and what it says is of no use yet. */
const notReady = (message: string): TryLater => new TryLater(message, { reason: 'not_ready' })

const waitFor = (refused: TokenRefused): TryLater =>
  new TryLater(refused.message, {
    retryAfterMs: LOGIN_WAIT_MS,
    reason: refused.needsLogin ? 'login_required' : 'access_refused',
    cause: refused,
  })

/** The door was shut before the order was looked at: nothing is filed, and the same order goes once it is open. */
const isShutOut = (status: number, messages: readonly RegistryMessage[]): boolean => {
  const codes = messages.map(({ code }) => code)
  if (codes.includes('COR9003')) return true
  if (codes.includes('invalid_request') || codes.some((code) => /^(COR|GEO)/.test(code))) return false
  return status === 401 || status === 403
}

export const createRegistryClient = (options: RegistryClientOptions): RegistryClient => {
  const { endpoints, log } = options
  const now = (): number => Number(options.clock.now())
  const send = options.fetch ?? fetch
  const paths = pathsOf(endpoints.environment)
  const paced = options.paced ?? ownPace(endpoints, options.intervalMs)
  const tokens = options.tokens ?? createTokens({ endpoints, credentials: options.credentials, now, send, paced })
  let requestsPath = paths.requests[0]

  const call = async (what: string, url: URL, body?: string): Promise<Answer> => {
    const once = async (): Promise<{ answer: Answer; token: string }> => {
      const token = mayHaveToken(endpoints, url) ? await tokens.get() : ''
      const headers = {
        accept: 'application/json',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      }
      const init = body === undefined ? { headers } : { method: 'POST', headers, body }
      return { token, answer: await paced(() => exchange(send, what, url, init, now)) }
    }
    const first = await once()
    if (first.answer.status !== 401 || first.answer.json?.error !== 'invalid_token') return first.answer
    tokens.drop(first.token)
    return (await once()).answer
  }

  const shutOut = (what: string, status: number, messages: readonly RegistryMessage[]): TryLater => {
    const codes = messages.map(({ code }) => code)
    log?.warn({ status, codes }, `registry refused while ${what}`)
    return new TryLater(`The registry refused (${status}, ${codes.join(', ')}) while ${what}.`, {
      retryAfterMs: ACCOUNT_WAIT_MS,
      reason: 'access_refused',
    })
  }

  /** A question: a refused token is something to wait for, since the order or delivery itself is not in doubt. */
  const ask = async (what: string, url: URL): Promise<Answer> => {
    const answer = await call(what, url).catch((failure: unknown) => {
      if (!(failure instanceof TokenRefused)) throw failure
      throw waitFor(failure)
    })
    if (answer.status === 200 || answer.status === 404) return answer
    // It asks for a token, which goes there only when somebody has allowed that host by name.
    if (!mayHaveToken(endpoints, url)) throw new HostNotAllowed(url.hostname)
    throw shutOut(what, answer.status, errorMessages(answer.status, answer.body))
  }

  const whole = (what: string, answer: Answer): Record<string, unknown> => {
    if (!answer.json) throw notReady(`The registry answered with something that is no JSON while ${what}.`)
    return answer.json
  }

  const ownAddress = (address: string): URL => {
    if (!URL.canParse(address, endpoints.serviceUrl)) throw notReady('The registry named a page that is no address.')
    const { pathname, search } = new URL(address, endpoints.serviceUrl)
    return new URL(`${pathname}${search}`, endpoints.serviceUrl)
  }

  /** Every item of every page; undefined when the first page says that there is nothing to list yet. */
  const pagesOf = async (
    what: string,
    giAanvraagId?: string,
  ): Promise<{ found: PagedDelivery[]; calls: number } | undefined> => {
    let next: URL | null = new URL(paths.deliveries, endpoints.serviceUrl)
    const { credentials } = options
    if (credentials.kind === 'client_credentials' && credentials.isForApplicant) {
      next.searchParams.set('relatienummerAanvrager', credentials.relationNumber)
    }
    if (giAanvraagId !== undefined) next.searchParams.set('giAanvraagId', giAanvraagId)
    const found: PagedDelivery[] = []
    const seen = new Set<string>()
    while (next && !seen.has(next.href) && seen.size < MAX_PAGES) {
      seen.add(next.href)
      const answer = await ask(what, next)
      if (answer.status === 404 && seen.size === 1) return undefined
      if (answer.status === 404) throw notReady('A further page of the delivery list is missing.')
      const page = deliveryPage(whole(what, answer))
      found.push(...page.deliveries.filter((delivery) => Number.isInteger(delivery.sequence)))
      // A page of the same list, wherever it is said to lie: a list asks for a token, which stays with the known host.
      next = page.next === null ? null : ownAddress(page.next)
    }
    return { found, calls: seen.size }
  }

  const ownLifeMs = endpoints.environment === 'simulator' ? SIMULATED_LIST_LIFE_MS : LIST_LIFE_MS
  let own: { askedAtMs: number; deliveries: Promise<OwnDeliveries> } | undefined
  const allOwn = async (): Promise<OwnDeliveries> => {
    const { found, calls } = (await pagesOf('listing all deliveries')) ?? { found: [], calls: 1 }
    const named = found.filter((delivery) => delivery.giAanvraagId !== null)
    const byRequest = Map.groupBy(named, (delivery) => delivery.giAanvraagId!.toLowerCase())
    return { calls, byRequest: new Map([...byRequest].map(([id, deliveries]) => [id, listed(deliveries)])) }
  }

  return {
    async fileOrder(body) {
      if (endpoints.environment !== 'simulator' && holdsMarker(body)) {
        throw new Refusal('VALIDATION_FAILED', 'A reference with SIM: is only for the simulator.')
      }
      const what = 'filing an order'
      try {
        const answer = await call(what, new URL(paths.file, endpoints.serviceUrl), body)
        if (answer.status === 202) {
          // The registry has it, also when the rest is unusable; whether its host may be asked is judged when it is asked.
          const pollUrl = answer.json?.pollUrl
          const isAddress = typeof pollUrl === 'string' && URL.canParse(pollUrl, endpoints.serviceUrl)
          if (!isAddress) return { kind: 'taken_unusable', answer: answer.body }
          return { kind: 'taken', pollUrl: kept(endpoints, pollUrl) }
        }
        if (answer.status < 400) throw new TryLater(`The registry gave an unexpected answer (${answer.status}).`)
        const messages = errorMessages(answer.status, answer.body)
        if (isShutOut(answer.status, messages)) throw shutOut(what, answer.status, messages)
        const fix = fixOf(answer.status, messages)
        if (fix === 'client') log?.warn({ status: answer.status, messages }, 'registry refused an order of our making')
        return { kind: 'refused', httpStatus: answer.status, messages, fix }
      } catch (failure) {
        // A token that is not given says nothing about the order.
        throw failure instanceof TokenRefused ? waitFor(failure) : failure
      }
    },

    async pollOrder(pollUrl) {
      const what = 'asking how an order fares'
      const answer = await ask(what, resolveUrl(endpoints, pollUrl))
      if (answer.status === 404) return { kind: 'not_known' }
      return pollOutcome(answer.json ?? {}, answer.body)
    },

    async readRequest(giAanvraagId) {
      const what = 'reading a request'
      const at = (path: string): URL => new URL(`${path}/${encodeURIComponent(giAanvraagId)}`, endpoints.serviceUrl)
      let answer = await ask(what, at(requestsPath))
      if (answer.status === 404) {
        const other = paths.requests.find((path) => path !== requestsPath)!
        answer = await ask(what, at(other))
        if (answer.status === 404) throw notReady('The registry does not know this request (yet).')
        requestsPath = other
      }
      const reading = requestReading(whole(what, answer))
      if (reading.status === 'unknown') log?.warn({ status: reading.rawStatus }, 'unknown request status')
      return reading
    },

    async listDeliveries(giAanvraagId) {
      const id = giAanvraagId.toLowerCase()
      const pages = await pagesOf('listing deliveries', giAanvraagId)
      if (!pages) return { kind: 'not_yet' }
      const ours = pages.found.filter((each) => each.giAanvraagId === null || each.giAanvraagId.toLowerCase() === id)
      return { kind: 'listed', deliveries: listed(ours) }
    },

    listOwnDeliveries() {
      if (own && now() - own.askedAtMs < ownLifeMs) return own.deliveries
      const asked = { askedAtMs: now(), deliveries: allOwn() }
      own = asked
      asked.deliveries.catch(() => {
        if (own === asked) own = undefined
      })
      return asked.deliveries
    },

    async listSafetyAreas() {
      const { environment, serviceUrl, safetyAreasUrl } = endpoints
      const address = environment === 'simulator' ? paths.safetyAreas : safetyAreasUrl
      if (!address) return { kind: 'not_granted' }
      const url = new URL(address, serviceUrl)
      // It asks for a token, and an unknown host gets none.
      if (!mayHaveToken(endpoints, url)) return { kind: 'host_not_allowed' }
      const answer = await call('listing the safety areas', url).catch((failure: unknown) => {
        throw failure instanceof TokenRefused ? waitFor(failure) : failure
      })
      if (answer.status !== 200) return { kind: 'not_granted' }
      const read = readSafetyAreas(answer.json)
      return read ? { kind: 'listed', ...read } : { kind: 'unreadable' }
    },

    async download(url, toFile) {
      return paced(() => downloadDelivery(send, endpoints, url, toFile, now))
    },
  }
}

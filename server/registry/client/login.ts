/**
 * Logging a person in: the system's browser goes to the authorization server and comes back to a loopback address that
 * we open for this one answer. The code lives 30 seconds and is exchanged at once; what matters is the refresh token.
 * Refuses a redirect address beyond this computer, an answer with another `state`, and a second answer.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { Refusal, TryLater } from '../../platform/refusal.ts'
import type { RegistryEndpoints } from '../types.ts'
import { errorMessages } from './answers.ts'
import { pathsOf, TOKEN_PATH } from './endpoints.ts'
import { exchange } from './transport.ts'

export interface LoginOptions {
  endpoints: RegistryEndpoints
  clientId: string
  clientSecret: string
  /** As registered at Kadaster: http, a loopback host, a port. */
  redirectUri: string
  /** How long a person may take. */
  patienceMs?: number
  fetch?: typeof fetch
  /** Kadaster's guide puts the secret in the address of the browser as well; only where the server insists. */
  secretInAddress?: boolean
}

export interface LoginUnderWay {
  /** To be opened in the system's browser. */
  authorizeUrl: string
  /** @throws Refusal when the person or the server says no, or nobody came in time; TryLater when there is no answer */
  finished: Promise<{ refreshToken: string }>
  cancel(): void
}

export const AUTHORIZE_PATH = '/auth/oauth/v2/authorize'
const PATIENCE_MS = 10 * 60_000
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** @throws Refusal VALIDATION_FAILED */
export const loopbackAddress = (redirectUri: string): URL => {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined
  if (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname) && url.port !== '') return url
  const message = 'The redirect address must be http on this computer, with a port: http://localhost:4790/authorize/.'
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/redirect_uri', code: 'REDIRECT_INVALID', message }],
  })
}

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()
/** As hashes, which are of one length for every input. */
const same = (a: string, b: string): boolean => timingSafeEqual(hashed(a), hashed(b))

const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>KLIC Desktop</title><p style="font:16px sans-serif">${text}</p>`
const DONE = page('U bent aangemeld; dit venster kan dicht. / You are logged in; this window can be closed.')
const NOT_DONE = page('Aanmelden is niet gelukt; zie KLIC Desktop. / Logging in failed; see KLIC Desktop.')

const failed = (message: string): Refusal => new Refusal('PERMISSION_DENIED', message)

/** The code for a refresh token. @throws Refusal PERMISSION_DENIED when the server says no */
const exchangeCode = async (options: LoginOptions, code: string): Promise<{ refreshToken: string }> => {
  const form = new URLSearchParams({
    client_id: options.clientId,
    client_secret: options.clientSecret,
    grant_type: 'authorization_code',
    code,
    redirect_uri: options.redirectUri,
  })
  const answer = await exchange(
    options.fetch ?? fetch,
    'exchanging the code of a login',
    new URL(TOKEN_PATH, options.endpoints.authorizationUrl),
    {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    },
    Date.now,
  )
  const token = answer.json?.refresh_token
  if (answer.status === 200 && typeof token === 'string') return { refreshToken: token }
  const codes = errorMessages(answer.status, answer.body).map((message) => message.code)
  throw failed(`The registry did not accept the login (${answer.status}, ${codes.join(', ')}). Try again.`)
}

/** Listens before it returns, so that the browser can't be faster. @throws Refusal, or TryLater when the port is taken */
export const startLogin = async (options: LoginOptions): Promise<LoginUnderWay> => {
  const redirect = loopbackAddress(options.redirectUri)
  const state = randomBytes(24).toString('base64url')
  const authorizeUrl = new URL(AUTHORIZE_PATH, options.endpoints.authorizationUrl)
  authorizeUrl.search = new URLSearchParams({
    response_type: 'code',
    client_id: options.clientId,
    redirect_uri: options.redirectUri,
    scope: pathsOf(options.endpoints.environment).scope,
    state,
    ...(options.secretInAddress ? { client_secret: options.clientSecret } : {}),
  }).toString()

  let settle: { done(value: { refreshToken: string }): void; fail(error: Error): void } | undefined
  const finished = new Promise<{ refreshToken: string }>((done, fail) => {
    settle = { done, fail }
  })
  // The awaiting caller gets a failure; without one yet, it must not end the process.
  finished.catch(() => {})
  let isAnswered = false

  const server = createServer((req, res) => {
    const at = req.url ?? ''
    const url = URL.canParse(at, redirect.href) ? new URL(at, redirect) : null
    const answerWith = (status: number, body: string): void => {
      res.writeHead(status, { 'content-type': 'text/html; charset=utf-8', connection: 'close' })
      res.end(body)
    }
    // Another program on this computer can call here too: without the state it is not heard, and the wait goes on.
    const isOurs = url?.pathname === redirect.pathname && same(url.searchParams.get('state') ?? '', state)
    if (req.method !== 'GET' || !isOurs || isAnswered) return answerWith(404, NOT_DONE)
    isAnswered = true
    const code = url.searchParams.get('code')
    const outcome = code
      ? exchangeCode(options, code)
      : Promise.reject(failed(`The login was not granted (${(url.searchParams.get('error') ?? '').slice(0, 60)}).`))
    void outcome
      .then(
        (login) => {
          answerWith(200, DONE)
          settle?.done(login)
        },
        (error: Error) => {
          answerWith(400, NOT_DONE)
          settle?.fail(error)
        },
      )
      .finally(close)
  })
  const timer = setTimeout(() => {
    settle?.fail(failed('Nobody logged in in time. Try again.'))
    close()
  }, options.patienceMs ?? PATIENCE_MS)
  const close = (): void => {
    clearTimeout(timer)
    server.close()
    server.closeIdleConnections()
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      clearTimeout(timer)
      reject(new TryLater(`Port ${redirect.port} of the redirect address is taken by another program.`, { cause }))
    })
    const host = redirect.hostname === '[::1]' ? '::1' : '127.0.0.1'
    server.listen(Number(redirect.port), host, resolve)
  })
  return {
    authorizeUrl: authorizeUrl.href,
    finished,
    cancel: () => {
      settle?.fail(failed('The login was cancelled.'))
      close()
    },
  }
}

/**
 * Access tokens: one per environment, client and scope, renewed at 80 % of its life, never shown to anyone.
 * Refuses by TokenRefused when the authorization server says no; TryLater when it says nothing.
 */
import { randomUUID, sign } from 'node:crypto'
import type {
  AuthorizationCodeCredentials,
  ClientCredentials,
  Credentials,
  Pace,
  RegistryEndpoints,
  RegistryMessage,
  Tokens,
} from '../types.ts'
import { errorMessages } from './answers.ts'
import { pathsOf, TOKEN_AUDIENCE, TOKEN_PATH } from './endpoints.ts'
import { exchange } from './transport.ts'

/** The authorization server refuses this client: nothing will go until settings or account are repaired. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
  readonly httpStatus: number
  readonly messages: RegistryMessage[]
  /** A person has to log in again; nothing else is wrong. */
  readonly needsLogin: boolean

  constructor(httpStatus: number, messages: RegistryMessage[], needsLogin = false) {
    super(`The authorization server refused a token (${httpStatus}).`)
    this.httpStatus = httpStatus
    this.messages = messages
    this.needsLogin = needsLogin
  }
}

const JWT_LIFE_S = 300
/** So far a computer's clock may be fast before its JWT is of the future over there; as in Kadaster's example. */
const JWT_BEFORE_S = 300
/** A machine's refused key is not tried again before this; other credentials are, at once, and so is a test. */
const REFUSED_FOR_MS = 15 * 60_000
const RENEW_AT = 0.8

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Works once: make a new one for every token request, also for a repeated one. */
export const signedJwt = (credentials: ClientCredentials, nowMs: number): string => {
  const nowS = Math.floor(nowMs / 1000)
  const header = encoded({ typ: 'JWT', alg: 'RS256', kid: credentials.keyId })
  const claims = encoded({
    iss: credentials.clientId,
    sub: credentials.clientId,
    aud: TOKEN_AUDIENCE,
    jti: randomUUID(),
    iat: nowS,
    nbf: nowS - JWT_BEFORE_S,
    exp: nowS + JWT_LIFE_S,
  })
  const signature = sign('RSA-SHA256', Buffer.from(`${header}.${claims}`), credentials.privateKeyPem)
  return `${header}.${claims}.${signature.toString('base64url')}`
}

/** A key that can't sign is a matter of settings, like a refused one; what the library says of it is not passed on. */
const assertionOf = (credentials: ClientCredentials, nowMs: number): string => {
  try {
    return signedJwt(credentials, nowMs)
  } catch {
    const text = 'The private key for the registry can not be used.'
    throw new TokenRefused(401, [{ severity: 'ERROR', code: 'key_unusable', text, pointer: null }])
  }
}

/** Client id or secret are wrong, or the right to this environment is missing: a new login would not help. */
const isOurs = (messages: readonly RegistryMessage[]): boolean =>
  messages.some(({ code }) => code === 'invalid_client' || code === 'invalid_scope' || code === 'unauthorized_client')

const machineForm = (credentials: ClientCredentials, scope: string, nowMs: number): URLSearchParams =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    scope,
    client_assertion: assertionOf(credentials, nowMs),
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  })

const personForm = async (credentials: AuthorizationCodeCredentials): Promise<URLSearchParams> => {
  const refreshToken = await credentials.loadRefreshToken()
  if (!refreshToken) {
    const text = 'Nobody is logged in at the registry.'
    throw new TokenRefused(401, [{ severity: 'ERROR', code: 'login_required', text, pointer: null }], true)
  }
  return new URLSearchParams({
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  })
}

export const createTokens = (options: {
  endpoints: RegistryEndpoints
  credentials: Credentials
  now: () => number
  send: typeof fetch
  paced?: Pace
}): Tokens => {
  const { endpoints, credentials, now, paced = (call) => call() } = options
  const { scope } = pathsOf(endpoints.environment)
  let held: { token: string; renewAtMs: number; scopes: string[] | null } | undefined
  let fetching: Promise<string> | undefined
  let refused: { failure: TokenRefused; untilMs: number } | undefined

  const fetchToken = async (): Promise<string> => {
    const form =
      credentials.kind === 'client_credentials' ? machineForm(credentials, scope, now()) : await personForm(credentials)
    const answer = await paced(() =>
      exchange(
        options.send,
        'asking for a token',
        new URL(TOKEN_PATH, endpoints.authorizationUrl),
        {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body: form.toString(),
        },
        now,
      ),
    )
    const token = answer.json?.access_token
    if (answer.status !== 200 || typeof token !== 'string') {
      const messages = errorMessages(answer.status, answer.body)
      const isPerson = credentials.kind === 'authorization_code'
      const failure = new TokenRefused(answer.status, messages, isPerson && !isOurs(messages))
      // A person's next login looks the same from here: it is tried whenever it is asked for.
      if (!isPerson) refused = { failure, untilMs: now() + REFUSED_FOR_MS }
      throw failure
    }
    refused = undefined
    // The one that was used is worth nothing any more: the next must be on the disk before this token is used.
    const refreshToken = answer.json?.refresh_token
    if (credentials.kind === 'authorization_code' && typeof refreshToken === 'string') {
      await credentials.saveRefreshToken(refreshToken)
    }
    const lifeS = Number(answer.json?.expires_in) || 0
    const granted = answer.json?.scope
    const scopes = typeof granted === 'string' && granted !== '' ? granted.split(/[ ,]+/) : null
    held = { token, renewAtMs: now() + lifeS * 1000 * RENEW_AT, scopes }
    return token
  }

  /** One at a time: two uses of one refresh token would end the login. */
  const fetchOnce = (): Promise<string> => {
    fetching ??= fetchToken().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  return {
    get: async () => {
      if (held && now() < held.renewAtMs) return held.token
      if (refused && now() < refused.untilMs) throw refused.failure
      return fetchOnce()
    },
    renew: async () => {
      const token = await fetchOnce()
      return { token, scopes: held?.scopes ?? null }
    },
    drop: (token) => {
      if (held?.token === token) held = undefined
    },
  }
}

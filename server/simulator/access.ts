/**
 * The token endpoint and the check of bearer tokens, for machines (a signed JWT) and for people (a code from the login
 * page). A JWT must be signed by a known key, name the exact audience, be in its time, and works once; a code lives for
 * half a minute and works once; a refresh token is replaced at every use.
 * Access tokens live in memory: after a restart clients ask for new ones. Logins survive a restart.
 */
import {
  createHash,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { TOKEN_AUDIENCE } from '../registry/client/endpoints.ts'
import { type ClientFile, PROVIDER } from './customer.ts'
import type { Logins } from './logins.ts'

const TOKEN_LIFE_MS = 3_600_000
const CODE_LIFE_MS = 30_000
export const TEST_SCOPE = 'klic.eto.b2baanvraag'
export const PRODUCTION_SCOPE = 'klic.b2baanvraag'
const SCOPES = [TEST_SCOPE, PRODUCTION_SCOPE]

export interface OAuthError {
  error: string
  error_description: string
}

export type TokenAnswer = { status: 200; body: Record<string, unknown> } | { status: 400 | 401; body: OAuthError }
/** Whose token it is, and what for. */
export interface Login {
  scopes: readonly string[]
  isProvider: boolean
}
export type Bearer = Login | OAuthError

/** Public keys as a JWKS holds them. */
export interface Jwks {
  keys: { kid?: string; [member: string]: unknown }[]
}

const decoded = (part: string | undefined): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
  } catch {
    return {}
  }
}

const refusal = (status: 400 | 401, error: string, error_description: string): TokenAnswer => ({
  status,
  body: { error, error_description },
})
const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Of the scopes asked for, those that exist; separated by spaces as in the form. */
const registered = (scope: string | null): string[] =>
  (scope ?? '').split(' ').filter((wanted) => SCOPES.includes(wanted))

/** The browser of a desktop application comes back to its own machine, nowhere else. */
export const isLoopback = (redirectUri: string): boolean =>
  URL.canParse(redirectUri) &&
  new URL(redirectUri).protocol === 'http:' &&
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(redirectUri).hostname)

export interface AccessOptions {
  client: ClientFile
  logins: Logins
  /** Keys besides the simulator's own, such as those of a company that tries its certificate. */
  jwks?: Jwks
  /** Simulated time: tokens and codes end by it. */
  now: () => number
  /** What clients sign by: a stepped simulator must not lock them out. */
  realNow?: () => number
}

export const createAccess = ({ client, logins, jwks, now, realNow = Date.now }: AccessOptions) => {
  const usedIds = new Map<string, number>()
  const tokens = new Map<string, Login & { endsAtMs: number }>()
  const codes = new Map<string, { scopes: string[]; redirectUri: string; endsAtMs: number }>()
  const keys = new Map<string, KeyObject>([[client.keyId, createPublicKey(client.publicKeyPem)]])
  for (const { kid, ...key } of jwks?.keys ?? []) {
    if (kid) keys.set(kid, createPublicKey({ key: key as JsonWebKey, format: 'jwk' }))
  }

  const faultOf = (assertion: string): string | undefined => {
    const [header, claims, signature] = assertion.split('.')
    const { alg, kid } = decoded(header)
    const key = keys.get(String(kid))
    if (alg !== 'RS256' || !key) return 'alg or kid'
    const signed = Buffer.from(`${header}.${claims}`)
    if (!verify('RSA-SHA256', signed, key, Buffer.from(signature ?? '', 'base64url'))) return 'signature'
    const { iss, sub, aud, exp, nbf, jti } = decoded(claims)
    if (![client.clientId, PROVIDER.clientId].includes(String(iss)) || sub !== iss) return 'iss or sub'
    if (![aud].flat().includes(TOKEN_AUDIENCE)) return 'aud'
    if (typeof exp !== 'number' || exp * 1000 <= realNow()) return 'exp'
    if (typeof nbf === 'number' && nbf * 1000 > realNow()) return 'nbf'
    if (typeof jti !== 'string' || usedIds.has(jti)) return 'jti'
    for (const [id, endsAtMs] of usedIds) if (endsAtMs < realNow()) usedIds.delete(id)
    usedIds.set(jti, exp * 1000)
    return undefined
  }

  const isOurClient = (form: URLSearchParams): boolean =>
    form.get('client_id') === client.clientId &&
    timingSafeEqual(hash(form.get('client_secret') ?? ''), hash(client.clientSecret))

  const issue = (scopes: string[], more: Record<string, unknown> = {}, isProvider = false): TokenAnswer => {
    const token = randomUUID()
    for (const [old, { endsAtMs }] of tokens) if (endsAtMs <= now()) tokens.delete(old)
    tokens.set(token, { scopes, isProvider, endsAtMs: now() + TOKEN_LIFE_MS })
    const expires_in = TOKEN_LIFE_MS / 1000
    const body = { access_token: token, token_type: 'Bearer', expires_in, scope: scopes.join(' '), ...more }
    return { status: 200, body }
  }

  const NOT_OUR_CLIENT = refusal(401, 'invalid_client', 'The given client credentials were not valid')

  const forMachine = (form: URLSearchParams): TokenAnswer => {
    const assertion = form.get('client_assertion') ?? ''
    const fault = faultOf(assertion)
    if (fault) return refusal(401, 'invalid_client', `The given client credentials were not valid: ${fault}`)
    const scopes = registered(form.get('scope'))
    const isProvider = decoded(assertion.split('.')[1]).iss === PROVIDER.clientId
    return scopes.length > 0
      ? issue(scopes, {}, isProvider)
      : refusal(400, 'invalid_scope', 'No registered scope was asked for.')
  }

  const forCode = (form: URLSearchParams): TokenAnswer => {
    if (!isOurClient(form)) return NOT_OUR_CLIENT
    const held = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!held || held.endsAtMs <= now() || held.redirectUri !== form.get('redirect_uri')) {
      return refusal(400, 'invalid_grant', 'The given grant is not valid')
    }
    return issue(held.scopes, { refresh_token: logins.open(held.scopes) })
  }

  const forRefresh = (form: URLSearchParams): TokenAnswer => {
    if (!isOurClient(form)) return NOT_OUR_CLIENT
    const renewed = logins.renew(form.get('refresh_token') ?? '')
    if (!renewed) return refusal(400, 'invalid_grant', 'The given refresh token is not valid')
    return issue(renewed.scopes, { refresh_token: renewed.refreshToken })
  }

  return {
    tokenFor(form: URLSearchParams): TokenAnswer {
      switch (form.get('grant_type')) {
        case 'client_credentials':
          return forMachine(form)
        case 'authorization_code':
          return forCode(form)
        case 'refresh_token':
          return forRefresh(form)
        default:
          return refusal(400, 'unsupported_grant_type', 'The grant type is not supported.')
      }
    },

    /** What is wrong with a visit to the login page; undefined: nothing. A client_secret in the address is no fault. */
    visitFault(query: URLSearchParams): string | undefined {
      if (query.get('response_type') !== 'code') return 'response_type'
      if (query.get('client_id') !== client.clientId) return 'client_id'
      if (!isLoopback(query.get('redirect_uri') ?? '')) return 'redirect_uri'
      return registered(query.get('scope')).length === 0 ? 'scope' : undefined
    },

    /** The button was pressed: where the browser goes. Only for a visit without a fault. */
    grant(query: URLSearchParams): string {
      const redirectUri = query.get('redirect_uri') ?? ''
      const code = randomUUID()
      for (const [old, { endsAtMs }] of codes) if (endsAtMs <= now()) codes.delete(old)
      codes.set(code, { scopes: registered(query.get('scope')), redirectUri, endsAtMs: now() + CODE_LIFE_MS })
      const target = new URL(redirectUri)
      target.searchParams.set('code', code)
      const state = query.get('state')
      if (state !== null) target.searchParams.set('state', state)
      return target.href
    },

    bearer(authorization: string | undefined): Bearer {
      if (!authorization) return { error: 'invalid_request', error_description: 'Missing or duplicate parameters' }
      const held = tokens.get(authorization.replace(/^Bearer /, ''))
      if (!held || held.endsAtMs <= now()) {
        return { error: 'invalid_token', error_description: 'The access token expired or is not known' }
      }
      return { scopes: held.scopes, isProvider: held.isProvider }
    },
  }
}

export type Access = ReturnType<typeof createAccess>

/**
 * The token endpoint and the check of bearer tokens. A JWT must be signed by the known client, name the exact audience,
 * be in its time, and works once. Tokens live in memory: after a restart clients simply ask for new ones.
 * Only the machine-to-machine flow is played.
 */
import { randomUUID, verify } from 'node:crypto'
import { TOKEN_AUDIENCE } from '../client/endpoints.ts'
import type { ClientFile } from './customer.ts'

const TOKEN_LIFE_MS = 3_600_000
export const TEST_SCOPE = 'klic.eto.b2baanvraag'
export const PRODUCTION_SCOPE = 'klic.b2baanvraag'
const SCOPES = [TEST_SCOPE, PRODUCTION_SCOPE]

export interface OAuthError {
  error: string
  error_description: string
}

export type TokenAnswer = { status: 200; body: Record<string, unknown> } | { status: 400 | 401; body: OAuthError }
export type Bearer = { scopes: readonly string[] } | OAuthError

const decoded = (part: string | undefined): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
  } catch {
    return {}
  }
}

/**
 * @param now simulated time: tokens end by it
 * @param realNow what clients sign by: a stepped simulator must not lock them out
 */
export const createAccess = (client: ClientFile, now: () => number, realNow: () => number = Date.now) => {
  const usedIds = new Map<string, number>()
  const tokens = new Map<string, { scopes: string[]; endsAtMs: number }>()

  const faultOf = (assertion: string): string | undefined => {
    const [header, claims, signature] = assertion.split('.')
    const { alg, kid } = decoded(header)
    if (alg !== 'RS256' || kid !== client.keyId) return 'alg or kid'
    const signed = Buffer.from(`${header}.${claims}`)
    if (!verify('RSA-SHA256', signed, client.publicKeyPem, Buffer.from(signature ?? '', 'base64url'))) {
      return 'signature'
    }
    const { iss, sub, aud, exp, nbf, jti } = decoded(claims)
    if (iss !== client.clientId || sub !== client.clientId) return 'iss or sub'
    if (![aud].flat().includes(TOKEN_AUDIENCE)) return 'aud'
    if (typeof exp !== 'number' || exp * 1000 <= realNow()) return 'exp'
    if (typeof nbf === 'number' && nbf * 1000 > realNow()) return 'nbf'
    if (typeof jti !== 'string' || usedIds.has(jti)) return 'jti'
    for (const [id, endsAtMs] of usedIds) if (endsAtMs < realNow()) usedIds.delete(id)
    usedIds.set(jti, exp * 1000)
    return undefined
  }

  return {
    tokenFor(form: URLSearchParams): TokenAnswer {
      if (form.get('grant_type') !== 'client_credentials') {
        const body = { error: 'unsupported_grant_type', error_description: 'Only client_credentials here.' }
        return { status: 400, body }
      }
      const fault = faultOf(form.get('client_assertion') ?? '')
      if (fault) {
        const body = {
          error: 'invalid_client',
          error_description: `The given client credentials were not valid: ${fault}`,
        }
        return { status: 401, body }
      }
      const scopes = (form.get('scope') ?? '').split(' ').filter((scope) => SCOPES.includes(scope))
      if (scopes.length === 0) {
        return {
          status: 400,
          body: { error: 'invalid_scope', error_description: 'No registered scope was asked for.' },
        }
      }
      const token = randomUUID()
      tokens.set(token, { scopes, endsAtMs: now() + TOKEN_LIFE_MS })
      const body = {
        access_token: token,
        token_type: 'Bearer',
        expires_in: TOKEN_LIFE_MS / 1000,
        scope: scopes.join(' '),
      }
      return { status: 200, body }
    },

    bearer(authorization: string | undefined): Bearer {
      if (!authorization) return { error: 'invalid_request', error_description: 'Missing or duplicate parameters' }
      const held = tokens.get(authorization.replace(/^Bearer /, ''))
      if (!held || held.endsAtMs <= now()) {
        return { error: 'invalid_token', error_description: 'The access token expired or is not known' }
      }
      return { scopes: held.scopes }
    },
  }
}

export type Access = ReturnType<typeof createAccess>

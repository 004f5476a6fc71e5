/**
 * "Test connection": walks the way to the registry step by step and says at which one it ends. Files nothing and costs
 * nothing: the last step reads the list of the login's own deliveries.
 */
import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'
import { TryLater } from '../../platform/refusal.ts'
import type { RegistryEndpoints, Tokens } from '../types.ts'
import { errorMessages } from './answers.ts'
import type { ConnectionCode, ConnectionStep, ConnectionStepName } from './connection-test.ts'
import { pathsOf } from './endpoints.ts'
import { TokenRefused } from './tokens.ts'
import { exchange } from './transport.ts'

export interface ConnectionTest {
  endpoints: RegistryEndpoints
  /** Undefined: nobody has entered credentials. */
  tokens: Tokens | undefined
  fetch?: typeof fetch
  /** @throws when the name is not found */
  resolve?(host: string): Promise<unknown>
  /** @throws with the `code` of Node's TLS when there is no trusted connection */
  secure?(url: URL): Promise<void>
}

const TLS_TIMEOUT_MS = 15_000
const MAX_DETAIL = 300

const openTls = (url: URL): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port || 443), servername: url.hostname })
    const end = (failure?: Error): void => {
      socket.destroy()
      if (failure) reject(failure)
      else resolve()
    }
    socket.setTimeout(TLS_TIMEOUT_MS, () => end(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('error', end)
    socket.once('secureConnect', () => end())
  })

/** Only what the network itself said: no answer at all is NOT_CONNECTED, anything about certificates is not trust. */
const codeOfTls = (failure: unknown): ConnectionCode => {
  const code = String((failure as { code?: unknown }).code ?? '')
  return /CERT|SIGNATURE|ISSUER|TRUST|SELF_SIGNED|ALTNAME/.test(code) ? 'CERTIFICATE_NOT_TRUSTED' : 'NOT_CONNECTED'
}

class StepFailure extends Error {
  readonly code: ConnectionCode
  readonly detail: string | null

  constructor(code: ConnectionCode, detail: string | null = null) {
    super(code)
    this.code = code
    this.detail = detail?.slice(0, MAX_DETAIL) ?? null
  }
}

const detailOf = (messages: readonly { code: string; text: string }[]): string =>
  messages.map(({ code, text }) => (text && text !== code ? `${code}: ${text}` : code)).join('; ')

const tokenFailure = (failure: unknown): StepFailure => {
  if (!(failure instanceof TokenRefused)) return worldFailure(failure)
  const codes = failure.messages.map(({ code }) => code)
  const detail = detailOf(failure.messages)
  if (codes.includes('key_unusable')) return new StepFailure('KEY_UNUSABLE')
  if (codes.includes('invalid_scope')) return new StepFailure('SCOPE_REFUSED', detail)
  return new StepFailure(failure.needsLogin ? 'LOGIN_REQUIRED' : 'TOKEN_REFUSED', detail)
}

const worldFailure = (failure: unknown): StepFailure => {
  if (failure instanceof StepFailure) return failure
  if (failure instanceof TryLater) return new StepFailure('NOT_AVAILABLE', failure.message)
  throw failure
}

/** @param tell called with all steps so far, after each */
export const testConnection = async (
  test: ConnectionTest,
  tell: (steps: readonly ConnectionStep[]) => Promise<void> = async () => {},
): Promise<ConnectionStep[]> => {
  const { endpoints, tokens } = test
  const { scope, deliveries } = pathsOf(endpoints.environment)
  const send = test.fetch ?? fetch
  const hosts = [...new Set([endpoints.serviceUrl, endpoints.authorizationUrl])].map((url) => new URL(url))
  const steps: ConnectionStep[] = []
  let token = ''
  let scopes: readonly string[] | null = null

  const signIn = async (): Promise<void> => {
    try {
      ;({ token, scopes } = await tokens!.renew())
    } catch (failure) {
      throw tokenFailure(failure)
    }
  }
  const read = async (): Promise<void> => {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const url = new URL(deliveries, endpoints.serviceUrl)
    const answer = await exchange(send, 'testing the connection', url, { headers }, Date.now)
    // A login that has never been delivered anything may have no list yet.
    if ((answer.status === 200 && answer.json) || answer.status === 404) return
    const detail = detailOf(errorMessages(answer.status, answer.body))
    throw new StepFailure([401, 403].includes(answer.status) ? 'ACCESS_REFUSED' : 'NOT_AVAILABLE', detail)
  }

  const walk: [ConnectionStepName, () => Promise<void>][] = [
    [
      'credentials',
      async () => {
        if (!tokens) throw new StepFailure('CREDENTIALS_MISSING')
      },
    ],
    [
      'name',
      async () => {
        for (const { hostname } of hosts) {
          await (test.resolve ?? lookup)(hostname).catch(() => {
            throw new StepFailure('NAME_NOT_FOUND', hostname)
          })
        }
      },
    ],
    [
      'tls',
      async () => {
        if (hosts.every((url) => url.protocol !== 'https:')) {
          note = 'NO_TLS'
          return
        }
        for (const url of hosts) {
          await (test.secure ?? openTls)(url).catch((failure: unknown) => {
            throw new StepFailure(
              codeOfTls(failure),
              `${url.hostname} ${(failure as { code?: string }).code ?? ''}`.trim(),
            )
          })
        }
      },
    ],
    ['token', signIn],
    [
      'scope',
      async () => {
        if (scopes && !scopes.includes(scope)) throw new StepFailure('SCOPE_REFUSED', scopes.join(' '))
      },
    ],
    ['read', read],
  ]

  let isOver = false
  let note: ConnectionCode | null = null
  for (const [step, tryIt] of walk) {
    if (isOver) {
      if (!steps.some((each) => each.step === step)) steps.push({ step, state: 'skipped', code: null, detail: null })
      continue
    }
    try {
      note = null
      await tryIt()
      steps.push({ step, state: note ? 'skipped' : 'ok', code: note, detail: null })
    } catch (failure) {
      const { code, detail } = worldFailure(failure)
      // The server knows us and refuses only the right: that is the next step's matter.
      const isScope = step === 'token' && code === 'SCOPE_REFUSED'
      if (isScope) steps.push({ step, state: 'ok', code: null, detail: null })
      steps.push({ step: isScope ? 'scope' : step, state: 'failed', code, detail })
      isOver = true
    }
    await tell(steps)
  }
  return steps
}

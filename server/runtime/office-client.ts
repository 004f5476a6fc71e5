/** HTTP to an office's server: bounded in time and size, and never following a redirect with the key. */
import { type OfficeAnswer, type OfficeClient, OfficeNotReached } from '../domain/ports/office.ts'
import { TryLater } from '../domain/refusal.ts'
import type { Vaults } from './secrets.ts'

const PATIENCE_MS = 20_000
const MAX_BYTES = 32 * 1024 * 1024
const PASSING = [408, 425, 429]

export const officeClient = (url: string, key: string): OfficeClient => ({
  url,
  async ask(path, body): Promise<OfficeAnswer> {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', Accept: 'application/json' }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const address = `${url.replace(/\/+$/, '')}/api/v1${path}`
    let status: number
    let text: string
    try {
      const answer = await fetch(address, { ...sent, headers, signal, redirect: 'manual' })
      status = answer.status
      text = await bounded(answer)
    } catch (cause) {
      const message = 'The office’s server does not answer'
      throw wasSent(cause) ? new TryLater(message, { cause }) : new OfficeNotReached(message, { cause })
    }
    if (status >= 500 || PASSING.includes(status)) throw new TryLater(`The office’s server answered ${status}`)
    return { status, json: parsed(text) }
  },
})

/** No address for the name, or no connection to the address: everything else may have happened on the way back. */
const NO_CONNECTION = [
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
  'UND_ERR_CONNECT_TIMEOUT',
]

function wasSent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; errors?: { code?: unknown }[] } }
  // Several addresses of one name are tried in turn.
  const failures = cause?.errors ?? (cause ? [cause] : [])
  return failures.length === 0 || !failures.every(({ code }) => NO_CONNECTION.includes(String(code)))
}

async function bounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** The key of a company lies in its vault, the address among its settings. */
export const officeAccess = (vaults: Vaults, urlOf: (companyId: string) => Promise<string | null>) => ({
  keyOf: (companyId: string): Promise<string | null> => vaults.of(companyId).officeKey(),
  saveKey: (companyId: string, key: string | null): Promise<void> => vaults.of(companyId).saveOfficeKey(key),
  async client(companyId: string): Promise<OfficeClient | undefined> {
    const [url, key] = await Promise.all([urlOf(companyId), vaults.of(companyId).officeKey()])
    return url !== null && key !== null ? officeClient(url, key) : undefined
  },
})

/** The simulator's control routes, called from another process. It has no address until it runs. */
import { TryLater } from '../../domain/refusal.ts'
import type { SimulatorControl, SimulatorLedger, SimulatorState } from '../../domain/simulator.ts'
import type { ClientCredentials } from '../client/types.ts'
import { MESSAGE_CODES, messageOf } from './codes.ts'
import { type ClientFile, credentialsWith } from './customer.ts'

const PATIENCE_MS = 5000
const KEY_KEPT_MS = 60_000

const asking =
  (url: () => string | undefined) =>
  async <T>(path: string, body?: unknown): Promise<T> => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const sent = body === undefined ? { signal } : { signal, method: 'POST', body: JSON.stringify(body) }
      const answer = await fetch(`${url()}/sim/${path}`, sent)
      if (answer.ok) return (await answer.json()) as T
    } catch (cause) {
      throw new TryLater('The simulator does not answer: it is starting, or has just ended.', { cause })
    }
    throw new Error(`The simulator refused ${path}: ${JSON.stringify(body)}`)
  }

export const remoteSimulator = (url: () => string | undefined): SimulatorControl => {
  const ask = asking(url)
  const shown = ({ now, factor, scenario }: SimulatorState): SimulatorState => ({ now, factor, scenario })

  return {
    state: async () => shown(await ask<SimulatorState>('health')),
    async set({ scenario, ...clock }) {
      if (scenario !== undefined) await ask('scenario', { scenario })
      return shown(await ask<SimulatorState>('clock', clock))
    },
    ledger: () => ask<SimulatorLedger>('ledger'),
    codes: MESSAGE_CODES.map((code) => {
      const { severity, text } = messageOf(code, null)
      return { code, severity, text }
    }),
  }
}

type Key = Pick<ClientFile, 'clientId' | 'keyId' | 'privateKeyPem'>
const keys = new Map<string, { key: Key; untilMs: number }>()

/** Credentials for a simulator whose folder is not here. @throws TryLater while it does not answer */
export const remoteSimulatorCredentials = async (
  url: string,
  relationNumber: string,
  isProvider = false,
): Promise<ClientCredentials> => {
  let known = keys.get(url)
  if (!known || known.untilMs < Date.now()) {
    known = { key: await asking(() => url)<Key>('client'), untilMs: Date.now() + KEY_KEPT_MS }
    keys.set(url, known)
  }
  return credentialsWith(known.key, relationNumber, isProvider)
}

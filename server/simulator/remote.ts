/** The simulator's control routes, called from another process with its key. It has no address until it runs. */

import type { SimulatorControl, SimulatorLedger, SimulatorState } from '../domain/ports/simulator.ts'
import { TryLater } from '../domain/refusal.ts'
import type { ClientCredentials } from '../registry/types.ts'
import { MESSAGE_CODES, messageOf } from './codes.ts'
import { type ClientFile, credentialsWith } from './customer.ts'

const PATIENCE_MS = 5000
const KEY_KEPT_MS = 60_000

/** Where a simulator listens, and the `controlKey` of its folder. */
export interface SimulatorAt {
  url: string
  key: string
}

const asking =
  (at: () => SimulatorAt | undefined) =>
  async <T>(path: string, body?: unknown): Promise<T> => {
    const to = at()
    if (!to) throw new TryLater('The simulator has no address yet: it is starting, or runs nowhere.')
    const headers = { Authorization: `Bearer ${to.key}` }
    const sent = { headers, signal: AbortSignal.timeout(PATIENCE_MS) }
    let status: number
    try {
      const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const answer = await fetch(`${to.url}/sim/${path}`, { ...sent, ...post })
      if (answer.ok) return (await answer.json()) as T
      status = answer.status
    } catch (cause) {
      throw new TryLater('The simulator does not answer: it is starting, or has just ended.', { cause })
    }
    if (status === 401) throw new TryLater(`The simulator at ${to.url} has another key than KLIC_SIMULATOR_KEY.`)
    throw new Error(`The simulator refused ${path}: ${JSON.stringify(body)}`)
  }

/** @param at undefined while it has no address */
export const remoteSimulator = (at: () => SimulatorAt | undefined): SimulatorControl => {
  const ask = asking(at)
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

/** Credentials for a simulator whose folder is not here. @throws TryLater while it does not answer, or has another key */
export const remoteSimulatorCredentials = async (
  at: SimulatorAt,
  relationNumber: string,
  isProvider = false,
): Promise<ClientCredentials> => {
  let known = keys.get(at.url)
  if (!known || known.untilMs < Date.now()) {
    known = { key: await asking(() => at)<Key>('client'), untilMs: Date.now() + KEY_KEPT_MS }
    keys.set(at.url, known)
  }
  return credentialsWith(known.key, relationNumber, isProvider)
}

/** The simulator's control routes, called from another process. It has no address until it runs. */
import { TryLater } from '../../domain/refusal.ts'
import type { SimulatorControl, SimulatorLedger, SimulatorState } from '../../domain/simulator.ts'
import { MESSAGE_CODES, messageOf } from './codes.ts'

const PATIENCE_MS = 5000

export const remoteSimulator = (url: () => string | undefined): SimulatorControl => {
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
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

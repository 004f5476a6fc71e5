/** The simulator's control routes, called from another process with its key. It has no address until it runs. */
import { setTimeout as pause } from 'node:timers/promises'
import { ANSWER_QUEUE, fairLimit, type Requester } from '../platform/fair-limit.ts'
import { TryLater } from '../platform/refusal.ts'
import type { ClientCredentials } from '../registry/types.ts'
import { MESSAGE_CODES, messageOf } from './codes.ts'
import type { SimulatorControl, SimulatorLedger, SimulatorState, TownAddress } from './control-port.ts'
import { type ClientFile, credentialsWith } from './customer.ts'

const PATIENCE_MS = 5000
const KEY_KEPT_MS = 60_000

/** Where a simulator listens, and the `controlKey` of its folder. */
export interface SimulatorAt {
  url: string
  key: string
}

/** Longer than the simulator takes over a tile. */
const TILE_PATIENCE_MS = 35_000
/** Of one company; one tile is sent while the next is drawn. */
const TILES_AT_ONCE = 2
/** Several maps of dozens of tiles each. */
const MOST_TILES = { ofOne: 400, ofAll: 1000 }
/** A simulator that starts with the server listens after some seconds. */
const START_PATIENCE_MS = 10_000
const START_POLL_MS = 100

const sending =
  (at: () => SimulatorAt | undefined) =>
  async <T>(path: string, read: (answer: Response) => Promise<T>, init: RequestInit = {}): Promise<T> => {
    const to = at()
    if (!to) throw new TryLater('The simulator has no address yet: it is starting, or runs nowhere.')
    const sent = { headers: { Authorization: `Bearer ${to.key}` }, signal: AbortSignal.timeout(PATIENCE_MS) }
    let status: number
    try {
      const answer = await fetch(`${to.url}/sim/${path}`, { ...sent, ...init })
      if (answer.ok) return await read(answer)
      status = answer.status
    } catch (cause) {
      throw new TryLater('The simulator does not answer: it is starting, or has just ended.', { cause })
    }
    if (status === 401) throw new TryLater(`The simulator at ${to.url} has another key than KLIC_SIMULATOR_KEY.`)
    throw new Error(`The simulator refused ${path}: ${init.body}`)
  }

const asking = (at: () => SimulatorAt | undefined) => {
  const send = sending(at)
  return <T>(path: string, body?: unknown): Promise<T> =>
    send(
      path,
      (answer) => answer.json() as Promise<T>,
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
    )
}

/** In turn by company. @param at undefined while it has no address */
const townTiles = (at: () => SimulatorAt | undefined): SimulatorControl['town'] => {
  const send = sending(at)
  let startsBy: number | undefined
  /** Once: a simulator that runs nowhere keeps no other tile waiting. */
  const isStarting = (): boolean => {
    startsBy = at() ? undefined : (startsBy ?? performance.now() + START_PATIENCE_MS)
    return startsBy !== undefined && performance.now() < startsBy
  }
  return fairLimit(
    { atOnce: TILES_AT_ONCE, mostWaiting: MOST_TILES, longestWaitMs: ANSWER_QUEUE.longestWaitMs },
    (_at: TownAddress, asker: Requester) => asker,
    async ({ z, x, y }, { signal }) => {
      while (isStarting() && !signal?.aborted) await pause(START_POLL_MS)
      const patience = AbortSignal.timeout(TILE_PATIENCE_MS)
      const either = signal ? AbortSignal.any([signal, patience]) : patience
      const png = await send(`town?z=${z}&x=${x}&y=${y}`, async (answer) => answer.bytes(), { signal: either })
      return png.byteLength === 0 ? null : png
    },
  )
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
    town: townTiles(at),
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

/** Steering the registry simulator, as long as that is the registry, below /dashboard/api. */

import { toWire } from '../../platform/http/names.ts'
import { pageRequest, pagination } from '../../platform/http/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import type {
  SimulatorLedger as RunLedger,
  SimulatorChange,
  SimulatorControl,
  SimulatorState,
} from '../../simulator/control-port.ts'
import type { Handlers } from '../http/serve.ts'
import type { Background, Caller, Database, Registry } from '../services.ts'
import { companiesOf, postIdsOf } from './company-rows.ts'
import { setSetting, settingsOf } from './rows.ts'
import type { SIMULATOR_ROUTES, SimulatorLedger, SimulatorView } from './simulator-schema.ts'

type SimulatorServices = Database & Background & Registry

/** @throws Refusal NOT_FOUND: the registry is a real one; TryLater: the simulator does not answer */
async function simulatorFor({ store, simulator }: SimulatorServices, caller: Caller): Promise<SimulatorControl> {
  const settings = await settingsOf(store.db, caller.companyId)
  if (simulator && settings['registry.environment'] === 'simulator') return simulator
  throw new Refusal('NOT_FOUND', 'The registry is not the simulator: choose it in the settings first.')
}

/** What this company filed there, the oldest first: others may share the simulator. */
async function ownLedger(services: SimulatorServices, caller: Caller): Promise<RunLedger> {
  const all = await (await simulatorFor(services, caller)).ledger()
  if ((await companiesOf(services.store.db)).length === 1) return all
  const { orders } = all
  const own = await postIdsOf(
    services.store.db,
    caller.companyId,
    orders.map(({ postId }) => postId),
  )
  const ours = orders.filter(({ postId }) => own.has(postId))
  const notifications = ours.reduce((sum, { requests }) => sum + requests.length, 0)
  return { orders: ours, notifications }
}

/** The speed is remembered: it also sets how often the worker asks, and a simulator that starts again works at it. */
async function steerSimulator(
  services: SimulatorServices,
  caller: Caller,
  change: SimulatorChange,
): Promise<SimulatorState> {
  const simulator = await simulatorFor(services, caller)
  if ((await companiesOf(services.store.db)).length > 1) {
    throw new Refusal('PERMISSION_DENIED', 'Several companies share this simulator: none of them may steer it.')
  }
  const state = await simulator.set(change)
  if (change.factor !== undefined) {
    await setSetting(services.store.db, caller.companyId, 'simulator.time_factor', change.factor)
    services.nudge()
  }
  return state
}

const shown = (state: SimulatorState, { codes }: SimulatorControl): SimulatorView => ({ ...state, codes: [...codes] })

export const simulator: Handlers<typeof SIMULATOR_ROUTES> = {
  getSimulator: async ({ services, caller }) => {
    const control = await simulatorFor(services, caller)
    return { status: 200, body: shown(await control.state(), control) }
  },

  putSimulator: async ({ services, caller, body }) => {
    const { scenario, factor, step_ms: stepMs } = body
    const state = await steerSimulator(services, caller, { scenario, factor, stepMs })
    return { status: 200, body: shown(state, await simulatorFor(services, caller)) }
  },

  getSimulatorLedger: async ({ services, caller, query }) => {
    const { orders, notifications } = await ownLedger(services, caller)
    const { page, pageSize, asOf = orders.at(-1)?.receivedAt ?? null } = pageRequest(query)
    const made = orders.filter(({ receivedAt }) => asOf !== null && receivedAt <= asOf).toReversed()
    const data = made.slice((page - 1) * pageSize, page * pageSize)
    return {
      status: 200,
      body: {
        data: toWire(data) as SimulatorLedger['data'],
        notifications,
        pagination: pagination({ page, pageSize, asOf, total: made.length }),
      },
    }
  },
}

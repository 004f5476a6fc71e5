/** Steering the registry simulator, below /dashboard/api. */

import { toWire } from '../../platform/http/names.ts'
import type { SimulatorControl, SimulatorState } from '../../simulator/control-port.ts'
import type { Handlers } from '../http/serve.ts'
import { pagination } from '../jobs/views.ts'
import type { SIMULATOR_ROUTES, SimulatorLedger, SimulatorView } from './simulator-schema.ts'
import { ownLedger, simulatorFor, steerSimulator } from './steer-simulator.ts'

const shown = (state: SimulatorState, { codes }: SimulatorControl): SimulatorView => ({ ...state, codes: [...codes] })

export const simulator: Handlers<typeof SIMULATOR_ROUTES> = {
  getSimulator: async ({ needs, caller }) => {
    const control = await simulatorFor(needs, caller)
    return { status: 200, body: shown(await control.state(), control) }
  },

  putSimulator: async ({ needs, caller, body }) => {
    const { scenario, factor, step_ms: stepMs } = body
    const state = await steerSimulator(needs, caller, { scenario, factor, stepMs })
    return { status: 200, body: shown(state, await simulatorFor(needs, caller)) }
  },

  getSimulatorLedger: async ({ needs, caller, query }) => {
    const { orders, notifications } = await ownLedger(needs, caller)
    const { page, page_size: pageSize } = query
    const data = orders.toReversed().slice((page - 1) * pageSize, page * pageSize)
    return {
      status: 200,
      body: {
        data: toWire(data) as SimulatorLedger['data'],
        notifications,
        pagination: pagination({ page, pageSize, total: orders.length }),
      },
    }
  },
}

/** Steering the registry simulator, as long as that is the registry. */
import { Refusal } from '../domain/refusal.ts'
import type { SimulatorChange, SimulatorControl, SimulatorState } from '../domain/simulator.ts'
import { setSetting, settingsOf } from '../store/settings.ts'
import type { Caller, Needs } from './needs.ts'

type SimulatorNeeds = Pick<Needs, 'store' | 'simulator' | 'nudge'>

/** @throws Refusal NOT_FOUND: the registry is a real one; TryLater: the simulator does not answer */
export async function simulatorFor({ store, simulator }: SimulatorNeeds, caller: Caller): Promise<SimulatorControl> {
  const settings = await settingsOf(store.db, caller.companyId)
  if (simulator && settings['registry.environment'] === 'simulator') return simulator
  throw new Refusal('NOT_FOUND', 'The registry is not the simulator: choose it in the settings first.')
}

/** The speed is remembered: it also sets how often the worker asks, and a simulator that starts again works at it. */
export async function steerSimulator(
  needs: SimulatorNeeds,
  caller: Caller,
  change: SimulatorChange,
): Promise<SimulatorState> {
  const simulator = await simulatorFor(needs, caller)
  const state = await simulator.set(change)
  if (change.factor !== undefined) {
    await setSetting(needs.store.db, caller.companyId, 'simulator.time_factor', change.factor)
    needs.nudge()
  }
  return state
}

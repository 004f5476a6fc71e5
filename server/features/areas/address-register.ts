/**
 * Two registers as one: what the first finds goes before, and answers by itself when the second does not. That nothing was
 * found is said only when both were asked.
 */
import type { AddressRegister } from '../../registry/addresses/addresses.ts'
import type { CompanySettings } from '../settings/settings.ts'

/** @param second of which only places by their text are asked; null: nothing is */
export const bothRegisters = (first: AddressRegister, second: AddressRegister | null): AddressRegister => ({
  ...first,
  async search(text, limit) {
    const own = await first.search(text, limit)
    const places = await second?.search(text, limit).catch((error) => {
      if (own.length === 0) throw error
      return []
    })
    return [...own, ...(places ?? [])].slice(0, limit)
  },
})

/** The simulator's own addresses go with the simulator; a place to look for is on the real map even then. */
export function registerFor(
  settings: Pick<CompanySettings, 'registry.address_lookup' | 'registry.environment'>,
  { real, simulated }: { real: AddressRegister; simulated: AddressRegister },
): AddressRegister | null {
  const asked = settings['registry.address_lookup'] ? real : null
  return settings['registry.environment'] === 'simulator' ? bothRegisters(simulated, asked) : asked
}

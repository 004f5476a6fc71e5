/**
 * Two registers as one: what the first finds goes before, and answers by itself when the second does not. That nothing was
 * found is said only when both were asked.
 */
import type { AddressRegister } from '../../domain/klic/addresses.ts'

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

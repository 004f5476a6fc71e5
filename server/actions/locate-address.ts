/** The given address against the register of addresses, where it can be asked: completed, and inside the area. */
import type { Position, RdPolygon, Ring } from '../domain/geometry.ts'
import type { AddressGiven, Warning } from '../domain/job.ts'
import { Refusal } from '../domain/refusal.ts'
import type { AddressRegister } from './needs.ts'

/** @throws Refusal ADDRESS_OUTSIDE_POLYGON */
export async function locate(
  register: AddressRegister | null,
  given: AddressGiven,
  area: RdPolygon,
): Promise<{ address: AddressGiven; warnings: Warning[] }> {
  if (!register) return { address: given, warnings: [] }
  let found: Awaited<ReturnType<AddressRegister['find']>>
  try {
    found = await register.find(given)
  } catch {
    // The register is a help; without it the address stays as it was given and the registry judges it.
    return unchecked(given, 'The register of addresses (BAG) did not answer: the address was not checked.')
  }
  if (!found) return unchecked(given, 'The register of addresses (BAG) does not know this address.')
  if (!isInside(area, found.rd)) {
    const message = 'The address does not lie inside the polygon.'
    throw new Refusal('ADDRESS_OUTSIDE_POLYGON', message, {
      complaints: [
        {
          pointer: '/address',
          code: 'ADDRESS_OUTSIDE_POLYGON',
          message: `${message} It is at ${found.rd.join(', ')} (RD).`,
        },
      ],
    })
  }
  return { address: found.address, warnings: [] }
}

const unchecked = (address: AddressGiven, message: string) => ({
  address,
  warnings: [{ code: 'ADDRESS_NOT_CHECKED', message }],
})

/** Inside the outline; a hole does not matter, because a house stands in it as often as not. */
const isInside = ({ rings }: RdPolygon, at: Position): boolean => {
  const outline: Ring = rings[0] ?? []
  let inside = false
  for (let i = 1; i < outline.length; i++) {
    const [x1, y1] = outline[i - 1]!
    const [x2, y2] = outline[i]!
    if (y1 > at[1] !== y2 > at[1] && at[0] < x1 + ((at[1] - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
  }
  return inside
}

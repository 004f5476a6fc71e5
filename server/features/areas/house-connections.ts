/**
 * Addresses for sketches of house connections (HAS), which network operators give only where they are asked: those that
 * the caller names, else, where the company has chosen so, every address inside the area.
 */

import { extentOf } from '../../geometry/flat.ts'
import type { RdPolygon } from '../../geometry/geometry.ts'
import { TryLater } from '../../platform/refusal.ts'
import type { AddressRegister, JobAddress } from '../../registry/addresses/addresses.ts'
import type { KlicType } from '../../registry/klic.ts'
import { MAX_HOUSE_CONNECTIONS } from '../../registry/orders/notification.ts'
import { hasNotAsked, type Warning } from '../../registry/warnings.ts'
import type { CompanySettings } from '../settings/settings.ts'
import { inside, middleOf, type Outline } from './locate-address.ts'

/** The register looks no farther from a point. */
const FARTHEST_M = 2000
/** Parts that are asked about: the limit of addresses is long reached, and nobody waits for more answers than these. */
const MAX_PARTS = 25

interface Asked {
  klicType: KlicType
  hasAddresses?: JobAddress[]
  address?: JobAddress
}

export interface HouseConnections {
  /** null: none but the job's own address, if it has one */
  addresses: JobAddress[] | null
  warnings: Warning[]
}

export async function houseConnections(
  register: AddressRegister | null,
  asked: Asked,
  settings: CompanySettings,
  outline: Outline,
  parts: readonly RdPolygon[],
): Promise<HouseConnections> {
  if (asked.klicType !== 'GRAAF' || asked.hasAddresses !== undefined) return judged(asked, asked.hasAddresses ?? null)
  if (!settings['registry.has_all_addresses']) return judged(asked, null)
  const found = await everyAddress(register, outline, parts)
  if (!found) {
    const message =
      'The register of addresses could not be asked for the addresses inside the area: give has_addresses.'
    const { addresses, warnings } = judged(asked, null)
    return { addresses, warnings: [...warnings, { code: 'HAS_NOT_LOOKED_UP', message }] }
  }
  const addresses = found.addresses.slice(0, MAX_HOUSE_CONNECTIONS)
  const { warnings } = judged(asked, addresses)
  if (found.addresses.length <= MAX_HOUSE_CONNECTIONS && found.isWhole) return { addresses, warnings }
  const message = `There are more addresses inside the area than are asked for (${addresses.length}; a notification takes at most ${MAX_HOUSE_CONNECTIONS}). Make a smaller area, or name the ones that matter in has_addresses.`
  return { addresses, warnings: [...warnings, { code: 'HAS_INCOMPLETE', message }] }
}

/** A GRAAF without any says so: their absence from the result must not be read as absence from the ground. */
function judged(asked: Asked, addresses: JobAddress[] | null): HouseConnections {
  const count = addresses?.length ?? (asked.address ? 1 : 0)
  if (asked.klicType !== 'GRAAF' || count > 0) return { addresses, warnings: [] }
  return { addresses, warnings: [hasNotAsked] }
}

/** @returns undefined when the register can't be asked; isWhole: no address inside the area is left out */
async function everyAddress(
  register: AddressRegister | null,
  outline: Outline,
  parts: readonly RdPolygon[],
): Promise<{ addresses: JobAddress[]; isWhole: boolean } | undefined> {
  if (!register) return undefined
  const byId = new Map<string, JobAddress>()
  let isWhole = parts.length <= MAX_PARTS
  try {
    for (const part of parts.slice(0, MAX_PARTS)) {
      const { minX, minY, maxX, maxY } = extentOf(part.rings[0] ?? [])
      const reachM = Math.hypot(maxX - minX, maxY - minY) / 2
      const near = await register.around(middleOf(part), Math.min(reachM, FARTHEST_M), MAX_HOUSE_CONNECTIONS)
      isWhole &&= near.length < MAX_HOUSE_CONNECTIONS && reachM <= FARTHEST_M
      const within = inside(outline, near)
      for (const found of near) {
        const { address } = found
        if (address?.bagId !== undefined && within.has(found)) byId.set(address.bagId, address)
      }
      if (byId.size > MAX_HOUSE_CONNECTIONS) break
    }
  } catch (error) {
    if (error instanceof TryLater) return undefined
    throw error
  }
  return { addresses: [...byId.values()], isWhole }
}

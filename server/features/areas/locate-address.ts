/** Addresses and the register of addresses: a given one completed and inside the area, and others to choose from. */
import { emptyExtent, extentOf, widen } from '../../geometry/flat.ts'
import type { Position, RdPolygon } from '../../geometry/geometry.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { createYielder } from '../../platform/event-loop-yield.ts'
import { Refusal, TryLater } from '../../platform/refusal.ts'
import {
  type AddressRegister,
  type FoundAddress,
  isCorrected,
  type JobAddress,
} from '../../registry/addresses/addresses.ts'
import type { Warning } from '../../registry/warnings.ts'
import type { Caller, Compute, Database, Registry } from '../services.ts'
import type { AreaRequest } from './survey.ts'

/** x, y, x, y, ...; RD New, metres; closed */
export type Outline = Float64Array

/** @throws Refusal ADDRESS_OUTSIDE_POLYGON */
export async function locate(
  register: AddressRegister | null,
  given: JobAddress,
  outline: Outline,
): Promise<{ address: JobAddress; warnings: Warning[] }> {
  if (!register) {
    return unchecked(
      given,
      'No register of addresses is asked here: the address was not checked, and is filed as given.',
    )
  }
  let found: FoundAddress | undefined
  try {
    found = await register.find(given, middleOfOutline(outline))
  } catch {
    // The register is a help; without it the address stays as it was given and the registry judges it.
    return unchecked(given, 'The register of addresses did not answer: the address was not checked.')
  }
  if (!found?.address)
    return unchecked(given, 'The register of addresses does not know this address: it was not checked.')
  if (inside(outline, [found]).size === 0) {
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
  const message = `The register of addresses has it as ${found.text}: that is what is filed.`
  return { address: found.address, warnings: isCorrected(given, found) ? [{ code: 'ADDRESS_CORRECTED', message }] : [] }
}

const unchecked = (address: JobAddress, message: string): { address: JobAddress; warnings: Warning[] } => ({
  address,
  warnings: [{ code: 'ADDRESS_NOT_CHECKED', message }],
})

const FARTHEST_M = 2000
const AT_ONCE = 4
/** All of them together: a submission that costs money is not made to wait longer for a help. */
const PATIENCE_MS = 4000

/**
 * The address nearest to each part, as the registry wants one with every notification. A part without one of its own gets
 * that of another part; all null when the register can't be asked or knows none.
 */
export async function nearestAddresses(
  { addresses: register, clock }: Database & Registry,
  parts: readonly RdPolygon[],
): Promise<(JobAddress | null)[]> {
  const nearest: (JobAddress | null)[] = parts.map(() => null)
  const lastMs = clock.now().getTime() + PATIENCE_MS
  for (let from = 0; register && from < parts.length && clock.now().getTime() < lastMs; from += AT_ONCE) {
    const asked = parts.slice(from, from + AT_ONCE).map((part) => register.around(middleOf(part), FARTHEST_M, 1))
    const answers = await Promise.allSettled(asked)
    answers.forEach((answer, index) => {
      if (answer.status === 'fulfilled') nearest[from + index] = answer.value[0]?.address ?? null
    })
    if (answers.some(({ status }) => status === 'rejected')) break
  }
  const any = nearest.find((address) => address !== null) ?? null
  return nearest.map((address) => address ?? any)
}

export interface OfferedAddress extends FoundAddress {
  lngLat: Position
  /** Null where nothing was drawn. */
  inside: boolean | null
}

/** Undefined: the register can't be asked. */
export type AddressList = OfferedAddress[] | undefined

/** The register offers by distance: of these many the ones inside come first. */
const LOOKED_AT = 100

/**
 * Addresses in a drawn area, from its middle outwards, then those beside it.
 * @throws Refusal as normaliseArea does
 */
export async function addressesIn(
  { addresses, normalise }: Registry & Pick<Compute, 'normalise'>,
  caller: Caller,
  asked: AreaRequest,
  limit: number,
): Promise<AddressList> {
  const { outline } = await normalise(asked, caller)
  const giveWay = createYielder(caller)
  const middle = middleOfOutline(outline)
  let reachM2 = 0
  for (let i = 0; i < outline.length; i += 2) {
    reachM2 = Math.max(reachM2, (outline[i]! - middle[0]) ** 2 + (outline[i + 1]! - middle[1]) ** 2)
  }
  await giveWay()
  const reachM = Math.min(2 * Math.sqrt(reachM2) + 100, FARTHEST_M)
  const found = await orNothing(addresses?.around(middle, reachM, LOOKED_AT))
  await giveWay()
  const within = inside(outline, found ?? [])
  const offered = found?.map((each) => ({ ...inDegrees(each), inside: within.has(each) }))
  return offered?.sort((a, b) => Number(b.inside) - Number(a.inside)).slice(0, limit)
}

export async function addressesNamed(
  addresses: AddressRegister | null,
  text: string,
  limit: number,
): Promise<AddressList> {
  const found = await orNothing(addresses?.search(text, limit))
  return found?.map((each) => ({ ...inDegrees(each), inside: null }))
}

const orNothing = async (asked: Promise<FoundAddress[]> | undefined): Promise<FoundAddress[] | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof TryLater) return undefined
    throw error
  }
}

const inDegrees = (found: FoundAddress) => ({ ...found, lngLat: lngLatFromRd(found.rd) })

export const middleOf = (area: RdPolygon): Position => {
  const { minX, minY, maxX, maxY } = extentOf(area.rings[0] ?? [])
  return [(minX + maxX) / 2, (minY + maxY) / 2]
}

const middleOfOutline = (outline: Outline): Position => {
  const { minX, minY, maxX, maxY } = widen(emptyExtent(), outline)
  return [(minX + maxX) / 2, (minY + maxY) / 2]
}

/**
 * What lies inside the outline; a hole does not matter, because a house stands in it as often as not. From south to north,
 * so that each side is held against those beside it only.
 */
export function inside<T extends { rd: Position }>(outline: Outline, found: readonly T[]): Set<T> {
  const northwards = found.toSorted((a, b) => a.rd[1] - b.rd[1])
  const isIn = northwards.map(() => false)
  for (let i = 2; i < outline.length; i += 2) {
    const [x1, y1, x2, y2] = [outline[i - 2]!, outline[i - 1]!, outline[i]!, outline[i + 1]!]
    const [south, north] = y1 < y2 ? [y1, y2] : [y2, y1]
    let low = 0
    for (let high = northwards.length; low < high; ) {
      const middle = (low + high) >> 1
      if (northwards[middle]!.rd[1] < south) low = middle + 1
      else high = middle
    }
    for (; low < northwards.length; low++) {
      const [x, y] = northwards[low]!.rd
      if (y >= north) break
      if (x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn[low] = !isIn[low]
    }
  }
  return new Set(northwards.filter((_, n) => isIn[n]))
}

/** Which deliveries that are opened together become one job: those of one site. */
import { emptyExtent, squaredDistance, widen } from '../../geometry/flat.ts'
import type { Extent } from '../../geometry/geometry.ts'
import { contactOf, type MmRing, mmRing, sideOfRing } from '../../geometry/plane.ts'
import { type DeliveryHead, environmentOf } from '../../imkl/model/found-delivery.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'

/** Areas at most this far apart are one site. */
const SAME_SITE_MM = 250_000

/** A ring with more corners than this counts as its extent: Kadaster takes at most 200. */
const MAX_CORNERS = 500

type Head = Pick<DeliveryHead, 'klicNumber' | 'klicType' | 'reference' | 'area'>

/**
 * @param here the registry that the company works with
 * @returns groups of the indexes of `heads`, in their order. Two deliveries are in one group when their kind of notification,
 *   registry and reference are the same and their areas overlap or lie within 250 m; also by way of others in between.
 */
export function groupByJob(heads: readonly Head[], here: RegistryEnvironment): number[][] {
  const rings = heads.map(({ area }) => outerRing(area.coordinates[0]!))
  const groups: number[][] = []
  heads.forEach((head, index) => {
    const near = groups.filter((group) =>
      group.some(
        (other) => kindOf(heads[other]!, here) === kindOf(head, here) && areNear(rings[other]!, rings[index]!),
      ),
    )
    for (const group of near) groups.splice(groups.indexOf(group), 1)
    groups.push([...near.flat(), index])
  })
  return groups.map((group) => group.sort((a, b) => a - b)).sort(([a], [b]) => a! - b!)
}

/**
 * @param wanted KLIC numbers of each job, as a person chose them; a delivery that it does not name stays where the rule puts it
 * @throws Refusal VALIDATION_FAILED when a job would mix kinds of notification, or names a number twice
 */
export function groupAsChosen(
  heads: readonly Head[],
  here: RegistryEnvironment,
  wanted: readonly (readonly string[])[],
): number[][] {
  const named = wanted.flat()
  if (new Set(named).size < named.length) throw refusal('A KLIC number belongs to one job: name each once.')
  const chosen = wanted
    .map((numbers) => heads.flatMap(({ klicNumber }, index) => (numbers.includes(klicNumber) ? [index] : [])))
    .filter((group) => group.length > 0)
  for (const group of chosen) {
    const kinds = new Set(group.map((index) => registryKind(heads[index]!, here)))
    if (kinds.size > 1) throw refusal('A job holds notifications of one kind: put the others into a job of their own.')
  }
  const taken = new Set(chosen.flat())
  const rest = groupByJob(heads, here)
    .map((group) => group.filter((index) => !taken.has(index)))
    .filter((group) => group.length > 0)
  return [...chosen, ...rest]
}

const refusal = (message: string): Refusal =>
  new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer: '/jobs', code: 'INVALID', message }] })

const registryKind = ({ klicType, klicNumber }: Head, here: RegistryEnvironment): string =>
  `${klicType} ${environmentOf(klicNumber, here)}`

const kindOf = (head: Head, here: RegistryEnvironment): string => `${registryKind(head, here)} ${head.reference ?? ''}`

interface OuterRing {
  ring: MmRing
  extent: Extent
}

function outerRing(positions: Parameters<typeof mmRing>[0]): OuterRing {
  const ring = mmRing(positions)
  const extent = widen(emptyExtent(), ring)
  if (positions.length <= MAX_CORNERS) return { ring, extent }
  const { minX, minY, maxX, maxY } = extent
  return { ring: [minX, minY, maxX, minY, maxX, maxY, minX, maxY, minX, minY], extent }
}

function areNear(a: OuterRing, b: OuterRing): boolean {
  const apart = Math.max(
    a.extent.minX - b.extent.maxX,
    b.extent.minX - a.extent.maxX,
    a.extent.minY - b.extent.maxY,
    b.extent.minY - a.extent.maxY,
  )
  if (apart > SAME_SITE_MM) return false
  if (sideOfRing(a.ring, b.ring[0]!, b.ring[1]!) >= 0 || sideOfRing(b.ring, a.ring[0]!, a.ring[1]!) >= 0) return true
  for (let i = 0; i + 3 < a.ring.length; i += 2)
    for (let j = 0; j + 3 < b.ring.length; j += 2) if (sidesNear(a.ring, i, b.ring, j)) return true
  return false
}

/** The sides that begin at these places. */
function sidesNear(a: MmRing, i: number, b: MmRing, j: number): boolean {
  const [ax, ay, bx, by] = [a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!]
  const [cx, cy, dx, dy] = [b[j]!, b[j + 1]!, b[j + 2]!, b[j + 3]!]
  const most = SAME_SITE_MM ** 2
  return (
    squaredDistance(ax, ay, cx, cy, dx, dy) <= most ||
    squaredDistance(cx, cy, ax, ay, bx, by) <= most ||
    contactOf(ax, ay, bx, by, cx, cy, dx, dy) !== 'none'
  )
}

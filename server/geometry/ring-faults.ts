/**
 * Which of Kadaster's polygon rules an area breaks. Used before sending (precheck) and by the simulated registry.
 * Source: Kadaster KLIC B2B, polygon rules; what is not published there is read strictly: the closing position counts
 * among the 50, a ring that touches itself is refused, exactly 500 or 2500 m passes.
 */
import type { KlicType } from '../registry/klic.ts'
import type { Position, Ring } from './geometry.ts'
import { MAX_PART_POSITIONS, REGISTRY_LIMITS } from './registry-limits.ts'

const RING_FAULTS = [
  'not_two_numbers',
  'holes',
  'not_closed',
  'too_few_positions',
  'too_many_positions',
  'decimals',
  'repeated_position',
  'touches_itself',
  'too_large',
  'outside_netherlands',
] as const
export type RingFault = (typeof RING_FAULTS)[number]

/** RD box of the European Netherlands that the retired interface used. */
const NETHERLANDS_RD = { minX: 5700, minY: 289_700, maxX: 290_300, maxY: 640_300 } as const

/** Whole millimetres: differences and their products stay exact in a double, so the signs below are certain. */
const millimetres = (ring: Ring): Ring => ring.map(([x, y]) => [Math.round(x * 1000), Math.round(y * 1000)])

const turn = (a: Position, b: Position, c: Position): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const within = (a: Position, b: Position, p: Position): boolean =>
  Math.min(a[0], b[0]) <= p[0] &&
  p[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= p[1] &&
  p[1] <= Math.max(a[1], b[1])

/** Crossing or touching, ends included. */
const meet = (a: Position, b: Position, c: Position, d: Position): boolean => {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && within(a, b, c)) ||
    (abd === 0 && within(a, b, d)) ||
    (cda === 0 && within(c, d, a)) ||
    (cdb === 0 && within(c, d, b))
  )
}

/** Closed ring in, at most some hundred positions: every pair of sides is looked at. */
const touchesItself = (closed: Ring): boolean => {
  const ring = millimetres(closed)
  const sides = ring.length - 1
  for (let i = 0; i < sides; i += 1) {
    const [a, b] = [ring[i]!, ring[i + 1]!]
    const after = ring[i + 2 <= sides ? i + 2 : 1]!
    const goesBack =
      turn(a, b, after) === 0 && (b[0] - a[0]) * (after[0] - b[0]) + (b[1] - a[1]) * (after[1] - b[1]) < 0
    if (goesBack) return true
    for (let j = i + 2; j < sides; j += 1) {
      const neighbours = i === 0 && j === sides - 1
      if (!neighbours && meet(a, b, ring[j]!, ring[j + 1]!)) return true
    }
  }
  return false
}

const hasMillimetresAtMost = (value: number): boolean => Math.round(value * 1000) / 1000 === value

/** @param rings RD New metres; every fault once, in the order of RING_FAULTS */
export const ringFaults = (rings: readonly Ring[], klicType: KlicType): RingFault[] => {
  const faults: RingFault[] = []
  const ring = rings[0] ?? []
  if (!ring.every((position) => position.length === 2 && position.every(Number.isFinite))) return ['not_two_numbers']
  if (rings.length !== 1) faults.push('holes')
  const [first, last] = [ring[0], ring.at(-1)]
  const closed = first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1]
  if (!closed) faults.push('not_closed')
  if (ring.length < 4) return [...faults, 'too_few_positions']
  if (ring.length > MAX_PART_POSITIONS) faults.push('too_many_positions')
  if (!ring.flat().every(hasMillimetresAtMost)) faults.push('decimals')
  const open = closed ? ring.slice(0, -1) : ring
  const repeated = new Set(open.map(String)).size !== open.length
  if (repeated) faults.push('repeated_position')
  else if (closed && touchesItself(ring)) faults.push('touches_itself')

  const xs = ring.map(([x]) => x)
  const ys = ring.map(([, y]) => y)
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const sideMm = REGISTRY_LIMITS[klicType].partSideM * 1000
  if (Math.round((maxX - minX) * 1000) > sideMm || Math.round((maxY - minY) * 1000) > sideMm) faults.push('too_large')
  const box = NETHERLANDS_RD
  if (minX < box.minX || maxX > box.maxX || minY < box.minY || maxY > box.maxY) faults.push('outside_netherlands')
  return faults
}

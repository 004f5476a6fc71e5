/**
 * Groups parts into orders the registry takes: at most 100 in one, all within a frame of 5000 m (GRAAF) or 10,000 m
 * (ORIENT). Source: Kadaster KLIC B2B, orders with more than one request; code COR1202.
 */
import type { Extent } from '../geometry/geometry.ts'
import { MAX_PARTS_PER_ORDER } from '../geometry/registry-limits.ts'

/** @param extents of the parts, in any one unit; @param side of the frame in that unit. @returns indices, ascending in each order */
export const ordersOf = (extents: readonly Extent[], side: number): number[][] => {
  const all = extents.map((_, i) => i)
  const upright = grouped(all, extents, side, 'minX', 'maxX').flatMap((strip) =>
    grouped(strip, extents, side, 'minY', 'maxY'),
  )
  const level = grouped(all, extents, side, 'minY', 'maxY').flatMap((strip) =>
    grouped(strip, extents, side, 'minX', 'maxX'),
  )
  const inFrames = level.length < upright.length ? level : upright
  return inFrames
    .flatMap((frame) => {
      const number = Math.ceil(frame.length / MAX_PARTS_PER_ORDER)
      const size = Math.ceil(frame.length / number)
      return Array.from({ length: number }, (_, i) => frame.slice(i * size, (i + 1) * size))
    })
    .map((order) => order.sort((a, b) => a - b))
    .sort((a, b) => a[0]! - b[0]!)
}

/** Along one axis: a group ends before the part that would make it longer than the frame. */
const grouped = (
  parts: readonly number[],
  extents: readonly Extent[],
  side: number,
  low: 'minX' | 'minY',
  high: 'maxX' | 'maxY',
): number[][] => {
  const groups: number[][] = []
  let from = 0
  for (const part of [...parts].sort((a, b) => extents[a]![low] - extents[b]![low] || a - b)) {
    if (groups.length === 0 || extents[part]![high] - from > side) {
      groups.push([])
      from = extents[part]![low]
    }
    groups.at(-1)!.push(part)
  }
  return groups
}

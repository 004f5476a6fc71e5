/** Measures on flat coordinates (x0, y0, x1, y1, ...) in doubles: of what is drawn. What must be exact is in plane.ts. */
import type { Extent, Position, ResultGeometry } from './geometry.ts'

/** Infinite and inside out: including a first point makes it that point. */
export const emptyExtent = (): Extent => ({ minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity })

export const isEmpty = ({ minX, maxX }: Extent): boolean => minX > maxX

const include = (extent: Extent, x: number, y: number): void => {
  if (x < extent.minX) extent.minX = x
  if (x > extent.maxX) extent.maxX = x
  if (y < extent.minY) extent.minY = y
  if (y > extent.maxY) extent.maxY = y
}

/** @returns the extent given, grown to hold all positions */
export const widen = (extent: Extent, flat: ArrayLike<number>): Extent => {
  for (let i = 0; i < flat.length; i += 2) include(extent, flat[i]!, flat[i + 1]!)
  return extent
}

/** @param by of its own unit, to each side; negative: shrunk */
export const growExtent = ({ minX, minY, maxX, maxY }: Extent, by: number): Extent => ({
  minX: minX - by,
  minY: minY - by,
  maxX: maxX + by,
  maxY: maxY + by,
})

export const extentCovers = (extent: Extent, inner: Extent): boolean =>
  extent.minX <= inner.minX && extent.minY <= inner.minY && extent.maxX >= inner.maxX && extent.maxY >= inner.maxY

/** They have a position in common. */
export const extentsMeet = (one: Extent, other: Extent): boolean =>
  one.maxX >= other.minX && one.minX <= other.maxX && one.maxY >= other.minY && one.minY <= other.maxY

/** Axis-aligned extent of a line or ring, in its own frame; infinite and inside out when it is empty. Heights do not count. */
export const extentOf = (positions: readonly Readonly<Position>[]): Extent => {
  const extent = emptyExtent()
  for (const [x, y] of positions) include(extent, x, y)
  return extent
}

/** Lines, or rings of all polygons; of a point, itself. */
export const pathsOf = (geometry: ResultGeometry): readonly (readonly number[])[] => {
  if (geometry.type === 'Point') return [geometry.xy]
  return geometry.type === 'MultiLineString' ? geometry.lines : geometry.polygons.flat()
}

/** @param path flat */
export const positionsOf = (path: readonly number[]): Position[] =>
  Array.from({ length: path.length / 2 }, (_, i): Position => [path[2 * i]!, path[2 * i + 1]!])

/** 2D length in metres. */
export function lengthOf(lines: readonly (readonly number[])[]): number {
  let sum = 0
  for (const line of lines)
    for (let i = 2; i < line.length; i += 2) sum += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!)
  return sum
}

/** Whether what goes east from x, y passes the side from a to b. Inside is where an odd number of an area's sides is passed. */
export const passesEast = (x: number, y: number, ax: number, ay: number, bx: number, by: number): boolean =>
  ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)

/** From x, y to the nearest position of the side from a to b, squared. */
export const squaredDistance = (x: number, y: number, ax: number, ay: number, bx: number, by: number): number => {
  const dx = bx - ax
  const dy = by - ay
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2
}

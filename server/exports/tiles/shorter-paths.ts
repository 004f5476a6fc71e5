/**
 * Bounds what is drawn by its positions: a simplification by Douglas-Peucker takes quadratic time for a long zigzag. A long
 * line is cut into pieces, what lies closer together than a tile can show is left out before, and of an area that is long
 * all the same, no more is. Unit square.
 */
import type { Feature, Geometry, GeometryCollection, MultiLineString, Position } from 'geojson'

/** Lines of deliveries have some dozens. A piece of a thousand is simplified in at most some milliseconds. */
const PIECE_POSITIONS = 1000

type LocatedGeometry = Exclude<Geometry, GeometryCollection>

export const coordinatesOf = ({ geometry }: Feature): readonly unknown[] => (geometry as LocatedGeometry).coordinates

/** @returns the feature itself, or what is drawn of its lines as features of at most a thousand positions each */
export function piecesOf(feature: Feature): Feature[] {
  const { geometry } = feature
  if (geometry.type !== 'MultiLineString' || countPositions(geometry.coordinates) <= PIECE_POSITIONS) return [feature]
  const groups: MultiLineString['coordinates'][] = []
  let left = 0
  for (const line of geometry.coordinates) {
    for (let from = 0; from === 0 || from < line.length - 1; from += PIECE_POSITIONS - 1) {
      // Pieces share the position where one goes on with the other.
      const piece = line.slice(from, from + PIECE_POSITIONS)
      if (piece.length > left) {
        groups.push([])
        left = PIECE_POSITIONS
      }
      groups.at(-1)!.push(piece)
      left -= piece.length
    }
  }
  return groups.map((coordinates) => ({ ...feature, geometry: { type: 'MultiLineString', coordinates } }))
}

/** Takes too long to simplify. */
export const isLongShape = (feature: Feature): boolean => countPositions(coordinatesOf(feature)) > PIECE_POSITIONS

export function countPositions(coordinates: readonly unknown[]): number {
  if (typeof coordinates[0] === 'number') return 1
  let count = 0
  for (const inner of coordinates) count += countPositions(inner as unknown[])
  return count
}

/** @param step what lies closer to the position before it is left out; the first and the last position stay */
export function thinPath(feature: Feature, step: number): Feature {
  const { geometry } = feature
  const path = (positions: Position[]): Position[] => thinnedPath(positions, step)
  switch (geometry.type) {
    case 'MultiLineString':
      return { ...feature, geometry: { ...geometry, coordinates: geometry.coordinates.map(path) } }
    case 'MultiPolygon':
      return {
        ...feature,
        geometry: { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(path)) },
      }
    default:
      return feature
  }
}

function thinnedPath(positions: Position[], step: number): Position[] {
  const last = positions.length - 1
  // A ring needs four, of which the last is the first.
  if (last < 4) return positions
  let [x, y] = positions[0] as [number, number]
  const kept = positions.filter((position, i) => {
    const [nextX, nextY] = position as [number, number]
    const isKept = i === 0 || i === last || Math.hypot(nextX - x, nextY - y) >= step
    if (isKept) [x, y] = [nextX, nextY]
    return isKept
  })
  return kept.length < 4 ? positions : kept
}

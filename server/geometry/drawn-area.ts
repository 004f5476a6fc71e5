/**
 * What lies in a drawn area. Its sides are sorted into bands from south to north, so that what is asked of it meets only
 * those that it could cross. RD New metres.
 */
import { extentOf, passesEast } from './flat.ts'
import type { Position, ResultGeometry } from './geometry.ts'

interface Side {
  readonly from: Position
  readonly to: Position
}

export interface DrawnArea {
  /** Something of it lies in the area or on its edge. */
  meets(geometry: ResultGeometry): boolean
  contains(x: number, y: number): boolean
  /** How far along (0 to 1) a segment meets its sides; a side can come several times. */
  meetingsOf(x1: number, y1: number, x2: number, y2: number): number[]
  /** Metres of the lines (flat: x, y, x, y, ...) that lie within; holes count as outside. */
  lengthOf(lines: readonly (readonly number[])[]): number
}

/** More do not make it faster for the areas that people draw. */
const MAX_BANDS = 128
/** What passes more bands than this looks at all sides, each once. */
const FEW_BANDS = 8

/** @param rings closed, the outline first */
export function drawnArea(rings: readonly (readonly Position[])[]): DrawnArea {
  const sides: Side[] = rings.flatMap((ring) => ring.slice(1).map((to, i) => ({ from: ring[i]!, to })))
  const { minX, minY, maxX, maxY } = extentOf(rings.flat() as Position[])
  const count = Math.max(1, Math.min(MAX_BANDS, sides.length))
  const height = (maxY - minY) / count || 1
  const bandAt = (y: number): number => Math.max(0, Math.min(count - 1, Math.floor((y - minY) / height)))
  const bands: Side[][] = Array.from({ length: count }, () => [])
  for (const side of sides) {
    const last = bandAt(Math.max(side.from[1], side.to[1]))
    for (let band = bandAt(Math.min(side.from[1], side.to[1])); band <= last; band++) bands[band]!.push(side)
  }

  const contains = (x: number, y: number): boolean => {
    if (x < minX || x > maxX || y < minY || y > maxY) return false
    let isInside = false
    for (const { from, to } of bands[bandAt(y)]!) {
      if (passesEast(x, y, from[0], from[1], to[0], to[1])) isInside = !isInside
    }
    return isInside
  }

  /** Calls with how far along (0 to 1) each side is met, until it returns true. A side can come several times. */
  const eachMeeting = (x1: number, y1: number, x2: number, y2: number, met: (share: number) => boolean): void => {
    const [west, south, east, north] = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
    if (east < minX || west > maxX || north < minY || south > maxY) return
    const first = bandAt(south)
    const last = bandAt(north)
    for (const list of last - first >= FEW_BANDS ? [sides] : bands.slice(first, last + 1)) {
      for (const { from, to } of list) {
        if ((from[0] < west && to[0] < west) || (from[0] > east && to[0] > east)) continue
        if ((from[1] < south && to[1] < south) || (from[1] > north && to[1] > north)) continue
        const share = shareAt([x1, y1], [x2, y2], from[0], from[1], to[0], to[1])
        if (share !== undefined && met(share)) return
      }
    }
  }
  const meetingsOf = (x1: number, y1: number, x2: number, y2: number): number[] => {
    const shares: number[] = []
    eachMeeting(x1, y1, x2, y2, (share) => shares.push(share) < 0)
    return shares
  }
  const crosses = (x1: number, y1: number, x2: number, y2: number): boolean => {
    let isMet = false
    eachMeeting(x1, y1, x2, y2, () => {
      isMet = true
      return true
    })
    return isMet
  }
  const lineMeets = (line: readonly number[]): boolean => {
    for (let k = 0; k + 1 < line.length; k += 2) {
      if (contains(line[k]!, line[k + 1]!)) return true
      if (k + 3 < line.length && crosses(line[k]!, line[k + 1]!, line[k + 2]!, line[k + 3]!)) return true
    }
    return false
  }

  return {
    contains,
    meetingsOf,
    meets(geometry) {
      if (geometry.type === 'Point') return contains(...geometry.xy)
      if (geometry.type === 'MultiLineString') return geometry.lines.some(lineMeets)
      const [x, y] = rings[0]![0]!
      return geometry.polygons.some((polygon) => polygon.some(lineMeets) || isWithin(polygon, x, y))
    },
    lengthOf(lines) {
      let sum = 0
      for (const line of lines) {
        for (let k = 0; k + 3 < line.length; k += 2) {
          const [x1, y1, x2, y2] = [line[k]!, line[k + 1]!, line[k + 2]!, line[k + 3]!]
          const shares = [0, 1, ...meetingsOf(x1, y1, x2, y2)].sort((a, b) => a - b)
          for (let i = 0; i + 1 < shares.length; i++) {
            const middle = (shares[i]! + shares[i + 1]!) / 2
            if (!contains(x1 + middle * (x2 - x1), y1 + middle * (y2 - y1))) continue
            sum += (shares[i + 1]! - shares[i]!) * Math.hypot(x2 - x1, y2 - y1)
          }
        }
      }
      return sum
    },
  }
}

/** Rings are flat and closed. */
function isWithin(rings: readonly (readonly number[])[], x: number, y: number): boolean {
  let isInside = false
  for (const ring of rings) {
    for (let k = 0; k + 3 < ring.length; k += 2) {
      if (passesEast(x, y, ring[k]!, ring[k + 1]!, ring[k + 2]!, ring[k + 3]!)) isInside = !isInside
    }
  }
  return isInside
}

/** How far along the first segment (0 to 1) the other crosses it; undefined: nowhere, or parallel. */
export function shareAt(
  from: Position,
  to: Position,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): number | undefined {
  const dx = to[0] - from[0]
  const dy = to[1] - from[1]
  const ex = x2 - x1
  const ey = y2 - y1
  const cross = dx * ey - dy * ex
  if (cross === 0) return undefined
  const share = ((x1 - from[0]) * ey - (y1 - from[1]) * ex) / cross
  const other = ((x1 - from[0]) * dy - (y1 - from[1]) * dx) / cross
  return share >= 0 && share <= 1 && other >= 0 && other <= 1 ? share : undefined
}

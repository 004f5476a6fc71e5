/** A cross-section: what a line over the ground crosses, and where along it; and what of lines lies in an area. RD New metres. */
import type { Position } from './geometry.ts'

export interface Crossing {
  /** Metres along the section line, from its start */
  at: number
  xy: Position
}

/**
 * Where lines cross the section, in its order. Touching with an end counts once; what runs along the section crosses it
 * nowhere.
 * @param lines flat coordinates: x, y, x, y, ...
 */
export function crossings(section: readonly Position[], lines: readonly (readonly number[])[]): Crossing[] {
  const found: Crossing[] = []
  let walked = 0
  for (let i = 0; i + 1 < section.length; i++) {
    const from = section[i]!
    const to = section[i + 1]!
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    for (const line of lines) {
      for (let k = 0; k + 3 < line.length; k += 2) {
        const share = shareAt(from, to, line[k]!, line[k + 1]!, line[k + 2]!, line[k + 3]!)
        if (share === undefined) continue
        const xy: Position = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
        found.push({ at: walked + share * length, xy })
      }
    }
    walked += length
  }
  found.sort((a, b) => a.at - b.at)
  return found.filter((each, i) => i === 0 || each.at - found[i - 1]!.at > SAME_PLACE_M)
}

/** A line that crosses at one of its own corners is met by two of its segments. */
const SAME_PLACE_M = 0.005

/**
 * Metres of the lines that lie within a polygon.
 * @param lines flat coordinates: x, y, x, y, ...
 * @param rings closed, the outline first; holes count as outside
 */
export function lengthWithin(lines: readonly (readonly number[])[], rings: readonly (readonly Position[])[]): number {
  let sum = 0
  for (const line of lines)
    for (let k = 0; k + 3 < line.length; k += 2) {
      const [x1, y1, x2, y2] = [line[k]!, line[k + 1]!, line[k + 2]!, line[k + 3]!]
      const shares = [0, 1]
      for (const ring of rings)
        for (let i = 0; i + 1 < ring.length; i++) {
          const share = shareAt([x1, y1], [x2, y2], ...ring[i]!, ...ring[i + 1]!)
          if (share !== undefined) shares.push(share)
        }
      shares.sort((a, b) => a - b)
      for (let i = 0; i + 1 < shares.length; i++) {
        const middle = (shares[i]! + shares[i + 1]!) / 2
        if (!isWithin([x1 + middle * (x2 - x1), y1 + middle * (y2 - y1)], rings)) continue
        sum += (shares[i + 1]! - shares[i]!) * Math.hypot(x2 - x1, y2 - y1)
      }
    }
  return sum
}

/** By the number of sides that a ray to the east meets. */
function isWithin([x, y]: Position, rings: readonly (readonly Position[])[]): boolean {
  let isInside = false
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i]!, ring[i + 1]!]
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside
    }
  return isInside
}

/** How far along the section's segment (0 to 1) the other segment crosses it; undefined: nowhere, or parallel. */
function shareAt(from: Position, to: Position, x1: number, y1: number, x2: number, y2: number): number | undefined {
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

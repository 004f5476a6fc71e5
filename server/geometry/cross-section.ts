/** A cross-section: what a line over the ground crosses, and where along it. RD New metres. */
import { shareAt } from './drawn-area.ts'
import type { Position } from './geometry.ts'

export interface Crossing {
  /** Metres along the section line, from its start */
  at: number
  xy: Position
  /** Between section and line: 0 to 90 */
  angleDeg: number
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
        const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
        const [ex, ey] = [line[k + 2]! - line[k]!, line[k + 3]! - line[k + 1]!]
        const angleDeg = (Math.atan2(Math.abs(dx * ey - dy * ex), Math.abs(dx * ex + dy * ey)) * 180) / Math.PI
        found.push({ at: walked + share * length, xy: [from[0] + share * dx, from[1] + share * dy], angleDeg })
      }
    }
    walked += length
  }
  found.sort((a, b) => a.at - b.at)
  return found.filter((each, i) => i === 0 || each.at - found[i - 1]!.at > SAME_PLACE_M)
}

/** A line that crosses at one of its own corners is met by two of its segments. */
const SAME_PLACE_M = 0.005

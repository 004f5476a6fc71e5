/** Curves of SQL/MM, of well-known binary and text, as lines. */
import { arcAsLine } from '../../../geometry/arc.ts'

/** As GDAL does for the other formats: what lies between an arc and its chord is 0.06 % of the radius at most. */
const RADIANS_A_CHORD = (4 / 180) * Math.PI

type Pair = readonly [number, number]

/** Arcs share their ends: the second of three positions is on the way. */
export function curveAsLine(positions: readonly number[][]): number[][] {
  const line = positions.slice(0, 1)
  for (let i = 2; i < positions.length; i += 2) {
    line.push(...arcThrough(positions[i - 2]!, positions[i - 1]!, positions[i]!).slice(1))
  }
  return line
}

function arcThrough(from: readonly number[], through: readonly number[], to: readonly number[]): number[][] {
  const [[x1, y1], [x2, y2], [x3, y3]] = [from, through, to] as [Pair, Pair, Pair]
  if (x1 === x3 && y1 === y3) {
    // A whole circle: the one on the way is on its other side.
    const [cx, cy, dx, dy] = [(x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / 2, (y2 - y1) / 2]
    return [...arcThrough(from, [cx - dy, cy + dx], through), ...arcThrough(through, [cx + dy, cy - dx], to).slice(1)]
  }
  const flat = arcAsLine([...from, ...through, ...to], false, () => RADIANS_A_CHORD)
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!])
}

/** Each begins where the one before it ends. */
export const joinCurves = (lines: readonly number[][][]): number[][] =>
  lines.flatMap((line, i) => (i === 0 ? line : line.slice(1)))

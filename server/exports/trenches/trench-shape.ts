/** The outline of a cut across an axis. RD New metres. */
import gdal from 'gdal-async'
import { type Axis, axisOf, placeBeside } from '../../geometry/along-axis.ts'
import type { Position } from '../../geometry/geometry.ts'

/** Outside a bend the edge is an arc, with a corner at least every so many radians. */
const STEP = Math.PI / 12
/** Pieces on both sides of a corner overlap by so much: they become one outline. */
const OVERLAP_M = 0.001

/**
 * All that lies beside the axis between two chainages, at most so far from it; outside a bend the edge goes around its corner.
 * @param fromM below 0: the axis goes straight on before its start, as it does beyond its end
 * @returns closed ring
 */
export function cutAcross({ line, at, lengthM }: Axis, fromM: number, toM: number, sideM: number): Position[] {
  const rings: Position[][] = []
  for (let i = 0; i + 1 < line.length; i++) {
    const [start, end] = [at[i]!, at[i + 1]!]
    const from = Math.max(fromM, i === 0 ? fromM : start - OVERLAP_M)
    const to = Math.min(toM, end === lengthM ? toM : end + OVERLAP_M)
    if (from >= to) continue
    const straight = axisOf([line[i]!, line[i + 1]!])
    const corner = (chainage: number, side: number): Position => placeBeside(straight, chainage - start, side)
    const left = corner(from, sideM)
    rings.push([left, corner(from, -sideM), corner(to, -sideM), corner(to, sideM), left])
    if (i > 0 && start >= fromM && start <= toM)
      rings.push(...aroundCorner(line[i - 1]!, line[i]!, line[i + 1]!, sideM))
  }
  const [first, ...others] = rings.map((ring) => gdal.Geometry.fromGeoJson({ type: 'Polygon', coordinates: [ring] }))
  const union = others.reduce((all, each) => all.union(each), first!)
  const { type, coordinates } = (union.name === 'POLYGON' ? union : union.convexHull()).toObject() as {
    type: string
    coordinates: Position[][]
  }
  if (type !== 'Polygon') throw new Error(`A trench became a ${type}`)
  return coordinates[0]!
}

/** What is nearest to the corner, outside the bend: its edge touches the arc. None where the axis goes straight on. */
function aroundCorner(before: Position, corner: Position, behind: Position, sideM: number): Position[][] {
  const into = Math.atan2(corner[1] - before[1], corner[0] - before[0])
  const out = Math.atan2(behind[1] - corner[1], behind[0] - corner[0])
  const turn = Math.atan2(Math.sin(out - into), Math.cos(out - into))
  if (Math.abs(turn) < 1e-9) return []
  const place = (share: number, away: number): Position => {
    // On its right where it turns left.
    const angle = into - (Math.sign(turn) * Math.PI) / 2 + turn * share
    return [corner[0] + away * Math.cos(angle), corner[1] + away * Math.sin(angle)]
  }
  const steps = Math.ceil(Math.abs(turn) / STEP)
  const away = sideM / Math.cos(turn / steps / 2)
  const arc = Array.from({ length: steps }, (_, n) => place((n + 0.5) / steps, away))
  return [[corner, place(0, sideM), ...arc, place(1, sideM), corner]]
}

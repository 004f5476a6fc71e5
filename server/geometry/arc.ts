/** Arcs as lines. */

const MAX_STEPS = 1000

/** How far round, in radians, one straight piece may go so that nothing of the arc lies farther from it than this. */
export const stepWithin =
  (toleranceM: number) =>
  (radius: number): number =>
    2 * Math.acos(Math.max(0, 1 - toleranceM / Math.max(radius, toleranceM)))

/**
 * An arc through three points (flat, six numbers) as a line; a circle goes on to its start.
 * @param perStep radians that one straight piece may go round, by the radius
 */
export function arcAsLine(piece: readonly number[], isCircle: boolean, perStep: (radius: number) => number): number[] {
  const [x1, y1, x2, y2, x3, y3] = piece as [number, number, number, number, number, number]
  // Seen from the first point: what is far from the origin has no digits left for its squares.
  const [ax, ay, bx, by] = [x2 - x1, y2 - y1, x3 - x1, y3 - y1]
  const d = 2 * (ax * by - ay * bx)
  const [a2, b2] = [ax * ax + ay * ay, bx * bx + by * by]
  // No flatter than this are three points that are meant to lie on a line.
  if (Math.abs(d) <= 1e-9 * Math.max(a2, b2)) return [...piece]
  const cx = x1 + (by * a2 - ay * b2) / d
  const cy = y1 + (ax * b2 - bx * a2) / d
  const radius = Math.hypot(x1 - cx, y1 - cy)
  const start = Math.atan2(y1 - cy, x1 - cx)
  const turn = (angle: number): number => (((angle - start) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
  const toMiddle = turn(Math.atan2(y2 - cy, x2 - cx))
  const toEnd = turn(Math.atan2(y3 - cy, x3 - cx))
  let sweep = toMiddle < toEnd ? toEnd : toEnd - 2 * Math.PI
  if (isCircle) sweep = Math.sign(sweep) * 2 * Math.PI
  const steps = Math.min(MAX_STEPS, Math.max(2, Math.ceil(Math.abs(sweep) / perStep(radius))))
  const out = [x1, y1]
  for (let i = 1; i < steps; i++) {
    const angle = start + (sweep * i) / steps
    out.push(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle))
  }
  if (isCircle) out.push(x1, y1)
  else out.push(x3, y3)
  return out
}

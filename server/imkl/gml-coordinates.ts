/** Lists of coordinates in GML: numbers from text, two dimensions or three, joining and turning, and arcs as lines. */

/** Greatest distance between an arc and the line that replaces it, metres. */
const ARC_TOLERANCE_M = 0.001
/** A gap below this between consecutive segments is a repeated vertex. */
const SAME_POINT_M = 1e-9

/** Null when something is not a number. */
export function parseNumbers(text: string): number[] | null {
  const out: number[] = []
  for (const part of text.split(/[\s,]+/)) {
    if (part === '') continue
    const value = Number(part)
    if (!Number.isFinite(value)) return null
    out.push(value)
  }
  return out
}

/**
 * What the numbers are, whatever srsDimension says: operators declare 3D and give 2D. Every third number of 3D is a
 * height, below 1,000, as nowhere in the Netherlands x or y is. Null when they come out in neither.
 * @param declared 2, 3, or another number for not declared
 */
export function dimensionOf(numbers: readonly number[], declared: number): 2 | 3 | null {
  const canBe2D = numbers.length % 2 === 0
  const canBe3D = numbers.length % 3 === 0
  if (canBe3D && (hasHeights(numbers) || (declared === 3 && !canBe2D))) return 3
  return canBe2D ? 2 : null
}

function hasHeights(numbers: readonly number[]): boolean {
  for (let i = 2; i < numbers.length; i += 3) if (Math.abs(numbers[i]!) >= 1000) return false
  return true
}

/** @param isNext a next segment of a curve that starts where the last one ended: the shared point is written once. */
export function appendPairs(target: number[], numbers: readonly number[], step: number, isNext: boolean): void {
  let from = 0
  if (isNext && target.length >= 2) {
    const x = target[target.length - 2]!
    const y = target[target.length - 1]!
    if (Math.abs(x - numbers[0]!) <= SAME_POINT_M && Math.abs(y - numbers[1]!) <= SAME_POINT_M) from = step
  }
  for (let i = from; i < numbers.length; i += step) target.push(numbers[i]!, numbers[i + 1]!)
}

export function reversePairs(flat: number[], from: number): void {
  const tail = flat.splice(from)
  for (let i = tail.length - 2; i >= 0; i -= 2) flat.push(tail[i]!, tail[i + 1]!)
}

/** An arc through three points (flat, six numbers) as a line; a circle goes on to its start. */
export function linearise(piece: readonly number[], isCircle: boolean): number[] {
  const [x1, y1, x2, y2, x3, y3] = piece as [number, number, number, number, number, number]
  const d = 2 * (x1 * (y2 - y3) + x2 * (y3 - y1) + x3 * (y1 - y2))
  if (Math.abs(d) < 1e-9) return [...piece]
  const s1 = x1 * x1 + y1 * y1
  const s2 = x2 * x2 + y2 * y2
  const s3 = x3 * x3 + y3 * y3
  const cx = (s1 * (y2 - y3) + s2 * (y3 - y1) + s3 * (y1 - y2)) / d
  const cy = (s1 * (x3 - x2) + s2 * (x1 - x3) + s3 * (x2 - x1)) / d
  const radius = Math.hypot(x1 - cx, y1 - cy)
  const start = Math.atan2(y1 - cy, x1 - cx)
  const turn = (angle: number): number => (((angle - start) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
  const toMiddle = turn(Math.atan2(y2 - cy, x2 - cx))
  const toEnd = turn(Math.atan2(y3 - cy, x3 - cx))
  let sweep = toMiddle < toEnd ? toEnd : toEnd - 2 * Math.PI
  if (isCircle) sweep = Math.sign(sweep) * 2 * Math.PI
  const perStep = 2 * Math.acos(Math.max(0, 1 - ARC_TOLERANCE_M / Math.max(radius, ARC_TOLERANCE_M)))
  const steps = Math.min(1000, Math.max(2, Math.ceil(Math.abs(sweep) / perStep)))
  const out = [x1, y1]
  for (let i = 1; i < steps; i++) {
    const angle = start + (sweep * i) / steps
    out.push(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle))
  }
  if (isCircle) out.push(x1, y1)
  else out.push(x3, y3)
  return out
}

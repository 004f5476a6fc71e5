/** Lists of coordinates in GML: numbers from text, two dimensions or three, joining and turning. */

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
 * What the numbers are, without trust in srsDimension: operators declare 3D and give 2D. Every third number of 3D is a
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

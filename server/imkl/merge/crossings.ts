/**
 * Is there so much crossing in these lines or rings that merging them would take minutes? What is drawn by people crosses
 * itself here and there; a broken file can hold a line that crosses itself a million times, and every crossing becomes
 * an end of something. Who asks, then leaves the versions side by side and says so.
 */

/** What few segments can cross is no matter. */
const FEW_SEGMENTS = 150
/** The longest line in the example deliveries has 566. */
const TOO_MANY_SEGMENTS = 20_000
const CROSSINGS = 20_000
/** Versions of one line that differ by a millimetre cross all along it. */
const CROSSINGS_PER_SEGMENT = 10

/** @param paths flat coordinates, of all versions together */
export function hasTooManyCrossings(paths: readonly (readonly number[])[]): boolean {
  const count = paths.reduce((sum, path) => sum + Math.max(0, path.length / 2 - 1), 0)
  if (count < FEW_SEGMENTS) return false
  if (count > TOO_MANY_SEGMENTS) return true
  const segments = new Float64Array(count * 4)
  let at = 0
  for (const path of paths)
    for (let i = 2; i < path.length; i += 2) for (const place of [i - 2, i - 1, i, i + 1]) segments[at++] = path[place]!
  const most = CROSSINGS + CROSSINGS_PER_SEGMENT * count
  let crossings = repeats(segments)
  for (let a = 0; a < segments.length; a += 4)
    for (let b = a + 4; b < segments.length; b += 4) if (cross(segments, a, b) && ++crossings > most) return true
  return false
}

/** Pairs of segments that are the same: each is as much work as a crossing. */
function repeats(segments: Float64Array): number {
  const seen = new Map<string, number>()
  let pairs = 0
  for (let at = 0; at < segments.length; at += 4) {
    const key = segments.subarray(at, at + 4).join(' ')
    const before = seen.get(key) ?? 0
    pairs += before
    seen.set(key, before + 1)
  }
  return pairs
}

function cross(s: Float64Array, a: number, b: number): boolean {
  const ax = s[a]!
  const ay = s[a + 1]!
  const bx = s[a + 2]!
  const by = s[a + 3]!
  const cx = s[b]!
  const cy = s[b + 1]!
  const dx = s[b + 2]!
  const dy = s[b + 3]!
  if (ax < bx ? cx > bx && dx > bx : cx > ax && dx > ax) return false
  if (ay < by ? cy > by && dy > by : cy > ay && dy > ay) return false
  const side = (x: number, y: number): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax)
  if (side(cx, cy) * side(dx, dy) >= 0) return false
  const other = (x: number, y: number): number => (dx - cx) * (y - cy) - (dy - cy) * (x - cx)
  return other(ax, ay) * other(bx, by) < 0
}

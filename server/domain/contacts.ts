/**
 * Finds where rings cross or touch: themselves or each other. Edges are sorted into a raster of cells and compared
 * only with those in the same cell, left to right, so 50,000 positions take well under a second. Exact.
 */
import { type Contact, contactOf, type MmRing, turn } from './plane.ts'

export interface RingContact {
  kind: Exclude<Contact, 'none'>
  /** Rings and edges; edge i runs from position i to the next. The first of the two is the lesser. */
  ringA: number
  edgeA: number
  ringB: number
  edgeB: number
  /** Where, in mm, not rounded. */
  x: number
  y: number
}

const MOST_CELLS_ACROSS = 512

/**
 * Calls `found` for each contact, the shared end of two neighbours left out unless they double back.
 * The same contact can come several times. Stops as soon as `found` returns true.
 */
export const eachContact = (rings: readonly MmRing[], found: (contact: RingContact) => boolean): void => {
  const count = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  const edges = new Float64Array(count * 4)
  const ringOf = new Int32Array(count)
  const firstOf: number[] = []
  let next = 0
  let minX = Infinity
  let minY = Infinity
  let maxX = -Infinity
  let maxY = -Infinity
  rings.forEach((ring, r) => {
    firstOf.push(next)
    for (let i = 0; i < ring.length; i += 2) {
      const to = (i + 2) % ring.length
      edges.set([ring[i]!, ring[i + 1]!, ring[to]!, ring[to + 1]!], next * 4)
      ringOf[next++] = r
      minX = Math.min(minX, ring[i]!)
      maxX = Math.max(maxX, ring[i]!)
      minY = Math.min(minY, ring[i + 1]!)
      maxY = Math.max(maxY, ring[i + 1]!)
    }
  })
  const across = Math.max(1, Math.min(MOST_CELLS_ACROSS, Math.ceil(Math.sqrt(count))))
  const cellWidth = (maxX - minX) / across || 1
  const cellHeight = (maxY - minY) / across || 1
  const cellAt = (offset: number) => Math.max(0, Math.min(across - 1, Math.floor(offset)))

  /** Every cell that an edge may pass, a little more than it does pass: rounding must not lose one. */
  const walk = (edge: number, visit: (cell: number) => void) => {
    let x0 = (edges[edge * 4]! - minX) / cellWidth
    let y0 = (edges[edge * 4 + 1]! - minY) / cellHeight
    let x1 = (edges[edge * 4 + 2]! - minX) / cellWidth
    let y1 = (edges[edge * 4 + 3]! - minY) / cellHeight
    if (x0 > x1) [x0, y0, x1, y1] = [x1, y1, x0, y0]
    const slope = x1 - x0 > 1e-9 ? (y1 - y0) / (x1 - x0) : 0
    const margin = 1e-6
    for (let column = cellAt(x0 - margin); column <= cellAt(x1 + margin); column++) {
      let low = Math.min(y0, y1)
      let high = Math.max(y0, y1)
      if (slope !== 0) {
        const left = y0 + slope * (Math.max(x0, column) - x0)
        const right = y0 + slope * (Math.min(x1, column + 1) - x0)
        low = Math.max(low, Math.min(left, right))
        high = Math.min(high, Math.max(left, right))
      }
      // A steep edge turns the margin across into one along it.
      const slack = margin * (1 + Math.abs(slope))
      for (let row = cellAt(low - slack); row <= cellAt(high + slack); row++) visit(row * across + column)
    }
  }

  const start = new Int32Array(across * across + 1)
  for (let edge = 0; edge < count; edge++) walk(edge, (cell) => start[cell + 1]!++)
  for (let cell = 0; cell < across * across; cell++) start[cell + 1]! += start[cell]!
  const members = new Int32Array(start[across * across]!)
  const fill = start.slice()
  for (let edge = 0; edge < count; edge++) {
    walk(edge, (cell) => {
      members[fill[cell]!++] = edge
    })
  }

  const left = (edge: number) => Math.min(edges[edge * 4]!, edges[edge * 4 + 2]!)
  const right = (edge: number) => Math.max(edges[edge * 4]!, edges[edge * 4 + 2]!)
  const kindOf = (a: number, b: number): Contact => {
    const i = 4 * a
    const j = 4 * b
    return contactOf(
      edges[i]!,
      edges[i + 1]!,
      edges[i + 2]!,
      edges[i + 3]!,
      edges[j]!,
      edges[j + 1]!,
      edges[j + 2]!,
      edges[j + 3]!,
    )
  }
  const report = (p: number, q: number, kind: RingContact['kind']): boolean => {
    const a = Math.min(p, q)
    const b = Math.max(p, q)
    const ringA = ringOf[a]!
    const ringB = ringOf[b]!
    if (ringA === ringB && kind === 'touch') {
      // Neighbours meet in more than their shared end only when the ring doubles back, which is an overlap.
      const length = rings[ringA]!.length / 2
      if (b - a === 1 || b - a === length - 1) return false
    }
    const [x, y] = placeOf(edges.subarray(4 * a, 4 * a + 4), edges.subarray(4 * b, 4 * b + 4), kind)
    return found({ kind, ringA, edgeA: a - firstOf[ringA]!, ringB, edgeB: b - firstOf[ringB]!, x, y })
  }

  for (let cell = 0; cell < across * across; cell++) {
    const from = start[cell]!
    const to = start[cell + 1]!
    if (to - from < 2) continue
    const list = members.subarray(from, to).sort((p, q) => left(p) - left(q) || p - q)
    for (let i = 0; i < list.length; i++) {
      const edge = list[i]!
      const reach = right(edge)
      for (let j = i + 1; j < list.length && left(list[j]!) <= reach; j++) {
        const kind = kindOf(edge, list[j]!)
        if (kind !== 'none' && report(edge, list[j]!, kind)) return
      }
    }
  }
}

/** One position the two edges share. */
const placeOf = (one: Float64Array, other: Float64Array, kind: Contact): [number, number] => {
  const [ax, ay, bx, by] = one as unknown as [number, number, number, number]
  const [cx, cy, dx, dy] = other as unknown as [number, number, number, number]
  const c = turn(ax, ay, bx, by, cx, cy)
  const d = turn(ax, ay, bx, by, dx, dy)
  if (kind === 'cross') return [cx + ((dx - cx) * c) / (c - d), cy + ((dy - cy) * c) / (c - d)]
  if (c === 0 && isBetween(ax, ay, bx, by, cx, cy)) return [cx, cy]
  if (d === 0 && isBetween(ax, ay, bx, by, dx, dy)) return [dx, dy]
  return turn(cx, cy, dx, dy, ax, ay) === 0 && isBetween(cx, cy, dx, dy, ax, ay) ? [ax, ay] : [bx, by]
}

const isBetween = (ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean =>
  Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by)

/** True when the ring neither crosses nor touches itself and has at least three positions. */
export const isSimple = (ring: MmRing): boolean => {
  if (ring.length < 6) return false
  let simple = true
  if (ring.length <= 128) return isSimpleSmall(ring)
  eachContact([ring], () => {
    simple = false
    return true
  })
  return simple
}

/** The same for few edges, each with each. */
const isSimpleSmall = (ring: MmRing): boolean => {
  const length = ring.length
  for (let i = 0; i < length; i += 2) {
    const b = (i + 2) % length
    for (let j = i + 2; j < length; j += 2) {
      const d = (j + 2) % length
      const kind = contactOf(
        ring[i]!,
        ring[i + 1]!,
        ring[b]!,
        ring[b + 1]!,
        ring[j]!,
        ring[j + 1]!,
        ring[d]!,
        ring[d + 1]!,
      )
      if (kind === 'none') continue
      const neighbours = j === b || d === i
      if (neighbours && kind === 'touch') continue
      return false
    }
  }
  return true
}

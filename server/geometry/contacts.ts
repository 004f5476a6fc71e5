/**
 * Finds where rings cross or touch: themselves or each other. Only edges are compared whose shadows on one line overlap;
 * edges that no line tells apart are sorted into a raster of cells, and each cell looks for a line of its own. So 50,000
 * positions take well under a second, whether they are a winding stream or a comb with long teeth. Exact.
 */
import { Refusal } from '../platform/refusal.ts'
import { acrossEdge, cellsAcross, shadowsOf, walk } from './contact-cells.ts'
import { emptyExtent, widen } from './flat.ts'
import type { Extent } from './geometry.ts'
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

/** As many edges are compared as they come. */
const FEW_EDGES = 16
/** A cell in which an edge meets the shadows of more than this many others is divided, so many times. */
const MANY_SHADOWS = 16
const MAX_DIVISIONS = 16
/** What people draw takes some ten a position; see test/geometry/contacts.test.ts. */
const MAX_STEPS = { ofAll: 1_000_000, ofEdge: 300 }

/**
 * Calls `found` for each contact, the shared end of two neighbours left out unless they double back.
 * The same contact can come several times. Stops as soon as `found` returns true.
 * @throws Refusal GEOMETRY_TOO_LARGE when so many edges lie so close together that comparing them takes too long
 */
export const eachContact = (rings: readonly MmRing[], found: (contact: RingContact) => boolean): void => {
  const count = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  const edges = new Float64Array(count * 4)
  const ringOf = new Int32Array(count)
  const firstOf: number[] = []
  let next = 0
  rings.forEach((ring, r) => {
    firstOf.push(next)
    for (let i = 0; i < ring.length; i += 2) {
      const to = (i + 2) % ring.length
      edges.set([ring[i]!, ring[i + 1]!, ring[to]!, ring[to + 1]!], next * 4)
      ringOf[next++] = r
    }
  })
  let stepsLeft = MAX_STEPS.ofAll + MAX_STEPS.ofEdge * count
  const step = (steps: number): void => {
    stepsLeft -= steps
    if (stepsLeft < 0) throw tooDense()
  }

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

  /** @returns true when nobody wants more */
  const compareIn = (members: Int32Array, cell: Extent, divisions: number): boolean => {
    const size = members.length
    if (size < 2) return false
    let best = shadowsOf(edges, members, cell, 1, 0)
    if (size > FEW_EDGES) {
      for (const [x, y] of [[0, 1], acrossEdge(edges, members[size >> 1]!), acrossEdge(edges, members[0]!)] as const) {
        if (best.overlaps <= 2 * size) break
        const other = shadowsOf(edges, members, cell, x, y)
        if (other.overlaps < best.overlaps) best = other
        step(size)
      }
      if (best.overlaps > MANY_SHADOWS * size && divisions < MAX_DIVISIONS) {
        return inCells(members, cell, divisions + 1)
      }
    }
    step(best.overlaps)
    const { order, from, to } = best
    for (let i = 0; i < size; i++) {
      const one = order[i]!
      for (let j = i + 1; j < size && from[order[j]!]! <= to[one]!; j++) {
        const [p, q] = [members[one]!, members[order[j]!]!]
        const kind = kindOf(p, q)
        if (kind !== 'none' && report(p, q, kind)) return true
      }
    }
    return false
  }

  const inCells = (members: Int32Array, extent: Extent, divisions: number): boolean => {
    const across = cellsAcross(edges, members, extent)
    const cells = across * across
    const start = new Int32Array(cells + 1)
    for (const edge of members) walk(edges, edge, extent, across, (cell) => start[cell + 1]!++)
    for (let cell = 0; cell < cells; cell++) start[cell + 1]! += start[cell]!
    step(start[cells]!)
    const sorted = new Int32Array(start[cells]!)
    const fill = start.slice()
    for (const edge of members) {
      walk(edges, edge, extent, across, (cell) => {
        sorted[fill[cell]!++] = edge
      })
    }
    const width = (extent.maxX - extent.minX) / across
    const height = (extent.maxY - extent.minY) / across
    for (let cell = 0; cell < cells; cell++) {
      if (start[cell + 1]! - start[cell]! < 2) continue
      const minX = extent.minX + (cell % across) * width
      const minY = extent.minY + Math.floor(cell / across) * height
      const inside = { minX, minY, maxX: minX + width, maxY: minY + height }
      if (compareIn(sorted.subarray(start[cell]!, start[cell + 1]!), inside, divisions)) return true
    }
    return false
  }

  compareIn(
    Int32Array.from({ length: count }, (_, edge) => edge),
    widen(emptyExtent(), edges),
    0,
  )
}

const tooDense = (): Refusal => {
  const code = 'GEOMETRY_TOO_LARGE'
  const message = 'Too many sides of the area lie too close together to be checked. Simplify its outline.'
  return new Refusal(code, message, { complaints: [{ pointer: '/geometry', code, message }] })
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

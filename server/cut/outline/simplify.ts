/**
 * Fewer positions, never less area. Two moves, the cheapest first:
 *
 *    drop a reflex corner          lengthen two sides until they meet
 *
 *      ____   ____                      ┌─                  ┌──
 *          \ /         ──────►        ╱         ──────►     │
 *           V          ────────      │                      │
 *
 * A move is made only where no other position and no other side is in the way, so a simple ring stays simple, and
 * each move adds a positively turned triangle, so nothing is lost. Whole millimetres.
 */
import { contactOf, type MmRing, turn } from '../../geometry/plane.ts'
import type { Tile } from '../strips.ts'
import { EdgeCells } from './edge-cells.ts'

/** Sides and positions compared in all, after which a plainer shape is taken: thousands of long teeth would take minutes. */
const MAX_WORK = 4_000_000

interface Move {
  cost: number
  /** Positions the move stands on; it is stale once one of them is gone. */
  at: number
  kind: 'drop' | 'lengthen'
  age: number
}

/**
 * @param ring simple, counter-clockwise
 * @returns at most `most` positions covering the ring and lying in the tile; undefined when the moves don't suffice
 */
export const simplifyRing = (ring: MmRing, most: number, tile: Tile): number[] | undefined => {
  const count = ring.length / 2
  if (count <= most) return [...ring]
  const x = Float64Array.from({ length: count }, (_, i) => ring[2 * i]!)
  const y = Float64Array.from({ length: count }, (_, i) => ring[2 * i + 1]!)
  const next = Int32Array.from({ length: count }, (_, i) => (i + 1) % count)
  const back = Int32Array.from({ length: count }, (_, i) => (i + count - 1) % count)
  const age = new Int32Array(count)
  const gone = new Uint8Array(count)
  let left = count
  let start = 0
  const heap = new MoveHeap()
  const extent = { minX: tile.x0, minY: tile.y0, maxX: tile.x1, maxY: tile.y1 }
  const cells = new EdgeCells(extent, count)
  // Long sides lie in many cells, positions in one: a comb's teeth would be compared hundreds of times.
  const positions = new EdgeCells(extent, count)
  const place = (i: number) => positions.add(i, x[i]!, y[i]!, x[i]!, y[i]!)
  const turnAt = (i: number) => turn(x[back[i]!]!, y[back[i]!]!, x[i]!, y[i]!, x[next[i]!]!, y[next[i]!]!)

  const suggest = (i: number): void => {
    if (turnAt(i) < 0) heap.push({ cost: -turnAt(i), at: i, kind: 'drop', age: age[i]! })
    else if (meeting(i)) heap.push({ cost: tip.cost, at: i, kind: 'lengthen', age: age[i]! })
  }

  const tip = { x: 0, y: 0, cost: 0 }
  /** Where the sides before b and after its successor meet when lengthened, into `tip`. @returns whether they do */
  const meeting = (b: number): boolean => {
    const a = back[b]!
    const c = next[b]!
    const d = next[c]!
    if (a === d || turnAt(c) < 0) return false
    const ux = x[b]! - x[a]!
    const uy = y[b]! - y[a]!
    const vx = x[c]! - x[d]!
    const vy = y[c]! - y[d]!
    const across = vx * uy - vy * ux
    // Both corners turn left; together they must turn by less than half a round, or the sides part.
    if (across <= 0) return false
    const s = ((x[c]! - x[b]!) * vy - (y[c]! - y[b]!) * vx) / -across
    tip.x = x[b]! + s * ux
    tip.y = y[b]! + s * uy
    tip.cost = Math.abs((tip.x - x[b]!) * (y[c]! - y[b]!) - (tip.y - y[b]!) * (x[c]! - x[b]!))
    return tip.x >= tile.x0 && tip.x <= tile.x1 && tip.y >= tile.y0 && tip.y <= tile.y1
  }

  /** Moves `tip` to the whole millimetres next to it that leave both corners inside. @returns whether there are any */
  const roundTip = (b: number): boolean => {
    const a = back[b]!
    const c = next[b]!
    const d = next[c]!
    const left = Math.floor(tip.x)
    const bottom = Math.floor(tip.y)
    let least = Infinity
    for (let tx = left - 1; tx <= left + 2; tx++) {
      for (let ty = bottom - 1; ty <= bottom + 2; ty++) {
        if (tx < tile.x0 || tx > tile.x1 || ty < tile.y0 || ty > tile.y1) continue
        const first = turn(x[a]!, y[a]!, tx, ty, x[b]!, y[b]!)
        const middle = turn(x[b]!, y[b]!, tx, ty, x[c]!, y[c]!)
        const last = turn(x[c]!, y[c]!, tx, ty, x[d]!, y[d]!)
        if (first < 0 || middle <= 0 || last < 0 || first + middle + last >= least) continue
        least = first + middle + last
        tip.x = tx
        tip.y = ty
      }
    }
    return least < Infinity
  }

  let work = 0

  const isFreeTriangle = (
    ax: number,
    ay: number,
    bx: number,
    by: number,
    cx: number,
    cy: number,
    own: readonly number[],
  ): boolean => {
    const minX = Math.min(ax, bx, cx)
    const maxX = Math.max(ax, bx, cx)
    const minY = Math.min(ay, by, cy)
    const maxY = Math.max(ay, by, cy)
    return positions.everyNear(minX, minY, maxX, maxY, (i) => {
      work++
      const px = x[i]!
      const py = y[i]!
      if (gone[i] || px < minX || px > maxX || py < minY || py > maxY || own.includes(i)) return true
      const one = turn(ax, ay, bx, by, px, py)
      const two = turn(bx, by, cx, cy, px, py)
      const three = turn(cx, cy, ax, ay, px, py)
      return !((one >= 0 && two >= 0 && three >= 0) || (one <= 0 && two <= 0 && three <= 0))
    })
  }

  /** No side but the three that are replaced meets the two new ones, but at their far ends. */
  const isFreeTip = (a: number, b: number, c: number, d: number, tx: number, ty: number): boolean => {
    /** Corner is the far end of the new side, a or d. */
    const isApart = (i: number, corner: number): boolean => {
      work++
      if (gone[i] || i === a || i === b || i === c) return true
      const j = next[i]!
      const contact = contactOf(x[i]!, y[i]!, x[j]!, y[j]!, x[corner]!, y[corner]!, tx, ty)
      return contact === 'none' || (contact === 'touch' && (corner === a ? j : i) === corner)
    }
    return (
      cells.everyNear(x[a]!, y[a]!, tx, ty, (i) => isApart(i, a)) &&
      cells.everyNear(x[d]!, y[d]!, tx, ty, (i) => isApart(i, d))
    )
  }

  const remove = (i: number): void => {
    next[back[i]!] = next[i]!
    back[next[i]!] = back[i]!
    gone[i] = 1
    left--
    if (start === i) start = next[i]!
  }

  const refresh = (middle: number): void => {
    let i = back[back[middle]!]!
    for (let k = 0; k < 5; k++) {
      age[i]!++
      suggest(i)
      i = next[i]!
    }
  }

  for (let i = 0; i < count; i++) {
    cells.add(i, x[i]!, y[i]!, x[next[i]!]!, y[next[i]!]!)
    place(i)
    suggest(i)
  }
  let leftBefore = count + 1
  while (left > most) {
    if (work > MAX_WORK) return undefined
    const move = heap.pop()
    if (!move) {
      // What stood in the way of a move may be gone by now.
      if (left === leftBefore) return undefined
      leftBefore = left
      let i = start
      do {
        suggest(i)
        i = next[i]!
      } while (i !== start)
      continue
    }
    const b = move.at
    if (gone[b] || move.age !== age[b]) continue
    const a = back[b]!
    const c = next[b]!
    if (move.kind === 'drop') {
      if (!isFreeTriangle(x[a]!, y[a]!, x[b]!, y[b]!, x[c]!, y[c]!, [a, b, c])) continue
      remove(b)
      cells.add(a, x[a]!, y[a]!, x[c]!, y[c]!)
      refresh(a)
    } else {
      const d = next[c]!
      if (!meeting(b) || !roundTip(b)) continue
      const free =
        isFreeTriangle(x[b]!, y[b]!, tip.x, tip.y, x[c]!, y[c]!, [a, b, c, d]) && isFreeTip(a, b, c, d, tip.x, tip.y)
      if (!free) continue
      x[b] = tip.x
      y[b] = tip.y
      remove(c)
      place(b)
      cells.add(a, x[a]!, y[a]!, x[b]!, y[b]!)
      cells.add(b, x[b]!, y[b]!, x[d]!, y[d]!)
      refresh(b)
    }
  }
  const out: number[] = []
  let i = start
  do {
    out.push(x[i]!, y[i]!)
    i = next[i]!
  } while (i !== start)
  return out
}

/** Least cost first; equal costs by position, so that the result never hangs on chance. */
class MoveHeap {
  readonly #moves: Move[] = []

  push(move: Move): void {
    const moves = this.#moves
    moves.push(move)
    let i = moves.length - 1
    while (i > 0) {
      const up = (i - 1) >> 1
      if (!isBefore(moves[i]!, moves[up]!)) break
      ;[moves[i], moves[up]] = [moves[up]!, moves[i]!]
      i = up
    }
  }

  pop(): Move | undefined {
    const moves = this.#moves
    const top = moves[0]
    const last = moves.pop()
    if (!top || !last || moves.length === 0) return top
    moves[0] = last
    let i = 0
    for (;;) {
      let least = i
      for (const down of [2 * i + 1, 2 * i + 2]) {
        if (down < moves.length && isBefore(moves[down]!, moves[least]!)) least = down
      }
      if (least === i) return top
      ;[moves[i], moves[least]] = [moves[least]!, moves[i]!]
      i = least
    }
  }
}

const isBefore = (p: Move, q: Move): boolean => p.cost < q.cost || (p.cost === q.cost && p.at < q.at)

/**
 * The squares that hold most of the weights laid on some cells of the area. It serves twice: to find the conditions
 * that weights still break, and, with whole numbers, to prove that no square at all holds more than it reports.
 *
 * A cell is the square millimetre right of and above its position. Parts have whole millimetres, so a part of side s
 * that starts at a holds the cell i just when a <= i < a + s.
 */

/** x and y of the lower left corner of a square millimetre. */
export type Cell = readonly [number, number]

export interface Weighed {
  x: number
  y: number
  weight: number
}

/**
 * For every x at which a square may start, the heaviest square that starts there. Any square can be moved right and up
 * until it starts at a cell it holds without losing one, so no other x and y need be looked at.
 *
 * @param weights more than 0 each; sums are exact when they are whole numbers
 */
export const heaviestSquares = (cells: readonly Cell[], weights: readonly number[], side: number): Weighed[] => {
  const byX = cells.map((_, k) => k).sort((p, q) => cells[p]![0] - cells[q]![0])
  const byY = cells.map((_, k) => k).sort((p, q) => cells[p]![1] - cells[q]![1])
  const rank = new Int32Array(cells.length)
  byY.forEach((k, place) => {
    rank[k] = place
  })
  const heaviest: Weighed[] = []
  const inside = new Uint8Array(cells.length)
  let next = 0
  for (let first = 0; first < byX.length; first++) {
    const x = cells[byX[first]!]![0]
    if (first > 0) inside[rank[byX[first - 1]!]!] = 0
    while (next < byX.length && cells[byX[next]!]![0] < x + side) inside[rank[byX[next++]!]!] = 1
    if (first > 0 && cells[byX[first - 1]!]![0] === x) continue
    heaviest.push(heaviestAbove(x, cells, weights, byY, inside, side))
  }
  return heaviest
}

const heaviestAbove = (
  x: number,
  cells: readonly Cell[],
  weights: readonly number[],
  byY: readonly number[],
  inside: Uint8Array,
  side: number,
): Weighed => {
  const best = { x, y: 0, weight: 0 }
  let weight = 0
  let low = 0
  for (let high = 0; high < byY.length; high++) {
    if (inside[high] === 0) continue
    weight += weights[byY[high]!]!
    const top = cells[byY[high]!]![1]
    while (inside[low] === 0 || top - cells[byY[low]!]![1] >= side) {
      if (inside[low] === 1) weight -= weights[byY[low]!]!
      low++
    }
    if (weight > best.weight) {
      best.weight = weight
      best.y = cells[byY[low]!]![1]
    }
  }
  return best
}
